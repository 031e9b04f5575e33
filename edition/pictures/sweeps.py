"""Sweeps: error against n, at each ε."""

from dpcore.simulation.settings import Settings
from dpcore.studies.sweeps import grid
from dpcore.studies.sweeps.grid import Question
from edition import records
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.comparison.figures import curves
from pages.kit import words
from pages.kit.figures.style import Drawing
from pages.sweeps import figures, sentences

AXIS = "n"


def picture() -> DialPicture:
    """Return the errors along n at every ε."""
    return DialPicture(
        "sweeps",
        records.EPSILON,
        "epsilon",
        tuple(_place(records.FIRST.with_epsilon(each)) for each in records.EPSILONS),
        records.EPSILONS.index(records.FIRST.epsilon),
        {"axis": AXIS, "lam": "auto"},
    )


def _place(chosen: Settings) -> DialPlace:
    sweep = grid.spec(Question(chosen, AXIS))
    drawn = grid.curves(sweep, grid.rows_of(sweep), chosen.measure, "draws")
    place, here = figures.axis_on(sweep, AXIS), sweep.sizes[-1]
    rule, measure = records.constant(chosen.source), chosen.measure
    told = sentences.cost(AXIS, drawn, here, terms.as_markdown(rule), measure)

    def draw(*, dark: bool, phone: bool) -> Drawing:
        title = sentences.title(AXIS, measure)
        drawing = figures.against(
            place, drawn, here, title=title, dark=dark, rule=rule, measure=measure
        )
        return curves.for_phone(drawing) if phone else drawing

    return DialPlace(
        repr(chosen.epsilon),
        f"ε = {words.number(chosen.epsilon)}",
        f"**{told}**",
        sentences.alt(AXIS, drawn, here, rule, measure),
        draw,
    )
