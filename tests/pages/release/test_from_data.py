"""What is on the Data page comes along: the file, read anew, and the schema once it is complete."""

from dataclasses import replace

import pytest

from dpcore.data import uploads
from dpcore.data.declared.schema import READ, FileLayout, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.files.dialect import UNKNOWN, CsvDialect
from dpcore.data.files.limits import USUAL
from dpcore.data.written.writing import Writing
from pages.comparison.screen.own_table import OwnTable, SourceFile
from pages.kit.visitor import kept
from tests.pages.release.forms import SCHEMA, N, csv, give, labels, ok, press, refusals
from tests.pages.screen import opened

TAKE_SCHEMA = "Take the schema of the Data page"
# Recognised, this file has decimal commas: all of its records decide so together.
COMMAS = ("sick;age\n" + "no;1,5\nyes;2,5\n" * 60).encode()
HALVES = Schema(
    Label("sick", ("yes",)),
    (Numeric("age", 0, 9, missing=3, written=Writing(",")),),
    file=FileLayout(";"),
)
SILENT = replace(HALVES, features=(Numeric("age", 0, 9, missing=3),), file=None)
"""As schemas were saved before they said how a table is written."""


def after_data(content: bytes = b"", schema: Schema = SCHEMA, said: CsvDialect = UNKNOWN):
    """Return the page as it is opened by whoever has a table on the Data page."""
    app = ok(opened("release"))
    read, packed = uploads.packed(content or csv(), USUAL, said)
    own = OwnTable(
        1, schema, encode(read.table, HALVES if schema is SILENT else schema), read.table
    )
    file = SourceFile("clinic.csv", packed, said)
    kept.keep(app.session_state["visitor"], "own_table", replace(own, file=file))
    return ok(app.run())


def table(app):
    return kept.get(app.session_state["visitor"], "release_table")


def words(app) -> str:
    return "\n".join(each.value for each in (*app.markdown, *app.caption)).replace("\\", "")


def test_two_presses_bring_file_and_schema_and_nothing_else_is_asked():
    app = after_data()
    assert "Here nothing is recognised from the records" in words(app)
    app = press(press(app, "Take clinic.csv"), TAKE_SCHEMA)
    assert f"**{N} records**, 2 features, 4 columns after encoding" in words(app)
    assert "Every cell has a declared meaning." in words(app)
    assert app.text_input  # the second step


def test_without_a_table_of_the_data_page_nothing_of_it_is_offered():
    app = ok(opened("release"))
    assert "Data page" not in words(app)
    assert not any("Data page" in label for label in labels(app))


def test_a_file_of_the_data_page_is_read_as_its_schema_declares_and_nothing_is_asked():
    app = after_data(COMMAS, HALVES)
    assert "Read as the schema declares: semicolons between cells." in words(app)
    assert not any(each.key == "release_table_separator" for each in app.selectbox)
    app = press(press(app, "Take clinic.csv"), TAKE_SCHEMA)
    assert set(table(app).content["age"]) == {"1,5", "2,5"}
    assert table(app).said == HALVES.file.dialect()
    assert "**120 records**, 1 feature" in words(app)


def test_where_another_schema_declares_otherwise_the_table_is_read_anew():
    app = press(after_data(COMMAS, HALVES), "Take clinic.csv")
    other = replace(HALVES, file=FileLayout(";", header=3))
    app = give(app, "schema", "other.json", other.to_json().encode())
    assert table(app).said == other.file.dialect()
    assert "the table must have the column 'sick' once" in refusals(app)


def test_a_file_that_its_schema_cannot_read_stays_refused_until_that_changes():
    app = press(after_data(COMMAS, replace(HALVES, file=FileLayout("\t"))), "Take clinic.csv")
    assert "This file cannot be used: read as its schema declares (tabs" in refusals(app)
    app = ok(app.run())
    assert "This file cannot be used" in refusals(app)
    app = give(app, "schema", "right.json", HALVES.to_json().encode())
    assert refusals(app) == ""
    assert set(table(press(app, "Take clinic.csv")).content["age"]) == {"1,5", "2,5"}


def test_of_a_schema_that_does_not_say_how_a_table_is_written_it_is_asked():
    app = after_data(COMMAS, SILENT)
    assert "Take clinic.csv" in " ".join(labels(app))
    # As it stands: commas between cells, and points.
    app = press(app, "Take clinic.csv")
    assert "This file cannot be used" in refusals(app)
    assert table(app) is None
    app.selectbox(key="release_table_separator").select(";")
    app = press(ok(app.run()), "Take clinic.csv")
    assert set(table(app).content["age"]) == {"1,5", "2,5"}  # whatever its records look like
    app = ok(app.button(key="release_remove_table").click().run())
    app.selectbox(key="release_table_decimal").select(True)
    app = press(ok(app.run()), "Take clinic.csv")
    assert set(table(app).content["age"]) == {"1.5", "2.5"}
    assert table(app).said.as_declared


def test_commas_that_were_said_give_way_to_a_schema_that_says_how_columns_are_written():
    app = after_data(COMMAS, SILENT)
    app.selectbox(key="release_table_separator").select(";")
    app.selectbox(key="release_table_decimal").select(True)
    app = press(ok(app.run()), "Take clinic.csv")
    assert set(table(app).content["age"]) == {"1.5", "2.5"}
    app = give(app, "schema", "written.json", replace(HALVES, file=None).to_json().encode())
    assert set(table(app).content["age"]) == {"1,5", "2,5"}
    assert "**120 records**" in words(app)


def test_it_is_the_same_table_as_if_it_were_uploaded_here():
    app = press(after_data(), "Take clinic.csv")
    said = CsvDialect(",", has_header=True, decimal_comma=False, as_declared=True)
    assert table(app).content.equals(uploads.read(csv(), USUAL, said))


def test_what_was_said_of_the_file_on_the_data_page_is_not_asked_again():
    app = after_data(COMMAS, SILENT, CsvDialect(";", has_header=True, decimal_comma=True))
    assert app.selectbox(key="release_table_separator").value == ";"
    assert app.selectbox(key="release_table_decimal").value is True


def test_what_was_recognised_is_no_start():
    app = after_data(COMMAS, SILENT)
    assert app.selectbox(key="release_table_separator").value == ","
    assert app.selectbox(key="release_table_decimal").value is False


@pytest.mark.parametrize(
    "schema",
    [
        replace(SCHEMA, label=Label("sick", ("yes",), origin=READ)),
        replace(SCHEMA, label=Label("sick", ("yes",), ("no",))),
        replace(SCHEMA, features=(Numeric("age", 0, 90),)),
    ],
    ids=["guessed", "both sides", "no constant"],
)
def test_a_schema_that_is_not_ready_is_not_taken_and_the_page_says_where_to_complete_it(schema):
    app = after_data(schema=schema)
    assert TAKE_SCHEMA not in labels(app)
    assert "still holds guesses, or leaves a cell without a meaning" in words(app)


def test_a_table_that_stays_on_the_data_page_is_not_released_from():
    app = press(after_data(), TAKE_SCHEMA)
    assert not app.text_input
    assert not any(label.startswith("Release one") for label in labels(app))
