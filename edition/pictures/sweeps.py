"""Sweeps: error against n at each ε; and for stories, against λ."""

from collections.abc import Mapping
from functools import partial

from dpcore.privacy.mechanisms import in_order
from dpcore.simulation import comparison
from dpcore.simulation.comparison import COMPARED
from dpcore.simulation.settings import Settings
from dpcore.simulation.sweeps import SweepSpec
from dpcore.studies.sweeps import grid
from dpcore.studies.sweeps.grid import Curve, Key, Question
from edition import at, records
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.comparison.figures import curves
from pages.kit.figures.style import Drawing
from pages.sweeps import figures, sentences

AXIS = "n"


def picture() -> DialPicture:
    """Return the errors along n at every ε."""
    return DialPicture(
        "sweeps",
        records.EPSILON,
        "epsilon",
        tuple(_place(epsilon, AXIS) for epsilon in records.EPSILONS),
        records.EPSILONS.index(records.FIRST.epsilon),
        {"axis": AXIS, "lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the errors along n or λ at the ε of an address."""
    at.only(texts, {"lam": "auto"}, "axis", "epsilon")
    return _place(float(texts["epsilon"]), texts["axis"])


def _place(epsilon: float, axis: str) -> DialPlace:
    chosen = records.FIRST.with_epsilon(epsilon)
    sweep, rule = grid.spec(Question(chosen, axis)), records.constant(chosen.source)
    here = {"n": sweep.sizes[-1], "lam": _lam(chosen, sweep)}[axis]
    drawn = grid.curves(sweep, grid.rows_of(sweep), chosen.measure, "draws")
    told = sentences.cost(axis, drawn, here, terms.as_markdown(rule), chosen.measure)
    return DialPlace(
        repr(epsilon),
        records.epsilon_name(epsilon),
        f"**{told}**",
        sentences.alt(axis, drawn, here, rule, chosen.measure),
        partial(_drawn, chosen, sweep, drawn, here),
    )


def _lam(chosen: Settings, sweep: SweepSpec) -> float:
    """Return λ of the first method with noise, where the page has its mark."""
    private = in_order(COMPARED[1:])
    lams = comparison.lams(chosen, private, n=sweep.sizes[-1], n_features=chosen.d)
    return lams[private[0]]


def _drawn(
    chosen: Settings,
    sweep: SweepSpec,
    drawn: Mapping[Key, Curve],
    here: float,
    *,
    dark: bool,
    phone: bool,
) -> Drawing:
    axis, rule, measure = grid.axis_of(sweep), records.constant(chosen.source), chosen.measure
    drawing = figures.against(
        figures.axis_on(sweep, axis),
        drawn,
        here,
        title=sentences.title(axis, measure),
        dark=dark,
        rule=rule,
        measure=measure,
    )
    return curves.for_phone(drawing) if phone else drawing
