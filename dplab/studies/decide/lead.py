"""Whether a private classifier beats the constant rule: only then may its ε be proposed.

For test record i let ``d_i = [the constant rule is wrong about i] - share of draws that are``. The
*lead* is the mean of the d_i. It is uncertain for two reasons, which are added as if they were
independent (they overlap, so that the sum is rather too large): chance among the test records,
``s_d/√n_test``, and chance among the K draws, ``s_K/√K``. The rule is beaten where

    lead > z √(s_d²/n_test + s_K²/K),    z = 2 for one mechanism.

Paired: both are asked about the same records, most of which they answer alike, and only where they
differ is there any chance. Two intervals that do not overlap would ask for far more records.

Of K = 50 draws the second part is taken 3 % wider, of two sevenfold: by Student's quantile, since
their spread is estimated.

**Several ε.** They are tried from the largest down, and the first that fails ends the range. The
order is fixed in advance, so that no correction is needed: a smaller ε that passes by luck counts
only if each larger one has passed. **Several mechanisms** on the same records: each keeps a range
of its own, at the normal quantile of ``1 - α/m`` in place of 1 - α. λ is fixed beforehand.

**Few test records.** A lead of three points cannot be told from none on 200 records. So where the
first split tests on fewer than `ENOUGH`, all five are asked, and each record of the table is tested
on once.

Where the private error *equals* that of the constant rule (15 ε, 400 test records, 50 draws), 1.1 %
of tables get an ε; one standard error would give it to 25 %, two of the draws alone to 54 %, two at
any ε in any order to 3.1 %. What it does not count: other training records.

Examples
--------
>>> Lead(0.03, 0.01).beats_constant(), Lead(0.03, 0.02).beats_constant()
(True, False)
>>> Lead(0.021, 0.01).beats_constant(), Lead(0.021, 0.01).beats_constant(compared=2)
(True, False)
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from scipy.stats import t

from dpcore.data.dataset import FOLDS, Dataset
from dplab.simulation import sources
from dplab.simulation.comparison import DECISIVE, Outcome, Outcomes, sweep
from dplab.simulation.constant import constant_rule
from dplab.simulation.settings import Settings
from dplab.simulation.sources import n_used
from dplab.simulation.sweeps.cells import cells
from dplab.studies.trade_off.errors import Ask

ENOUGH = 2_000
"""Test records on which a lead of three points is clear, as a rule: two standard errors are two
points where the classifier and the rule disagree about one record in five."""

STANDARD_ERRORS = 2.0
"""By which a mechanism has to lead that is compared with no other."""

ROUNDING = 1e-12
"""Of a mean of shares: draws that all answer as the rule does are equal to it, and not better."""

_CHANCE = NormalDist().cdf(-STANDARD_ERRORS)
"""α: the chance that one passes whose error is that of the constant rule."""


@dataclass(frozen=True)
class Lead:
    """By how much private classifiers are better than the constant rule, and how sure that is.

    Parameters
    ----------
    mean : float
        Error of the constant rule less the mean error over the draws.
    deviation : float
        Its standard error, over test records and draws; nan of a single draw, and of few of them
        as much wider as Student's quantile is.
    worse : float
        Share of single draws whose error is larger than that of the constant rule.
    """

    mean: float
    deviation: float
    worse: float = 0.0

    @classmethod
    def of(cls, outcome: Outcome, constant: float) -> "Lead":
        """Return the lead of the draws of an outcome, by the plain error."""
        errors = outcome.errors
        of_draws, k = math.nan, len(errors)
        if k > 1:
            # Few draws know their own spread badly: as much wider as Student's quantile is.
            student = float(t.isf(_CHANCE, k - 1)) / STANDARD_ERRORS
            of_draws = float(np.std(errors, ddof=1)) / math.sqrt(k) * student
        deviation = math.hypot(outcome.mistakes.lead_error, of_draws)
        return cls(constant - float(errors.mean()), deviation, float(np.mean(errors > constant)))

    @classmethod
    def over(cls, folds: Sequence["Lead"]) -> "Lead":
        """Return the lead over several test parts of one table, which are of one size."""
        deviation = math.hypot(*(each.deviation for each in folds)) / len(folds)
        means = (each.mean for each in folds), (each.worse for each in folds)
        mean, worse = (math.fsum(each) / len(folds) for each in means)
        return cls(mean, deviation, worse)

    def beats_constant(self, compared: int = 1) -> bool:
        """Tell whether it is clearly above 0, for one of so many mechanisms on the same records."""
        quantile = -NormalDist().inv_cdf(_CHANCE / compared)
        # What is not known (nan) is not clear.
        return self.mean > quantile * self.deviation + ROUNDING


UNKNOWN = Lead(math.nan, math.nan, math.nan)


def useful(leads: Mapping[float, Lead], compared: int) -> set[float]:
    """Return the ε, from the largest down to the first that fails, at which a lead is clear.

    Parameters
    ----------
    leads : mapping
        Of one mechanism, by ε.
    compared : int
        Mechanisms that are looked at on the same test records, this one included.
    """
    found = set[float]()
    for epsilon in sorted(leads, reverse=True):
        if not leads[epsilon].beats_constant(compared):
            break
        found.add(epsilon)
    return found


def along(
    settings: Settings, first: Outcomes, records: Dataset | None, ask: Ask
) -> dict[str, dict[float, Lead]]:
    """Return the leads of some mechanisms at each ε of `DECISIVE`, over as many splits as it takes.

    The settings are by the plain error; `first` are outcomes of these mechanisms at each ε, on the
    first split; `ask` computes a cell.
    """
    data = sources.load(settings, records)
    found: dict[str, dict[float, list[Lead]]] = defaultdict(lambda: defaultdict(list))
    mechanisms = tuple(dict.fromkeys(name for name, _ in first))
    spec = replace(sweep(settings, DECISIVE, data), mechanisms=mechanisms)
    for fold in range(FOLDS):
        part = sources.part(settings, n_used(data, settings), fold, records)
        constant = constant_rule([part]).error
        batches = [ask(replace(cell, fold=fold)) for cell in cells(spec)] if fold else [first]
        for batch in batches:
            for (name, epsilon), outcome in batch.items():
                found[name][epsilon].append(Lead.of(outcome, constant))
        if part.test_weight is not None or len(part.y_test) >= ENOUGH:
            break
    return {
        name: {epsilon: Lead.over(leads) for epsilon, leads in each.items()}
        for name, each in found.items()
    }
