"""What does not fit on the Data page gets a sentence; what was there before stays."""

import json

import pytest
from streamlit.proto.DownloadButton_pb2 import DownloadButton
from streamlit.testing.v1 import AppTest

from dpcore.data.declared.schema import READ, Category, Label, Numeric, Schema
from dpcore.data.files.dialect import RANDOM
from tests.house.some import every
from tests.pages.tables import (
    N,
    csv,
    declare,
    draft,
    edit,
    load_schema,
    metrics,
    ok,
    open_page,
    own,
    says,
    upload,
    with_table,
)

MISFITS = {
    "ragged": (csv() + b"1,2\n", "every record must have 3 cells"),
    "one class": (b"a,b\n" + b"1,x\n2,x\n" * 20, "a column besides a to learn from"),
    "few records": (csv(9), "at least 10 records"),
    "empty": (b"", "it is empty"),
    "header alone": (b"a,b\n", "at least 10 records"),
    "zip": (b"PK\x03\x04" + bytes(100), "a zip file"),
    "parquet": (b"PAR1" + bytes(range(128, 256)), "a Parquet file"),
    "utf-16 without a mark": (csv().decode().encode("utf-16-le"), "no text at all"),
    "two encodings": ("größe,b\n".encode("latin-1") + "ä,b\n".encode() * 20, "another encoding"),
    "vertical bars": (csv().replace(b",", b"|"), "vertical bars"),
    "one cell too many": (csv().replace(b",", b";") + b"1;2;3;4\n", "a semicolon needs"),
    "open quote": (csv() + b'"1,2,3\n', "plain CSV"),
    "2,001 columns": (b",".join(b"c%d" % i for i in range(2001)) + b"\n", "at most 2,000 columns"),
    "100,001 records": (b"a,b\n" + b"1,2\n" * 100_001, "at most 100,000 records"),
    "wide header": (b"c," * 400_000 + b"c\n", "at most 2,000 columns"),
    "long line": (b"a,b\n" + b"x" * 2_000_000 + b",1\n", "characters"),
}


@pytest.fixture(scope="module")
def with_good_table() -> AppTest:
    """A visitor whose good table stays in use, whatever comes after it."""
    return with_table()


@pytest.mark.parametrize("name", every(3, MISFITS))
def test_misfit_gets_a_sentence_and_the_old_table_stays(with_good_table: AppTest, name: str):
    data, sentence = MISFITS[name]
    page = with_good_table
    before = own(page)
    assert sentence not in says(page)  # of the misfit before
    upload(page, data, f"other.{name}")
    assert "This file cannot be used" in says(page)
    assert sentence in says(page)
    assert any(f"your table of {N} records" in text.value for text in page.caption)
    assert own(page) is before
    assert metrics(page)["Records"] == str(N)
    # It stays so when something else is changed.
    page.session_state["epsilon"] = str(1 + list(MISFITS).index(name))
    page.run()
    assert own(ok(page)) is before


def test_refusal_of_a_first_table_invites_another():
    page = upload(open_page(data="upload"), b"a,b\n1,2\n")
    assert "at least 10 records" in says(page)
    page.file_uploader[0].clear()
    assert metrics(upload(page, csv()))["Records"] == str(N)


CORRECTIONS = {
    "text in a number": (
        {"kind": "number", "lower": 0.0, "upper": 1.0, "missing": "0.5"},
        "say above what the cells that are not numbers mean",
    ),
    "no bound": ({"kind": "number"}, "lower bound of job must be a number; it is empty"),
    "upside down": (
        {"kind": "number", "lower": 2.0, "upper": 1.0, "missing": "1"},
        "below its upper bound",
    ),
    "undeclared level": ({"levels": "smith, missing"}, "not a declared level"),
    "no level": ({"levels": None, "missing": None}, "at least one level"),
    "open quote": ({"levels": '"smith, baker'}, "levels must be separated by commas"),
    "level twice": ({"levels": "smith, smith"}, "must differ"),
    "missing is no level": ({"missing": "unknown"}, "must be one of its levels"),
    "missing refused": ({"missing": None, "levels": "smith, baker"}, "Rows are never dropped"),
}


@pytest.mark.parametrize("name", every(3, CORRECTIONS))
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


@pytest.mark.parametrize("text", ["1e999", "inf"])
def test_number_that_is_not_finite_is_asked_about(text: str):
    page = with_table(csv() + f"{text},smith,yes\n".encode())
    assert "say above what the cell that is not a number means" in says(page)
    assert any(f"“{text}” (1 in age)" in each.value for each in page.markdown)


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


def test_schema_makes_the_round_trip_through_the_page():
    page = declare(edit(with_table(), "age", upper=120.0, missing="30"))
    saved = draft(page).schema().to_json()
    other = load_schema(with_table(csv(80, seed=5)), saved)
    assert not says(other)
    assert own(other).schema == Schema.from_json(saved) == own(page).schema
    assert own(other).schema.undeclared() == ()


def test_rows_that_make_no_schema_cannot_be_saved():
    page = with_table()
    assert not saving(page).disabled
    assert saving(edit(page, "age", upper=-1.0)).disabled


def saving(page: AppTest) -> DownloadButton:
    """Return the button that saves a schema."""
    buttons = [each.proto for each in page.get("download_button")]
    (found,) = (each for each in buttons if each.label == "Save as JSON")
    return found


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
        "cannot be a feature, too",
    ),
    "no feature": (json.dumps(SCHEMA | {"features": []}).encode(), "at least one column"),
    "unknown entry": (json.dumps(SCHEMA | {"evil": 1}).encode(), "cannot have an entry"),
}


@pytest.mark.parametrize("name", every(3, BAD_SCHEMAS))
def test_bad_schema_gets_a_sentence_and_changes_nothing(name: str):
    data, sentence = BAD_SCHEMAS[name]
    page = with_table()
    before = own(page)
    load_schema(page, data)
    assert "This schema cannot be used" in says(page)
    assert sentence in says(page)
    assert own(page) is before


def test_of_a_table_with_too_many_records_as_many_as_allowed_are_read_at_a_choice():
    page = upload(open_page(data="upload"), b"a,b\n" + b"1,x\n2,y\n" * 50_001)
    assert "at most 100,000 records" in says(page)
    page.selectbox[-1].set_value(RANDOM).run()
    assert metrics(ok(page))["Records"] == "100,000"
    assert any(
        "Of the 100,002 records in the file, 100,000 chosen at random are in use" in text.value
        for text in page.caption
    )
