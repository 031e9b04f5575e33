"""How numbers and levels are written, as a declared fact: the same records, however they are."""

import json
import time

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.reading import as_declared, table_as_declared
from dpcore.data.declared.schema import WRITTEN, Category, FileLayout, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.written.writing import TIME, Writing, of_example
from dpcore.release import records

GERMAN = Writing(",", ".", "€")
WAYS = {
    GERMAN: lambda v: f"{v:,.2f} €".translate(str.maketrans(",.", ".,")),
    Writing(".", ",", "$"): lambda v: f"${v:,.2f}",
    Writing(",", " "): lambda v: f"{v:,.2f}".replace(",", "\u202f").replace(".", ","),
    Writing(".", "'", "CHF"): lambda v: f"CHF {v:,.2f}".replace(",", "’"),
    Writing(".", "", "%"): lambda v: f"{v:.2f} %",
    Writing(): lambda v: f"({-v:.2f})" if v < 0 else f"{v:.2f}",
}


def schema(**more) -> Schema:
    return Schema(
        Label("sick", ("yes",)),
        (
            Numeric("pay", -2_000, 90_000, missing=0, **more),
            Category("town", ("Köln", "Rom"), missing="Rom", other="Rom", joined=True),
        ),
    )


def rows(n=60, seed=0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    pay = np.round(rng.normal(20_000, 15_000, n), 2)
    return pd.DataFrame(
        {"pay": pay, "town": ["Köln", "Rom"] * (n // 2), "sick": ["yes", "no", "no"] * (n // 3)}
    )


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.example)
def test_the_same_numbers_are_the_same_records_however_they_are_written(way):
    numbers = rows()
    texts = numbers.assign(pay=[WAYS[way](value) for value in numbers["pay"]])
    known = encode(numbers, schema())
    assert np.array_equal(encode(texts, schema(written=way)).X, known.X)
    X, y = records.read(texts, schema(written=way))
    np.testing.assert_allclose(X, known.X, rtol=0, atol=1e-15)
    assert np.array_equal(y, known.y)
    # A column that comes as numbers is as it is meant.
    assert np.array_equal(encode(numbers, schema(written=way)).X, known.X)


def test_a_cell_that_does_not_fit_is_refused_for_who_looks_and_missing_for_a_release():
    texts = rows().assign(pay=["950"] * 58 + ["2.1", "3 kg"])
    with pytest.raises(
        InvalidInput, match=r"row 59 of pay holds '2\.1 \(not as declared\)'.*another"
    ):
        encode(texts, schema(written=GERMAN))
    X, _ = records.read(texts, schema(written=GERMAN))
    missing, _ = records.read(texts.assign(pay=["950"] * 58 + ["?", "?"]), schema(written=GERMAN))
    assert np.array_equal(X, missing)
    # The near miss: as computers write it, 2.1 is a number.
    assert not np.array_equal(records.read(texts, schema())[0], missing)


def test_a_declared_way_reads_each_cell_by_itself():
    column = pd.Series(["1.234", "0,5", "17", "x"], name="pay")
    feature = schema(written=GERMAN).features[0]
    whole = as_declared(column, feature).tolist()
    alone = [as_declared(column[[k]], feature).item() for k in column.index]
    assert whole == alone == ["1234", "0.5", "17", "x"]


def test_spellings_that_look_alike_are_one_level_where_they_are_joined_and_only_there():
    texts = pd.DataFrame({"pay": ["1"] * 4, "town": ["KÖLN", "Ko\u0308ln ", "rom", "Rom"],
                          "sick": ["yes", "no", "no", "yes"]})  # fmt: skip
    assert (encode(texts, schema()).X[:, 1] > 0).tolist() == [True, True, False, False]
    apart = Schema(Label("sick", ("yes",)), (Category("town", ("Köln", "Rom")),))
    with pytest.raises(InvalidInput, match="not a declared level"):
        encode(texts, apart)


def test_a_long_cell_of_accents_takes_no_time():
    started = time.process_time()
    cell = "a" + "\u0301\u0316" * 60_000
    texts = pd.DataFrame({"pay": ["1"], "town": [cell], "sick": ["yes"]})
    assert records.read(texts, schema())[0][0, 2] > 0  # any other text
    assert time.process_time() - started < 1


def test_values_of_a_joined_label_are_read_however_they_are_spelled():
    texts = pd.DataFrame({"pay": ["1", "2"] * 3, "y": ["1", "0", "1.0", "-0.0", "+1", "false"]})
    label = Label("y", ("1",), joined=True)
    found = Schema(label, (Numeric("pay", 0, 9, missing=0),))
    assert encode(texts, found).y.tolist() == [1, -1] * 3
    assert records.read(texts, found)[1].tolist() == [1, -1] * 3
    assert table_as_declared(texts, found)["y"].tolist() == ["1", "0", "1", "-0.0", "1", "false"]


def test_what_is_joined_cannot_be_told_apart():
    with pytest.raises(InvalidInput, match="'Rom' and 'ROM' are one"):
        Category("town", ("Rom", "ROM"), joined=True)
    with pytest.raises(InvalidInput, match=r"'1' and '1\.0' are one"):
        Label("y", ("1",), ("1.0",), joined=True)


def test_a_quantity_that_is_predicted_is_read_as_it_is_written():
    texts = rows().assign(price=[f"1.{k:03d} €" for k in range(60)])
    label = Label("price", threshold=1_029, written=GERMAN)
    found = Schema(label, (Category("town", ("Köln", "Rom"), missing="Rom", other="Rom"),))
    assert encode(texts, found).y.tolist() == [-1] * 30 + [1] * 30
    assert records.read(texts, found)[1].tolist() == [-1] * 30 + [1] * 30


def test_values_on_the_sides_of_a_label_are_texts_however_numbers_are_written():
    with pytest.raises(InvalidInput, match="cannot be declared with values on its sides"):
        Label("y", ("1,5",), written=Writing(","))  # 1,5 would be read as 1.5, on no side


def test_a_schema_that_says_nothing_new_is_saved_as_it_always_was():
    document = json.loads(Schema(Label("y", ("1",)), (Numeric("a", 0, 1),)).to_json())
    assert {*document} == {"label", "features", "markers", "intercept"}
    assert {*document["features"][0]} == {"kind", "name", "lower", "upper", "missing", "origin"}
    assert {*document["label"]} == {"name", "positive", "negative", "origin"}


@pytest.mark.parametrize("way", [*WAYS, Writing(form=TIME)], ids=lambda way: way.example)
def test_what_is_written_is_loaded_as_it_was_saved(way):
    whole = Schema(
        Label("y", threshold=3, written=way),
        (Numeric("a", 0, 1, written=way), Category("b", ("x",), joined=True)),
        file=FileLayout("\t", 4, "windows-1252", "Sheet 2"),
        file_origin="read from the data",
    )
    assert Schema.from_json(whole.to_json()) == whole
    assert whole.undeclared() == (WRITTEN,)
    assert whole.declare().proposed() == (WRITTEN,)
    assert of_example(way.example) == way


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"written": {"decimal": ";"}}, "decimal must be one of"),
        ({"written": {"decimal": ".", "grouping": "."}}, "must differ"),
        ({"written": {"unit": "12"}}, "a unit must be a text"),
        *(({"written": {"unit": unit}}, "a unit must be") for unit in ("(kg)", " kg", "+", "a-b")),
        ({"written": {"decimal": 5}}, "decimal must be a text"),
        ({"written": "1.234,5"}, "written must be a JSON object"),
        ({"written": {"digits": "."}}, "cannot have an entry 'digits'"),
        ({"kind": "category", "levels": ["x"], "joined": 1}, "joined of a must be true or false"),
    ],
)
def test_what_says_no_way_of_writing_is_refused_in_a_sentence(wrong, why):
    document = json.loads(Schema(Label("y", ("1",)), (Numeric("a", 0, 1),)).to_json())
    document["features"][0] |= wrong
    if wrong.get("kind"):
        del document["features"][0]["lower"], document["features"][0]["upper"]
    with pytest.raises(InvalidInput, match=why):
        Schema.from_json(json.dumps(document))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"separator": "|"}, "separator of the file must be one of"),
     ({"header": -1}, "header of the file must be"), ({"header": 2.5}, "header of the file must"),
     ({"header": "1"}, "header of the file must"), ({"header": True}, "header of the file must"),
     ({"encoding": "latin-1"}, "encoding of the file must be one of"),
     ({"sheet": 3}, "sheet of the file must be a text")],
)  # fmt: skip
def test_what_says_no_layout_of_a_file_is_refused_in_a_sentence(wrong, why):
    document = json.loads(Schema(Label("y", ("1",)), (Numeric("a", 0, 1),)).to_json())
    with pytest.raises(InvalidInput, match=why):
        Schema.from_json(json.dumps(document | {"file": FileLayout().as_saved() | wrong}))


def test_a_marker_means_missing_however_numbers_are_written():
    texts = rows().assign(pay=["1.234"] * 55 + ["9.999", "999,9", "-999", "−999", "NA"])
    marked = Schema(
        schema().label, schema(written=GERMAN).features, ("9.999", "999,9", "-999", "NA")
    )
    for X in (encode(texts, marked).X, records.read(texts, marked)[0]):
        assert len({*X[:55, 0]}) == 1
        assert {*X[55:, 0]} == {*encode(texts.assign(pay="NA"), marked).X[:, 0]}
