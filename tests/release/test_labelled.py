"""Rows without a label are left out of a release only if it is declared public who has one."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.label import LEFT_OUT
from dpcore.data.encoding import encode
from dpcore.ledger import Ledger
from dpcore.release import Model, records
from dpcore.release.records import check_schema, read
from tests.release.cases import SCHEMA, run, table

LABEL = replace(SCHEMA.label, unlabelled=LEFT_OUT)
SIMULATED = replace(SCHEMA, label=LABEL)
PUBLIC = replace(SCHEMA, label=replace(LABEL, labelled_is_public=True))


def with_gaps(n: int = 250, gaps: int = 50):
    rows = table(n)
    rows.loc[np.random.default_rng(1).permutation(n)[:gaps], "sick"] = "?"
    return rows


@pytest.fixture
def open_ledger(tmp_path):
    with Ledger(tmp_path / "labelled.db") as ledger:
        ledger.open("clinic", n=200, epsilon=3)
        yield ledger


def test_it_is_refused_unless_declared_and_nothing_is_charged(open_ledger):
    with pytest.raises(InvalidInput, match="declared that having a label is public"):
        run(open_ledger, rows=with_gaps(), schema=SIMULATED)
    with pytest.raises(InvalidInput, match="labelled_is_public"):
        check_schema(SIMULATED)
    check_schema(PUBLIC)
    assert open_ledger.budget("clinic").spent == 0


def test_where_declared_n_counts_the_rows_with_a_label_and_the_certificate_says_so(open_ledger):
    model = run(open_ledger, rows=with_gaps(), schema=PUBLIC)
    facts = model.certificate
    assert facts["n"] == facts["n_trained"] == 200
    assert (
        "Rows without a label 'sick' are left out, and n counts the others" in facts["neighbours"]
    )
    assert "a record with a label is replaced by another with a label" in facts["neighbours"]
    again = Model.from_json(model.to_json())
    assert again.schema == PUBLIC
    # The same draw from the labelled rows alone, under a schema that leaves out none.
    plain = run(
        open_ledger, rows=with_gaps()[lambda rows: rows["sick"] != "?"].reset_index(drop=True)
    )
    assert again.coef.tolist() == plain.coef.tolist()
    assert "left out" not in plain.certificate["neighbours"]


def test_a_table_with_another_number_of_labels_is_refused_before_the_charge(open_ledger):
    # The near miss: whoever loses a label makes no neighbour, and n says so.
    with pytest.raises(
        InvalidInput, match="was opened for n = 200 records; the table has 199 with a label"
    ):
        run(open_ledger, rows=with_gaps(gaps=51), schema=PUBLIC)
    with pytest.raises(InvalidInput, match=r"the table has 250\."):
        run(open_ledger, rows=with_gaps(), schema=SCHEMA)
    assert open_ledger.budget("clinic").spent == 0


def test_a_release_and_a_simulation_leave_out_the_same_rows():
    (X, y), found = read(with_gaps(), PUBLIC), encode(with_gaps(), PUBLIC)
    assert len(y) == 200
    assert X.tobytes() == found.X.tobytes()
    assert y.tolist() == found.y.tolist()


def test_the_scorer_needs_no_label(open_ledger):
    model = run(open_ledger, rows=with_gaps(), schema=PUBLIC)
    columns = records.texts_of(with_gaps(), PUBLIC.features)
    assert set(columns) == {"age", "ward"}
    assert len(model.predict(with_gaps().drop(columns="sick"))) == 250
