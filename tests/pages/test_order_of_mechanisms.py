"""One order of mechanisms, wherever several are shown: that of the registry."""

from collections.abc import Iterable, Iterator

import pytest

from dpcore.privacy.mechanisms import MECHANISMS, in_order
from dplab.simulation.sweeps.spec import STORED_ORDER, in_stored_order
from tests.house.some import every
from tests.pages.screen import complaints, figures, opened

SMALL = {"n": "200", "draws": "5"}
BOTH = "non_private,objective,output,objective_gaussian,output_gaussian"
SHOWN = {
    "trade_off": SMALL,
    "trade_off, Gaussian": SMALL | {"mechanisms": BOTH},
    "who_pays": SMALL | {"data": "two_groups"},
    "who_pays, along": SMALL | {"who_pays_part": "decided", "who_pays_figure": "along"},
    "geometry": {"plane_n": "200"},
    "counterexample": {"d": "4", "gamma": "0.1", "draws": "5"},
    "counterexample, 2008": {"d": "4", "draws": "5", "example_length": "laplace"},
    "private_tuning": SMALL,
    "kernels": SMALL,
    "is_it_private": SMALL,
    "papers": {"entry": "cm08_figure_2a"},
    "trade_off, along n": SMALL | {"axis": "n"},
    "trade_off, map": SMALL | {"axis": "map"},
}
"""Pages that show several mechanisms, by name and case, with settings that are quick."""

PLACES = {each.label: at for at, each in enumerate(MECHANISMS.values())}
SHORT = {label.split()[0]: at for label, at in reversed(PLACES.items())}
"""Panels have a label's first word, that of the first mechanism of this name."""


def _place(text: str) -> int | None:
    return PLACES.get(text, SHORT.get(text.split(" (")[0]))


def out_of_order(texts: Iterable[str]) -> list[str]:
    """Return the mechanisms among some texts, if they stand in another order."""
    named = {text: place for text in texts if (place := _place(text)) is not None}
    return list(named) if list(named.values()) != sorted(named.values()) else []


def _rows(app) -> Iterator[tuple[str, list[str]]]:
    """Yield what stands beside or below each other: tiles, legends, titles of panels, choices."""
    yield "tiles", [tile.label for tile in app.metric]
    for at, figure in enumerate(figures(app)):
        yield f"legend {at}", [trace.get("name", "") for trace in figure["data"]]
        notes = figure["layout"].get("annotations", ())
        bold = [note["text"].removeprefix("<b>").partition("</b>")[0] for note in notes]
        yield f"panels {at}", bold
    for choice in (*app.selectbox, *app.multiselect):
        yield f"choice {choice.label}", list(choice.options)


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("case", every(2, SHOWN))
def test_mechanisms_have_one_order_wherever_they_are_shown(case: str):
    app = opened(case.partition(",")[0], **SHOWN[case])
    app.session_state["more"] = True  # Where some pages have the choice of one.
    app = app.run()
    assert not complaints(app)
    rows = dict(_rows(app))
    assert {name: wrong for name, row in rows.items() if (wrong := out_of_order(row))} == {}
    several = [row for row in rows.values() if len({_place(text) for text in row} - {None}) > 1]
    assert several


def test_another_order_is_told():
    wrong = ["Non-private", "Output perturbation", "Objective perturbation"]
    assert out_of_order(wrong) == wrong
    assert out_of_order(["Output", "Objective"])
    assert not out_of_order(["Class +1", "Non-private", "Objective", "records", "Output"])


def test_no_noise_first_then_each_objective_before_its_output_perturbation():
    assert list(MECHANISMS)[:3] == ["non_private", "objective", "output"]
    pairs = [
        (name, other)
        for name in MECHANISMS
        if (other := name.replace("objective", "output")) in MECHANISMS and other != name
    ]
    assert len(pairs) == 4
    assert all(in_order(pair) == pair for pair in pairs)


def test_sweeps_are_kept_by_the_order_of_the_first_cells():
    assert set(STORED_ORDER) <= set(MECHANISMS)
    kept = in_stored_order(("newer", *MECHANISMS))
    assert kept[:3] == ("non_private", "output", "objective")
    assert kept == (*STORED_ORDER, "newer")
