"""The Data page, as a visitor meets it: choose, upload, declare; what stays, what is hidden."""

import logging
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.data import uploads
from dpcore.data.dataset import Dataset, n_training, split
from dpcore.data.declared.schema import (
    CHOICE,
    DECLARED,
    MARKING,
    OF_TABLE,
    PROPOSED,
    READ,
    WRITTEN,
    Category,
    Label,
    Numeric,
)
from dpcore.data.real.tables import load
from dpcore.data.recipes import RECIPES
from dpcore.data.written.writing import Writing
from dplab.tables import proposal
from pages.data import columns
from pages.data.figures import ball
from pages.data.reading import NO_HEADER
from pages.kit import visitor
from tests.pages.screen import figures, words
from tests.pages.tables import (
    N,
    csv,
    declare,
    draft,
    edit,
    metrics,
    ok,
    open_page,
    own,
    says,
    upload,
    with_table,
)


@pytest.mark.parametrize("data", [*RECIPES, "breast_cancer"])
def test_every_choice_of_data_shows_numbers_and_a_picture(data: str):
    page = open_page(data=data)
    assert metrics(page).keys() == {"Records", "Features d", "Positive class", "Training records"}
    # Of a table there is a second picture: the norms of its rows.
    assert len(page.get("plotly_chart")) == (1 if data in RECIPES else 2)
    assert page.expander[-1].label == "How this works"


def test_first_look_is_generated_data():
    assert metrics(open_page())["Records"] == "25,000"


def test_a_law_by_its_points_has_any_number_of_records():
    page = open_page(data="counterexample", n="1000000", d="99")
    assert metrics(page) == {
        "Records": "any n",
        "Features d": "14",
        "Positive class": "50.0 %",
        "Training records": "1 M",
    }
    captions = [text.value for text in page.caption]
    assert "tested exactly" in captions
    assert "This distribution takes 2 to 14 features: 14 are used." in captions


@pytest.mark.parametrize(("asked", "used"), [("9", "8"), ("1", "2"), ("10", "10")])
def test_a_law_of_two_blocks_takes_an_even_number_of_features_and_says_so(asked: str, used: str):
    page = open_page(data="two_groups", d=asked)
    assert metrics(page)["Features d"] == used
    sentence = f"This distribution takes an even number of features: {used} are used."
    assert (sentence in [text.value for text in page.caption]) == (asked != used)


def test_a_gap_too_narrow_to_see_is_magnified():
    (figure,) = figures(open_page(data="counterexample", gamma="0.001"))
    low, high = figure["layout"]["xaxis"]["range"]
    assert (low, high) == pytest.approx((-0.0025, 0.0025))
    assert "× 432" in figure["layout"]["xaxis"]["title"]["text"]


def test_the_plane_is_shown_as_it_is():
    (figure,) = figures(open_page(data="circles", noise="0"))
    inner = next(trace for trace in figure["data"] if trace["name"] == "labelled +1")
    lengths = np.hypot(decoded(inner["x"]), decoded(inner["y"]))
    assert lengths == pytest.approx(np.full(len(lengths), 0.5), abs=2e-3)
    assert figure["layout"]["xaxis"]["title"]["text"] == "x1"


def test_picture_shows_records_of_both_parts():
    """The picture has random numbers of its own: with those of seed 0 it would show no test row."""
    data = load("breast_cancer")
    wide = Dataset(np.repeat(data.X, 3, axis=0), np.repeat(data.y, 3), data.features)
    part = split(wide, n_training(len(wide.y)), 0)
    shown = ball._sample(wide)[0]
    tested = {row.tobytes() for row in part.X_test} - {row.tobytes() for row in part.X}
    assert {row.tobytes() for row in shown} & tested


def test_law_names_the_knobs_in_use():
    page = open_page(data="uniform", separation="0.2")
    assert any("at least **0.2** away" in text.value for text in page.markdown)


@pytest.mark.parametrize(
    "query",
    [
        {"data": "uniform", "d": "100", "separation": "0.5"},
        {"data": "uniform", "d": "1"},
        {"data": "unseparable", "flip": "0", "band": "0"},
        {"data": "breast_cancer", "n": "1"},
        {"data": "breast_cancer", "n": "9999999"},
        {"data": "nonsense", "epsilon": "-3", "lam": "x", "seed": "-1"},
    ],
)
def test_extreme_settings_show_numbers(query: dict[str, str]):
    assert metrics(open_page(**query))


def test_link_that_asks_for_a_table_is_met_with_an_invitation():
    page = open_page(data="upload")
    assert not says(page)
    assert not page.metric
    assert any("100,000 records" in text.value for text in page.markdown)
    assert any("Opened a shared link" in text.value for text in page.caption)


def test_the_place_for_a_table_is_one_press_away():
    page = open_page()
    next(each for each in page.button if each.label == "Bring a table").click().run()
    assert "Bring a table" in [each.value for each in page.header]
    assert "Bring a table" not in [each.label for each in page.button]


def test_upload_is_used_at_once():
    page = with_table()
    assert not says(page)
    assert metrics(page) == {
        "Records": str(N),
        "Features d": "4",
        "Positive class": "66.7 %",
        "Training records": "48",
    }
    assert own(page).schema.label == Label("sick", ("yes",), ("no",), READ)
    assert any(link.proto.page == "trade-off" for link in page.get("page_link"))


def test_shares_of_rows_are_marked_as_not_private():
    page = edit(with_table(), "age", lower=30.0, upper=50.0)
    remarks = next(text.value for text in page.markdown if "outside its bounds" in text.value)
    assert all("not private" in line for line in remarks.splitlines())


def test_guesses_are_marked_and_declared_by_one_click():
    page = with_table()
    assert own(page).schema.undeclared() == ("sick", "age", "job", MARKING, CHOICE, WRITTEN)
    assert set(draft(page).rows["origin"]) == {READ}
    number = own(page).number
    declare(page)
    assert own(page).schema.undeclared() == ()
    assert not any(button.label == "I declare all of this" for button in page.button)
    # The records are the same: what was computed from them still holds.
    assert own(page).number == number


def test_declaring_keeps_what_was_typed():
    page = declare(edit(with_table(), "age", upper=120.0))
    assert own(page).schema.features[0] == Numeric("age", 0, 120, 60, PROPOSED)


def test_a_row_is_followed_into_the_ball():
    page = with_table(b"age,job,sick\n30,baker,yes\n" + b"150,?,no\n50,smith,yes\n" * 20)
    edit(page, "age", lower=0.0, upper=100.0)
    second = page.number_input(key="row_of_41").set_value(2)
    steps = ok(second.run()).dataframe[-1].value
    assert steps.to_numpy().tolist() == [
        ["age", "150", "100, the nearest bound", "1"],
        ["job", "?", "missing, the constant for missing", "1 at place 3 of 3"],
    ]
    ending = next(text.value for text in page.markdown if "The row is labelled" in text.value)
    assert "labelled −1 (sick = no) and becomes 4 numbers, of norm 1.41" in ending


def test_norms_of_all_rows_are_shown():
    _, norms = figures(with_table())
    assert [trace["name"] for trace in norms["data"]] == ["before", "after"]
    assert sum(decoded(norms["data"][1]["y"])) == pytest.approx(1)


def test_a_constant_feature_is_added_and_saved():
    page = with_table()
    ok(page.checkbox[0].check().run())
    assert own(page).data.features[-1] == "(constant)"
    assert own(page).schema.intercept
    assert draft(declare(page)).schema().intercept


def test_one_column_can_be_declared_alone():
    page = edit(with_table(), "age", origin=DECLARED)
    assert own(page).schema.undeclared() == ("sick", "job", MARKING, CHOICE, WRITTEN)


def test_column_can_be_left_out():
    page = edit(with_table(), "job", use=False)
    assert own(page).data.features == ("age",)
    ok(page)


def test_table_and_corrections_survive_other_pages():
    page = edit(with_table(), "age", upper=120.0)
    before = own(page)
    page.switch_page("overview/page.py").run()
    page.switch_page("data/page.py").run()
    assert own(ok(page)) is before
    assert draft(page).rows.loc["age", "upper"] == 120.0
    edit(page, "age", lower=10.0)
    assert own(page).schema.features[0] == Numeric("age", 10, 120, None, READ)


def test_bad_correction_survives_other_pages_too():
    page = edit(with_table(), "age", upper=-1.0)
    page.switch_page("overview/page.py").run()
    page.switch_page("data/page.py").run()
    assert "below its upper bound" in says(ok(page))


def test_table_survives_another_choice_of_data():
    page = edit(with_table(), "age", upper=120.0)
    before = own(page)
    page.text_input(key="data").set_value("uniform").run()
    page.text_input(key="data").set_value("upload").run()
    assert own(ok(page)) is before
    assert draft(page).rows.loc["age", "upper"] == 120.0


def test_forgotten_table_is_gone():
    page = with_table()
    (button,) = (each for each in page.button if each.label == "Forget it")
    ok(button.click().run())
    assert own(page) is None
    assert draft(page) is None
    assert not page.metric


def test_two_visitors_tables_never_meet():
    first, second = with_table(csv(60, seed=1)), with_table(csv(80, seed=2))
    ok(first.run())
    assert (len(own(first).data.y), len(own(second).data.y)) == (60, 80)
    assert own(first).number != own(second).number
    stranger = open_page(data="upload")
    assert own(stranger) is None
    assert not stranger.metric


def test_nothing_of_a_table_is_logged(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        page = with_table(csv().replace(b"smith", b"SECRETCELL"))
        upload(page, b"SECRETHEAD,SECRETHEAD\n1,2\n", "secretfile.csv")
        edit(page, "job", levels="missing")
    assert "secret" not in caplog.text.lower()


def test_nothing_of_a_table_is_in_the_address():
    page = with_table()
    assert set(page.query_params) == {"data"}


def test_names_from_a_file_are_not_taken_for_markdown():
    page = with_table(csv(header="![x](http://a/b.png),$j$,sick"))
    upload(page, b"![x](http://a/b),c\n" + b"1,2\n2,2\n" * 20)
    assert "![x](" in says(page)
    assert all("![" not in alert.value for alert in page.error)


EUROPEAN = b"price;job;sick\n" + b"0,5;smith;yes\n1,25;baker;no\n" * 20
BARE = b"31\tsmith\tyes\n47\tbaker\tno\n" * 20


def captions(page) -> str:
    return "\n".join(text.value for text in page.caption)


def test_how_a_file_was_read_is_announced():
    assert "Read with commas between cells. The first line names" in captions(with_table())
    page = with_table(EUROPEAN)
    assert "Read with semicolons between cells. The first line names" in captions(page)
    assert "**price** is read as numbers: 1,25 → 1.25." in captions(page)
    assert own(page).schema.features[0] == Numeric("price", 0, 1.5, None, READ, Writing(","))
    assert set(own(page).table["price"]) == {"0.5", "1.25"}
    page = with_table(BARE)
    assert "Read with tabs between cells. No header" in captions(page)
    assert metrics(page)["Records"] == "40"
    assert own(page).schema.label.name == "column 3"


def test_a_visitor_says_how_a_file_is_read_and_it_stays_so():
    page = with_table(BARE)
    ok(page.selectbox(key=f"header_line_{draft(page).number}").set_value(1).run())
    assert metrics(page)["Records"] == "39"
    assert list(draft(page).table.columns) == ["31", "smith", "yes"]
    ok(declare(page).run())
    assert draft(page).file.said.header_line == 1
    ok(page.selectbox(key=f"separator_{draft(page).number}").set_value(",").run())
    assert "It cannot be read this way: the file must have at least two columns" in says(page)
    assert metrics(page)["Records"] == "39"


def test_a_refused_file_may_be_read_differently():
    page = upload(open_page(data="upload"), b"sick,old\n" + b"no,no\nyes,yes\n" * 4 + b"no,yes\n")
    assert "at least 10 records below its header; it has 9" in says(page)
    (names,) = (box for box in page.selectbox if box.label == "Names of the columns")
    ok(names.set_value(NO_HEADER).run())
    assert "cannot be used" not in says(page)
    assert "No header" in captions(page)
    assert len(draft(page).table) == 10
    workbook = upload(open_page(data="upload"), b"PK\x03\x04" + bytes(100))
    assert not any(box.label == "Names of the columns" for box in workbook.selectbox)


def test_markers_found_among_numbers_are_announced_as_read():
    lines = "30,none,yes\n-,baker,no\nNaN,?,no\n41,smith,yes\n" * 10
    page = with_table(("age,job,sick\n" + lines).encode())
    assert not says(page)
    assert own(page).schema.markers == ("", "?", "NA", "N/A", "nan", "-")
    assert "found among numbers: “-”. Read from the data." in captions(page)
    age, job = own(page).schema.features
    assert (age.missing, job.levels) == (37.5, ("baker", "none", "smith", "missing"))
    assert "found among numbers" not in captions(declare(page))


def test_a_text_said_to_mean_missing_gets_its_constant():
    lines = "30,none,yes\n999,baker,no\n20,smith,no\n41,smith,yes\n" * 10
    page = edit(with_table(("age,job,sick\n" + lines).encode()), "job", other="baker")
    markers = page.multiselect(key=f"markers_{draft(page).number}")
    ok(markers.set_value([*markers.value, "999", "none"]).run())
    assert not says(page)
    age, job = own(page).schema.features
    assert (age.upper, age.missing) == (45.0, 22.5)
    assert job.levels == ("baker", "none", "smith")  # which the visitor has edited


def decoded(values):
    """Return numbers as Plotly's JSON holds them: a list, or bytes in base 64."""
    if isinstance(values, list):
        return np.array(values)
    return np.frombuffer(b64decode(values["bdata"]), np.dtype(values["dtype"]))


texts = st.text(max_size=8).map(str.strip)


@settings(derandomize=True, deadline=None)
@given(st.lists(texts, min_size=1, unique=True))
def test_levels_survive_their_line(values: list[str]):
    assert columns.levels(columns.line(values)) == tuple(values)


def test_schema_survives_its_rows():
    table = uploads.read(csv())
    schema = proposal.propose(table)
    odd = Category("job", ("a, b", 'c"d', "", "smith"), "", "smith", DECLARED)
    number = Numeric("age", -0.1, 1e-7, 1 / 3 * 1e-8, READ)
    schema = replace(schema, features=(number, odd)).declare(MARKING, CHOICE)
    again = columns.schema(columns.of(schema, table), schema.label, schema.markers)
    # Origins that are no column's are the draft's.
    assert again == replace(schema, **dict.fromkeys(OF_TABLE.values(), DECLARED))


def test_bounds_with_a_comma_are_understood_or_refused_and_never_misread():
    page = edit(with_table(), "age", upper="70,5")
    assert draft(page).rows.loc["age", "upper"] == 70.5
    page = edit(page, "age", upper="much")
    assert any("Upper bound of age" in text.value for text in page.error)
    assert draft(page).rows.loc["age", "upper"] == 70.5


def test_a_phone_gets_a_list_of_what_the_grid_says(monkeypatch):
    monkeypatch.setattr(visitor, "is_phone", lambda: True)
    page = with_table(csv(header="age,a*b,sick"))
    assert "- **age**: a number from 0 to 80, read from the data" in words(page)
    assert r"- **a\*b**: a category, read from the data: baker, smith, missing" in words(page)
    page = edit(page, "age", lower="10", upper="95.5", origin=DECLARED)
    assert "- **age**: a number from 10 to 95.5, declared" in words(page)
    page = edit(page, "age", use=False)
    assert "- Left out: age" in words(page)
    monkeypatch.undo()
    assert "**age**: a number" not in words(ok(page.run()))
