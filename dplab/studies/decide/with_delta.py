"""What a δ besides ε would cost: the sheet of the mechanisms with Gamma noise for (ε, δ).

Where no ε keeps both a risk and a cost, these may: over many features their noise is shorter than
that without a δ at the same ε, and (ε, δ)-differential privacy is the weaker promise. Gaussian
noise is not tried: at a small δ it is longer (`dpcore.privacy.regularization.suggested`). The
risk is then at most ``(e^ε + δ)/(1 + e^ε)``, a mean over releases.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> from dplab.studies.decide import sheet
>>> settings = Settings(data="gaussian", n=500, draws=4, lam="auto")
>>> *_, without = sheet.run(sheet.Question(settings))
>>> *_, found = run(without)
>>> found.delta, set(found.mechanisms) <= set(TRIED), len(found.prices)
(1e-06, True, 11)
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import GAMMA
from dplab.simulation.comparison import DECISIVE, Outcome, sweep
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells
from dplab.studies.decide import lead
from dplab.studies.decide.sheet import DecisionSheet, best_at
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

TRIED = tuple(n for n, each in MECHANISMS.items() if each.uses_delta and each.norm_law is GAMMA)


def run(
    without: DecisionSheet, records: Dataset | None = None, ask: Ask | None = None
) -> Iterator[DecisionSheet]:
    """Yield the sheet with δ after each batch of ε.

    Parameters
    ----------
    without : DecisionSheet
        The whole one without δ.
    records, ask
        As in `sheet.run`.

    Raises
    ------
    InvalidInput
        If the settings' δ is no less than 1/n.
    """
    settings = replace(without.question.settings, measure="error")
    ask = ask or partial(errors.of_batch, records=records)
    outcomes = dict[tuple[str, float], Outcome]()
    compared = sweep(settings, DECISIVE, load(settings, records))
    for cell in cells(replace(compared, mechanisms=TRIED)):
        outcomes |= ask(cell)
        converged = all(each.converged.all() for each in outcomes.values())
        prices = best_at(outcomes)
        found = replace(without, prices=prices, converged=converged, delta=settings.delta)
        if len(prices) < len(DECISIVE):
            yield found
    # Asked after those without a δ have failed, on the same test records: these count, too.
    before = sum(MECHANISMS[name].is_noisy for name in {*compared.mechanisms} - {*TRIED})
    prices = best_at(outcomes, lead.along(settings, outcomes, records, ask), before)
    yield replace(found, prices=prices)
