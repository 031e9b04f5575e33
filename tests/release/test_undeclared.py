"""Cells that are not as declared are counted before the charge, for the owner, and stop nothing.

Facts that were read from the data stop it.
"""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import (
    CHOICE,
    CONSTANT,
    MARKING,
    OF_TABLE,
    WRITTEN,
    Category,
    Label,
    Numeric,
    Schema,
)
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.uploads import read
from dpcore.erm.losses import Logistic
from dpcore.estimators import DeclaredEncoder, PrivateLinearClassifier
from dpcore.ledger import Ledger
from dpcore.release import UndeclaredCellsWarning, release
from dpcore.release.records import as_dict, texts_of
from dpcore.release.scorer import encode
from dpcore.release.undeclared import sentences, undeclared_cells
from dplab.tables.guesses.completion import completed
from dplab.tables.proposal import propose
from tests.release.cases import run, table

SCHEMA = Schema(
    Label("sick", ("yes",)),
    (
        Numeric("weight", 30, 200, missing=62),
        Category("job", ("smith", "none"), missing="none", other="none"),
    ),
    markers=("?", "-9"),
)
JOBS = ["smith", "none", "?"]


def rows(**cells):
    whole = {"weight": ["50", "1e2", "?"], "job": JOBS, "sick": ["yes", "no", "0"]}
    return pd.DataFrame({**whole, **cells})


def said(frame, schema=SCHEMA):
    return [each.sentence for each in undeclared_cells(frame, schema)]


NUMBERS, LEVELS = "of weight {} as declared: {} as 62.", "of job {}: {} as 'none'."
ONE, MORE = ("is not a number", "it counts"), ("are not numbers", "they count")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({}, []),
        ({"weight": ["1,5", "2", "?"]}, ["1 of 3 cells " + NUMBERS.format(*ONE)]),
        ({"weight": ["1,5", "80,0", "old"]}, ["3 of 3 cells " + NUMBERS.format(*MORE)]),
        # Missing, and no declared marker says so.
        ({"weight": ["", "NA", None]}, ["3 of 3 cells " + NUMBERS.format(*MORE)]),
        ({"weight": [1.5, np.nan, 80]}, ["1 of 3 cells " + NUMBERS.format(*ONE)]),
        # Beyond the bounds, or marked in another way of writing the same number: as declared.
        ({"weight": ["-1", "1e9", "-9.0"]}, []),
        ({"job": ["Smith", "", "smith"]},
         ["2 of 3 cells " + LEVELS.format("are not declared levels", "they count")]),
        ({"job": ["smith", "cook", "?"]},
         ["1 of 3 cells " + LEVELS.format("is not a declared level", "it counts")]),
        ({"sick": ["yes", "", "?"]},
         ["2 of 3 cells of sick, the label, are empty or marked as missing: they count as "
          "not yes."]),
    ],
)  # fmt: skip
def test_cells_that_nobody_declared_are_counted_with_what_they_count_as(cells, expected):
    assert said(rows(**cells)) == expected


def test_a_label_with_a_threshold_counts_what_is_no_number():
    schema = Schema(Label("price", threshold=5), SCHEMA.features)
    frame = rows().assign(price=["6,5", "", "7"], weight="40", job="none")
    assert said(frame, schema) == [
        "2 of 3 cells of price, the label, are not numbers as declared: they count as not above 5."
    ]


def test_of_many_columns_the_first_are_named_and_the_rest_counted():
    names = [f"c{k}" for k in range(11)]
    schema = Schema(SCHEMA.label, tuple(Numeric(name, 0, 1, missing=0) for name in names))
    found = undeclared_cells(rows().assign(**dict.fromkeys(names, "1,5")), schema)
    told = sentences(found)
    assert len(found) == 11
    assert told[7] == "3 of 3 cells of c7 are not numbers as declared: they count as 0."
    assert told[8:] == ["And 3 more columns have such cells."]


def test_what_is_counted_is_what_is_read_as_the_constant_or_the_other_level():
    # An oracle of its own: cells whose encoding is that of another text, and that are no marker.
    frame = rows(weight=["1,5", "62", "?"], job=["cook", "none", "?"])
    encoded = encode(as_dict(SCHEMA), texts_of(frame, SCHEMA.features), 3)
    assert np.ptp(encoded, axis=0).tolist() == [0, 0, 0]
    assert [(each.name, each.count) for each in undeclared_cells(frame, SCHEMA)] == [
        ("weight", 1), ("job", 1),
    ]  # fmt: skip


COMMAS = CsvDialect(";", has_header=True, decimal_comma=False, as_declared=True)
TEXT = b"weight;job;sick\n" + b"".join(
    b"%d,5;smith;%s\n" % (40 + k % 90, (b"yes", b"no")[k % 2]) for k in range(5000)
)
SENTENCE = "5,000 of 5,000 cells of weight are not numbers as declared: they count as 62."


@pytest.fixture
def asked(tmp_path):
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.open("clinic", n=5000, epsilon=2.0)
        yield {"mechanism": "objective_tight", "epsilon": 1.0, "loss": Logistic(),
               "ledger": ledger, "data_set": "clinic"}  # fmt: skip


def test_a_file_with_decimal_commas_is_told_before_the_charge(asked, monkeypatch):
    frame = read(TEXT, said=COMMAS)
    charge, seen = Ledger.charge, []
    monkeypatch.setattr(Ledger, "charge", lambda *a, **k: seen.append("charge") or charge(*a, **k))
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, kind, filename, *_: seen.append(
            (str(message), kind, filename)
        )
        warnings.simplefilter("always")
        model = release(frame, SCHEMA, **asked)
    (message, kind, filename), charged = seen
    assert SENTENCE in message
    assert (kind, filename, charged) == (UndeclaredCellsWarning, __file__, "charge")
    assert asked["ledger"].budget("clinic").spent == 1.0
    with pytest.warns(UndeclaredCellsWarning, match=SENTENCE) as warned:
        model.predict(frame)
    assert warned[0].filename == __file__
    assert model.undeclared(frame)[0].sentence == SENTENCE


def test_a_stop_leaves_the_ledger_as_it_was_and_says_that_it_is_an_answer(asked):
    before = asked["ledger"].to_json()
    with pytest.raises(InvalidInput, match=SENTENCE) as stopped:
        release(read(TEXT, said=COMMAS), SCHEMA, **asked, stop_at_undeclared=True)
    assert "That it stopped reveals something about the records, which no ε covers" in str(
        stopped.value
    )
    assert asked["ledger"].to_json() == before


def test_a_table_as_declared_is_released_without_a_word(asked):
    frame = read(TEXT.replace(b",5", b".5"), said=COMMAS)
    release(frame, SCHEMA, **asked, stop_at_undeclared=True).predict(frame)
    assert asked["ledger"].budget("clinic").spent == 1.0


def test_nothing_that_is_released_rests_on_who_is_told(ledger):
    # The same chance with and without cells that are counted: one more argument, the same model.
    odd = table().assign(age=[*["old"] * 50, *table()["age"][50:]])
    assert undeclared_cells(odd, run(ledger).schema)[0].count == 50
    assert run(ledger, rows=odd).coef.tolist() == run(ledger, rows=odd).coef.tolist()


def test_rows_that_the_schema_leaves_out_do_not_count():
    label = Label("sick", ("yes",), ("no",), unlabelled="left out")
    frame = rows(weight=["heavy", "60", "light"], sick=["yes", "no", "?"])
    assert said(frame, Schema(label, SCHEMA.features, markers=SCHEMA.markers)) == [
        "1 of 2 cells of weight is not a number as declared: it counts as 62."
    ]


def test_a_pipeline_is_told_before_its_fit_is_charged(asked, tmp_path, monkeypatch):
    schema = Schema(SCHEMA.label, (*SCHEMA.features[:1], SCHEMA.features[1]), markers=("?", ""))
    model = make_pipeline(
        DeclaredEncoder(schema),
        PrivateLinearClassifier(1.0, classes=("no", "yes"), ledger=str(tmp_path / "l.db")),
    )
    frame = rows(job=["smith", "cook", ""])
    monkeypatch.setattr(PrivateLinearClassifier, "fit", lambda *_: pytest.fail("it was fitted"))
    with (
        pytest.warns(UndeclaredCellsWarning, match="1 of 3 cells of job is not a declared level"),
        pytest.raises(pytest.fail.Exception, match="it was fitted"),
    ):
        model.fit(frame, frame["sick"])
    # Text in a column of numbers ends there already.
    with pytest.raises(InvalidInput, match="row 1 of weight holds '1,5'"):
        model.fit(rows(weight=["1,5", "2", "3"]), frame["sick"])
    assert asked["ledger"].budget("clinic").spent == 0


def test_scikit_learns_wrapper_does_not_hide_who_is_warned():
    with pytest.warns(UndeclaredCellsWarning) as warned:
        DeclaredEncoder(SCHEMA).fit_transform(rows(job=["smith", "cook", "?"]))
    with pytest.warns(UndeclaredCellsWarning) as direct:
        DeclaredEncoder(SCHEMA).transform(rows(job=["smith", "cook", "?"]))
    assert direct[0].filename == __file__
    assert len(warned) == 1


WHERE = {
    CONSTANT: "whether there is a constant feature (intercept_origin)",
    MARKING: "which texts mean missing (markers_origin)",
    CHOICE: "which columns are learned from (columns_origin)",
    WRITTEN: "how the file, its numbers and its levels are written (file_origin)",
}


@pytest.mark.parametrize("left", [MARKING, CHOICE, WRITTEN])
def test_a_proposal_is_released_once_all_of_it_is_declared_and_charged_nothing_before(ledger, left):
    found = table().assign(ward=["none", "-", *map(str, range(198))], room="1")
    assert "-" in propose(found, "sick").markers  # as it stands there
    proposed = completed(propose(found, "sick"))
    assert "room" not in [each.name for each in proposed.features]  # as it is the same for all
    nearly = proposed.declare(*{*proposed.undeclared()} - {left})
    for schema, facts in ((proposed, (MARKING, CHOICE, WRITTEN)), (nearly, (left,))):
        with pytest.raises(InvalidInput, match="were read from the data") as refusal:
            run(ledger, rows=found, schema=schema)
        assert [fact for fact in OF_TABLE if WHERE[fact] in str(refusal.value)] == [*facts]
        assert "declare them: on the page Data, or in the schema file" in str(refusal.value)
        assert ledger.budget("clinic").charges == ()
    run(ledger, rows=found, schema=nearly.declare(left))
    assert len(ledger.budget("clinic").charges) == 1
