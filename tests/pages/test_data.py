"""The Data page, as a visitor meets it: choose, upload, correct, declare; and every misfit."""

import json
import logging
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from dpcore.data import proposal, uploads
from dpcore.data.schema import DECLARED, READ, Category, Label, Numeric, Schema
from pages.shared.own_table import OwnTable
from pages.shared.records import rows
from pages.shared.records.draft import Draft
from tests.pages.screen import complaints, opened

N = 60


def open_page(**settings: str) -> AppTest:
    return ok(opened("data.py", **settings))


def ok(page: AppTest) -> AppTest:
    assert complaints(page) == []
    assert page.title[0].value == "What goes in?"
    return page


def csv(n: int = N, *, header: str = "age,job,sick", seed: int = 0) -> bytes:
    """Return a table with one number, one category with a missing cell, and a label."""
    rng = np.random.default_rng(seed)
    lines = [
        f"{rng.integers(18, 80)},{rng.choice(['smith', 'baker', '?'])},{'yes' if i % 3 else 'no'}"
        for i in range(n)
    ]
    return "\n".join([header, *lines, ""]).encode()


def upload(page: AppTest, data: bytes, name: str = "mine.csv") -> AppTest:
    page.file_uploader[0].upload(name, data)
    return ok(page.run())


def with_table(data: bytes | None = None) -> AppTest:
    return upload(open_page(data="upload"), data or csv())


def own(page: AppTest) -> OwnTable | None:
    return page.session_state.get("own_table")


def draft(page: AppTest) -> Draft:
    return page.session_state["draft"]


def edit(page: AppTest, column: str, **cells: object) -> AppTest:
    """Type into the grid's row of a column, keeping what was typed before."""
    now = draft(page)
    shown = [name for name in now.start.index if name != now.label.name]
    key = f"grid_{now.number}"
    typed = dict(page.session_state[key]["edited_rows"])
    row = shown.index(column)
    typed[row] = typed.get(row, {}) | cells
    page.session_state[key] = {"edited_rows": typed, "added_rows": [], "deleted_rows": []}
    return ok(page.run())


def says(page: AppTest) -> str:
    alerts = [alert.value for alert in (*page.error, *page.info)]
    return "\n".join(alerts).replace("\\", "")


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def load_schema(page: AppTest, text: str | bytes) -> AppTest:
    page.file_uploader(key=f"schema_{draft(page).number}").upload(
        "schema.json", text if isinstance(text, bytes) else text.encode()
    )
    return ok(page.run())


def declare(page: AppTest) -> AppTest:
    (button,) = (each for each in page.button if each.label.startswith("Declare"))
    return ok(button.click().run())


@pytest.mark.parametrize("data", ["uniform", "unseparable", "breast_cancer"])
def test_every_choice_of_data_shows_numbers_and_a_picture(data: str):
    page = open_page(data=data)
    assert metrics(page).keys() == {"Records", "Features d", "Labelled +1", "To learn from"}
    assert len(page.get("plotly_chart")) == 1
    assert [fold.label for fold in page.expander][-3:] == [
        "The mathematics",
        "Assumptions",
        "What this does not show",
    ]


def test_first_look_is_generated_data():
    assert metrics(open_page())["Records"] == "25,000"


def test_law_names_the_knobs_in_use():
    page = open_page(data="uniform", separation="0.2")
    assert any("closer than **0.2**" in text.value for text in page.markdown)


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
    assert any("Did a link bring you here" in text.value for text in page.caption)


def test_upload_is_used_at_once():
    page = with_table()
    assert not says(page)
    assert metrics(page) == {
        "Records": str(N),
        "Features d": "4",
        "Labelled +1": "66.7 %",
        "To learn from": "48",
    }
    assert own(page).schema.label == Label("sick", ("yes",), ("no",), READ)
    assert any(link.proto.page == "trade-off" for link in page.get("page_link"))


def test_shares_of_rows_are_marked_as_not_private():
    page = edit(with_table(), "age", lower=30.0, upper=50.0)
    remarks = next(text.value for text in page.markdown if "outside its bounds" in text.value)
    assert all("not private" in line for line in remarks.splitlines())


def test_guesses_are_marked_and_declared_by_one_click():
    page = with_table()
    assert own(page).schema.undeclared() == ("sick", "age", "job")
    assert set(draft(page).rows["origin"]) == {READ}
    number = own(page).number
    declare(page)
    assert own(page).schema.undeclared() == ()
    assert not any(button.label.startswith("Declare") for button in page.button)
    # The records are the same: what was computed from them still holds.
    assert own(page).number == number


def test_declaring_keeps_what_was_typed():
    page = declare(edit(with_table(), "age", upper=120.0))
    assert own(page).schema.features[0] == Numeric("age", 0, 120, None, DECLARED)


def test_one_column_can_be_declared_alone():
    page = edit(with_table(), "age", origin=DECLARED)
    assert own(page).schema.undeclared() == ("sick", "job")


def test_column_can_be_left_out():
    page = edit(with_table(), "job", use=False)
    assert own(page).data.features == ("age",)
    ok(page)


MISFITS = {
    "no header name": (b"a,,c\n" + b"1,2,3\n" * 20, "every column must have a name"),
    "name twice": (b"a,a,c\n" + b"1,2,3\n" * 20, "column names must differ"),
    "ragged": (csv() + b"1,2\n", "every record must have 3 cells"),
    "one class": (b"a,b\n" + b"1,x\n2,x\n" * 20, "a column beside a to learn from"),
    "few records": (csv(9), "at least 10 records"),
    "header alone": (b"a,b\n", "at least 10 records"),
    "empty": (b"", "it is empty"),
    "zip": (b"PK\x03\x04" + bytes(100), "a zip file"),
    "parquet": (b"PAR1" + bytes(range(128, 256)), "a Parquet file"),
    "utf-16": (csv().decode().encode("utf-16"), "UTF-16"),
    "latin-1": ("größe,b\n".encode("latin-1") * 20, "another encoding"),
    "semicolons": (csv().replace(b",", b";"), "semicolons"),
    "open quote": (csv() + b'"1,2,3\n', "plain CSV"),
    "201 columns": (b",".join(b"c%d" % i for i in range(201)) + b"\n", "at most 200 columns"),
    "wide header": (b"c," * 400_000 + b"c\n", "at most 200 columns"),
    "100,001 records": (b"a,b\n" + b"1,2\n" * 100_001, "at most 100,000 records"),
    "long line": (b"a,b\n" + b"x" * 2_000_000 + b",1\n", "characters"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_misfit_gets_a_sentence_and_the_old_table_stays(name: str):
    data, sentence = MISFITS[name]
    page = with_table()
    before = own(page)
    upload(page, data, "other.csv")
    assert "This file cannot be used" in says(page)
    assert sentence in says(page)
    assert any(f"your table of {N} records" in text.value for text in page.caption)
    assert own(page) is before
    assert metrics(page)["Records"] == str(N)
    # It stays so when something else is changed.
    page.text_input(key="epsilon").set_value("1").run()
    assert own(ok(page)) is before


def test_refusal_of_a_first_table_invites_another():
    page = upload(open_page(data="upload"), b"a,a\n1,2\n")
    assert "column names must differ" in says(page)
    page.file_uploader[0].clear()
    assert metrics(upload(page, csv()))["Records"] == str(N)


CORRECTIONS = {
    "text in a number": (
        {"kind": "number", "lower": 0.0, "upper": 1.0, "missing": "0.5"},
        "a numeric column takes",
    ),
    "no bound": ({"kind": "number"}, "lower bound of job must be a number; it is empty"),
    "upside down": (
        {"kind": "number", "lower": 2.0, "upper": 1.0, "missing": "1"},
        "below its upper bound",
    ),
    "undeclared level": ({"levels": "smith, missing"}, "not a declared level"),
    "no level": ({"levels": None, "missing": None}, "at least one level"),
    "open quote": ({"levels": '"smith, baker'}, "levels must be a list"),
    "level twice": ({"levels": "smith, smith"}, "must differ"),
    "missing is no level": ({"missing": "unknown"}, "must be one of its levels"),
    "missing refused": ({"missing": None, "levels": "smith, baker"}, "rows are never dropped"),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_bad_correction_gets_a_sentence_and_is_kept(name: str):
    typed, sentence = CORRECTIONS[name]
    page = with_table()
    before = own(page)
    edit(page, "job", **typed)
    assert sentence in says(page)
    assert "stays in use: 60 records, 4 features" in says(page)
    assert own(page) is before
    kept = draft(page).rows.loc["job"]
    assert all(kept[field] == value for field, value in typed.items() if value is not None)


@pytest.mark.parametrize("text", ["1e999", "inf", "nan"])
def test_number_that_is_not_finite_gets_a_sentence(text: str):
    page = with_table(csv() + f"{text},smith,yes\n".encode())
    assert "numbers must be finite" in says(edit(page, "age", kind="number", lower=0, upper=9))


def test_cells_that_mean_missing_can_be_named():
    page = with_table(csv() + b"unknown,smith,yes\n")
    markers = page.multiselect(key=f"markers_{draft(page).number}")
    ok(markers.set_value([*markers.value, "unknown"]).run())
    edit(page, "age", kind="number", lower=0.0, upper=90.0, missing="45")
    assert not says(page)
    assert own(page).schema.features[0] == Numeric("age", 0, 90, 45, READ)


def test_label_with_more_than_two_values_asks_which_are_positive():
    data = csv().replace(b"no", b"perhaps", 5)
    page = with_table(data)
    assert own(page) is None
    assert "One thing is missing" in says(page)
    page.multiselect(key=f"negative_{draft(page).number}").set_value(["no"]).run()
    assert not says(ok(page))
    assert own(page).schema.label == Label("sick", (), ("no",), READ)


def test_another_column_can_be_predicted():
    page = with_table()
    page.selectbox(key=f"label_{draft(page).number}").set_value("job").run()
    # A missing label has no side: the sentence says so, and the visitor gives it one.
    assert "which means missing" in says(ok(page))
    positive = page.multiselect(key=f"positive_{draft(page).number}")
    ok(positive.set_value(["smith", "?"]).run())
    assert own(page).schema.label == Label("job", ("smith", "?"), ("baker",), READ)
    assert own(page).data.features == ("age", "sick = no", "sick = yes")


def test_values_on_both_sides_get_a_sentence():
    page = with_table()
    page.multiselect(key=f"negative_{draft(page).number}").set_value(["no", "yes"]).run()
    assert "on both sides" in says(ok(page))


def test_identifier_is_left_out_with_a_reason():
    lines = csv().decode().splitlines()
    numbered = "\n".join(["id," + lines[0], *(f"{i},{line}" for i, line in enumerate(lines[1:]))])
    page = with_table(numbered.encode())
    assert "id" not in own(page).data.features
    (why,) = (fold for fold in page.expander if "left out" in fold.label)
    assert why.label.startswith("1 column left out")
    assert "like an identifier" in why.markdown[0].value
    assert "id" in own(edit(page, "id", use=True)).data.features


def test_table_and_corrections_survive_other_pages():
    page = edit(with_table(), "age", upper=120.0)
    before = own(page)
    page.switch_page("overview.py").run()
    page.switch_page("data.py").run()
    assert own(ok(page)) is before
    assert draft(page).rows.loc["age", "upper"] == 120.0
    edit(page, "age", lower=10.0)
    assert own(page).schema.features[0] == Numeric("age", 10, 120, None, READ)


def test_bad_correction_survives_other_pages_too():
    page = edit(with_table(), "age", upper=-1.0)
    page.switch_page("overview.py").run()
    page.switch_page("data.py").run()
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
    assert "draft" not in page.session_state
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
    assert set(page.query_params) <= {"data"}


def test_schema_makes_the_round_trip_through_the_page():
    page = declare(edit(with_table(), "age", upper=120.0, missing="30"))
    saved = draft(page).schema().to_json()
    other = load_schema(with_table(csv(80, seed=5)), saved)
    assert not says(other)
    assert own(other).schema == Schema.from_json(saved) == own(page).schema
    assert own(other).schema.undeclared() == ()


def test_loaded_schema_that_does_not_fit_is_kept_and_gets_a_sentence():
    page = with_table()
    before = own(page)
    schema = Schema(Label("sick", ("yes",)), (Numeric("height", 0, 2.5), Numeric("age", 0, 99)))
    load_schema(page, schema.to_json())
    assert "the column 'height' once" in says(page)
    assert own(page) is before
    edit(page, "height", use=False)
    assert own(page).data.features == ("age",)


SCHEMA = json.loads(
    Schema(Label("sick", ("yes",)), (Numeric("age", 0, 99), Category("job", ("smith",)))).to_json()
)
BAD_SCHEMAS = {
    "no JSON": (b"not json", "not JSON"),
    "no text": (b"\xff\xfe\x00", "not JSON"),
    "no features": (b"{}", "list of features"),
    "label among the features": (
        json.dumps(SCHEMA | {"label": {"name": "age"}}).encode(),
        "cannot be a feature too",
    ),
    "no feature": (json.dumps(SCHEMA | {"features": []}).encode(), "at least one column"),
    "unknown entry": (json.dumps(SCHEMA | {"evil": 1}).encode(), "cannot have an entry"),
}


@pytest.mark.parametrize("name", BAD_SCHEMAS)
def test_bad_schema_gets_a_sentence_and_changes_nothing(name: str):
    data, sentence = BAD_SCHEMAS[name]
    page = with_table()
    before = own(page)
    load_schema(page, data)
    assert "This schema cannot be used" in says(page)
    assert sentence in says(page)
    assert own(page) is before


def test_names_from_a_file_are_not_taken_for_markdown():
    page = with_table(csv(header="![x](http://a/b.png),$j$,sick"))
    upload(page, b"![x](http://a/b),![x](http://a/b)\n1,2\n")
    assert "![x](" in says(page)
    assert all("![" not in alert.value for alert in page.error)


def test_two_hundred_columns_are_usable():
    rng = np.random.default_rng(0)
    header = ",".join(f"c{i}" for i in range(199)) + ",sick\n"
    body = "\n".join(",".join(map(str, row)) for row in rng.integers(0, 2, (50, 200)))
    page = with_table((header + body).encode())
    assert not says(page)
    assert own(page).data.X.shape == (50, 199)
    assert len(own(edit(page, "c198", use=False)).data.features) == 198


texts = st.text(max_size=8).map(str.strip)


@given(st.lists(texts, min_size=1, unique=True))
def test_levels_survive_their_line(values: list[str]):
    assert rows.levels(rows.line(values)) == tuple(values)


def test_schema_survives_its_rows():
    table = uploads.read(csv())
    schema = proposal.propose(table)
    odd = Category("job", ("a, b", 'c"d', "", "smith"), "", "smith", DECLARED)
    number = Numeric("age", -0.1, 1e-7, 1 / 3 * 1e-8, READ)
    schema = replace(schema, features=(number, odd))
    assert rows.schema(rows.of(schema, table), schema.label, schema.markers) == schema
