"""The bounds helper proposes, compares and changes nothing before it is taken."""

import numpy as np

from dpcore.data.declared.schema import OF_TABLE, READ
from tests.pages.tables import csv, draft, edit, ok, own, with_table

NAMES = "abcdefghijkl"


def counts(n: int = 600) -> bytes:
    """Return a table of heavy-tailed numbers that are mostly zero."""
    rng = np.random.default_rng(1)
    values = ((rng.random((n, len(NAMES))) < 0.15) * rng.lognormal(0, 1, (n, len(NAMES)))).round(2)
    score = 3 * np.sqrt(values) @ rng.normal(size=len(NAMES)) + rng.logistic(size=n)
    label = np.where(score > 0, "yes", "no")
    lines = [",".join([*map(str, row), said]) for row, said in zip(values, label, strict=True)]
    return "\n".join([f"{','.join(NAMES)},class", *lines, ""]).encode()


def click(page, start: str):
    (button,) = (each for each in page.button if each.label.startswith(start))
    return ok(button.click().run())


def said(page) -> str:
    return "\n".join(text.value for text in page.markdown)


def test_the_first_proposal_is_the_best_that_was_tried_and_says_so():
    page = with_table(counts(2_000))
    assert "Of six ways to bound the numbers, **zero-centred bounds" in said(page)
    assert "Suggestions read the data: a release needs bounds from elsewhere." in said(page)
    schema = own(page).schema
    assert all(feature.lower == -feature.upper for feature in schema.features)
    assert set(schema.undeclared()) == {"class", *NAMES, *OF_TABLE}


def test_all_ways_are_shown_side_by_side():
    shown = next(
        frame.value for frame in with_table(counts()).dataframe if "Bounds" in frame.value.columns
    )
    assert len(shown) == 6
    kinds = {*shown["Bounds"].str.replace(" (proposed)", "")}
    assert kinds == {"rounded", "zero-centred", "middle 98 %"}
    assert shown["Bounds"].str.contains("proposed").sum() == 1
    assert {"Error without noise", "Error at ε = 1", "Rows shortened", "Norms"} <= {*shown.columns}


def test_nothing_changes_before_bounds_are_taken():
    page = edit(with_table(counts()), "a", upper=30.0)
    before = own(page)
    assert "ways to bound" not in said(page)
    names = page.multiselect(key=f"bounds_columns_{draft(page).number}")
    names.set_value(["a"])
    click(page, "Try the ways")
    assert own(page) is before
    box = next(box for box in page.selectbox if box.label == "Bounds to take")
    box.set_value(0)
    click(page, "Take these")
    first, *others = own(page).schema.features
    assert (first.lower, first.origin) == (0.0, READ)
    assert [feature.lower for feature in others] == [
        feature.lower for feature in before.schema.features[1:]
    ]


def test_an_open_label_gets_its_bounds_once_it_is_answered():
    lines = counts().replace(b",yes", b",x").split(b"\n")
    lines[1:4] = [line.rsplit(b",", 1)[0] + b",z" for line in lines[1:4]]
    page = with_table(b"\n".join(lines))
    assert draft(page).label.is_open
    assert own(page) is None
    ok(page.multiselect(key=f"positive_{draft(page).number}").set_value(["x"]).run())
    assert "Of six ways to bound the numbers" in said(page)
    assert own(page).schema.label.positive == ("x",)


def test_what_was_edited_stays_when_another_column_is_predicted():
    page = edit(with_table(csv()), "age", upper=120.0)
    ok(page.selectbox(key=f"label_{draft(page).number}").set_value("job").run())
    assert draft(page).rows.loc["age", "upper"] == 120.0
