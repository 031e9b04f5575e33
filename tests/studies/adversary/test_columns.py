"""One unknown column: every value it may have, encoded as the table is, the record among them."""

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dplab.simulation import sources
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.adversary import columns
from dplab.studies.adversary.line_up import attribute
from dplab.studies.adversary.person import Upload, person

N = 60
RNG = np.random.default_rng(0)
TABLE = pd.DataFrame(
    {
        "age": RNG.integers(10, 99, N).astype(str),
        "dose": [f"{dose:.3f}" for dose in RNG.uniform(0, 1, N)],
        "job": RNG.choice(["smith", "baker", "miller"], N),
        "sick": np.where(np.arange(N) % 3, "yes", "no"),
    }
)
TABLE.loc[:9, "age"] = "?"
TABLE.loc[5:14, "job"] = "?"
FEATURES = (
    Numeric("age", 17, 90, missing=40),
    Numeric("dose", 0, 1),
    Category("job", ("smith", "baker", "miller"), missing="baker"),
)


def own(*, intercept=False):
    schema = Schema(Label("sick", ("yes",)), FEATURES, intercept=intercept)
    return Upload(encode(TABLE, schema), TABLE, schema)


def changed(row: pd.DataFrame, column: str, text: str, upload: Upload):
    """Return what the whole table's encoding makes of a changed row."""
    table = TABLE.copy()
    table.loc[row.index[0], column] = text
    return encode(table, upload.schema).X[row.index[0]]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("row", range(0, 40, 3))
def test_the_record_is_among_its_alternatives_and_all_of_them_differ(row, intercept):
    upload = own(intercept=intercept)
    who = person(Settings(data=UPLOAD), row, upload)
    for column in columns.names(who):
        found = columns.alternatives(who, column)
        np.testing.assert_array_equal(found.encoded[found.own], who.x)
        apart = np.abs(found.encoded[:, None] - found.encoded).max(axis=2)
        assert (apart[~np.eye(len(apart), dtype=bool)] > columns.SAME).all()
        assert len(found.labels) == len(found.encoded)


@pytest.mark.parametrize("intercept", [False, True])
def test_alternatives_are_what_the_table_would_have_been_encoded_as(intercept):
    upload = own(intercept=intercept)
    for row in (0, 7, 20):
        who = person(Settings(data=UPLOAD), row, upload)
        found = columns.alternatives(who, "job")
        for label, encoded in zip(found.labels, found.encoded, strict=True):
            np.testing.assert_allclose(encoded, changed(who.cells, "job", label, upload))
        found = columns.alternatives(who, "age")
        for label, encoded in zip(found.labels, found.encoded, strict=True):
            text = label.removeprefix("≤ ").removeprefix("≥ ")
            np.testing.assert_allclose(encoded, changed(who.cells, "age", text, upload))


def test_values_stand_in_order_and_bounds_say_that_they_are_bounds():
    who = person(Settings(data=UPLOAD), 20, own())
    labels = columns.alternatives(who, "age").labels
    assert labels[0] == "≤ 17"
    assert labels[-1] == "≥ 90"
    inside = [float(label) for label in labels[1:-1]]
    assert inside == sorted(inside)
    assert {20, 25, 85} <= set(inside)
    assert columns.alternatives(who, "job").labels == ("smith", "baker", "miller")


def test_a_missing_cell_is_what_it_counts_as():
    missing = [
        person(Settings(data=UPLOAD), row, own())
        for row in range(48)
        if person(Settings(data=UPLOAD), row, own()).number in range(5, 10)
    ]
    assert missing
    for who in missing:
        job, age = (columns.alternatives(who, column) for column in ("job", "age"))
        assert job.labels[job.own] == "baker"
        assert age.labels[age.own] == "40"


def test_generated_features_stay_in_the_ball():
    who = person(Settings(data="uniform", n=100), 5)
    found = columns.alternatives(who, "x2")
    assert (np.linalg.norm(found.encoded, axis=1) <= 1 + 1e-12).all()
    others = [place for place in range(len(who.x)) if place != 1]
    np.testing.assert_array_equal(found.encoded[:, others] - who.x[others], 0)


def test_a_line_up_takes_them_in_their_order():
    settings = Settings(data="uniform", n=100)
    found = columns.alternatives(person(settings, 5), "x1")
    line_up = attribute(sources.part(settings, 100), 5, found.encoded)
    assert line_up.truth == found.own
    assert line_up.origins.tolist() == list(range(len(found.labels)))


@pytest.mark.parametrize("column", ["", "weight", "sick"])
def test_a_column_that_is_not_learned_from_gets_a_sentence(column):
    with pytest.raises(InvalidInput, match="The column must be one that the classifier learns"):
        columns.alternatives(person(Settings(data=UPLOAD), 0, own()), column)
