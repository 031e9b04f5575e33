"""What a released model looks at, on the page."""

import pytest

from dpcore.data import uploads
from dpcore.erm.losses import Logistic
from dpcore.ledger import Ledger
from dpcore.release import Model, release
from pages.release.looks_at import sentences
from tests.pages.release.forms import SCHEMA, N, csv, give, ok
from tests.pages.screen import opened, words


def released(folder, mechanism: str) -> Model:
    with Ledger(folder / "l.db") as book:
        book.open("clinic", n=N, epsilon=1.0)
        return release(
            uploads.read(csv()), SCHEMA, mechanism=mechanism, epsilon=1.0, lam=0.1,
            loss=Logistic(), ledger=book, data_set="clinic",
        )  # fmt: skip


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_effects_are_in_the_tables_units_and_certain_only_where_the_law_is_known(
    mechanism: str, tmp_path
):
    model = released(tmp_path, mechanism)
    app = ok(opened("release", release_part="use"))
    app.session_state["fold release_looks_at"] = True
    app = ok(give(app, "model", "m.json", model.to_json().encode()))
    (rows,) = (each.value for each in app.dataframe)
    assert {each.name for each in SCHEMA.features} <= set(rows["Column"])
    is_known = mechanism == "output"
    assert ("Without noise (95 %)" in rows) is is_known
    assert (sentences.NO_INTERVALS in words(app)) is not is_known
    assert ("signs" in words(app)) is is_known
    assert ("Sign" in rows) is is_known
    assert sentences.COSTS_NOTHING in words(app)


def test_without_a_model_nothing_is_asked():
    app = ok(opened("release", release_part="use"))
    assert not [each for each in app.expander if each.label.startswith("What does this model")]
