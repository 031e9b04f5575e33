"""Sweeps: error against n at each ε; and for stories, against λ."""

from collections.abc import Mapping
from functools import partial

from dpcore.privacy.mechanisms import in_order
from dplab.simulation import comparison, spelled
from dplab.simulation.comparison import COMPARED
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.sweeps import accuracy, grid, prices
from dplab.studies.sweeps.grid import Question
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.sweeps import figures, sentences

AXIS = "n"


def picture() -> DialPicture:
    """Return the errors along n at every ε."""
    return DialPicture(
        "sweeps",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(defaults.FIRST.with_epsilon(epsilon), AXIS) for epsilon in defaults.EPSILONS),
        defaults.EPSILONS.index(defaults.FIRST.epsilon),
        {"axis": AXIS, "lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the errors along n or λ at the settings of an address."""
    at.require_supported(texts, {}, "axis", "epsilon", "draws", "within", "lam", "seed")
    chosen, axis = defaults.settings(texts), texts["axis"]
    return _place(chosen, axis, spelled.read(texts).get("within"), is_priced=axis == "n")


def _place(
    chosen: Settings, axis: str, within: float | None = None, *, is_priced: bool = False
) -> DialPlace:
    sweep, rule = grid.spec(Question(chosen, axis)), defaults.constant(chosen.source)
    rows, measure = grid.rows_of(sweep), chosen.measure
    here = {"n": sweep.sizes[-1], "lam": _lam(chosen, sweep)}[axis]
    drawn, said = grid.curves(sweep, rows, measure, "draws"), terms.as_markdown(rule)
    enough = within and accuracy.read_off(sweep, rows, within, measure, rule, grid.rows_of)
    how = sentences.protocol(sweep, (axis,), defaults.called(chosen))
    below = [f"**{sentences.records_of(enough, chosen.loss, said)}**"] if enough else []
    if is_priced:
        costs = prices.read_off(sweep, rows, measure, rule)[chosen.loss] or {}
        below += [sentences.price(sweep, name, each, said) for name, each in costs.items()]
    return DialPlace(
        repr(chosen.epsilon),
        defaults.epsilon_name(chosen.epsilon),
        f"**{sentences.cost(axis, drawn, here, said, measure)}**",
        sentences.alt(axis, drawn, here, rule, measure),
        partial(figures.along, sweep, drawn, here, rule, enough or None, measure=measure),
        f"{how} {sentences.middles(sweep.folds, 'draws')}",
        tuple(below),
    )


def _lam(chosen: Settings, sweep: SweepSpec) -> float:
    """Return λ of the first method with noise, where the page has its mark."""
    private = in_order(COMPARED[1:])
    lams = comparison.lams(chosen, private, n=sweep.sizes[-1], n_features=chosen.d)
    return lams[private[0]]
