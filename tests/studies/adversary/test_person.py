"""Each training record is reconstructed, cell by cell, and nothing else passes for it."""

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import training_rows
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.real import places, tables
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.erm.solver import solve
from dplab.instruments.adversary import reconstruct_each
from dplab.instruments.minimisers import polished
from dplab.simulation import sources
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.adversary.person import Upload, exact, person, reconstructed, traces

SCHEMA = Schema(
    Label("sick", ("yes",), ("no",)),
    (Numeric("age", 18, 90, missing=50), Numeric("dose", 0, 10), Category("sex", ("f", "m"))),
    intercept=True,
)
OWN = Settings(data=UPLOAD, lam=0.01, seed=3)


def uploaded(schema=SCHEMA, n=60):
    """A table of texts, as a visitor's is: with a missing cell and doses beyond the bound."""
    rng = np.random.default_rng(1)
    age = rng.integers(18, 90, n).astype(str)
    age[4] = "?"
    table = pd.DataFrame(
        {
            "name": [f"person {k}" for k in range(n)],
            "age": age,
            "dose": rng.integers(0, 12, n).astype(str),
            "sex": rng.choice(["f", "m"], n),
            "sick": rng.choice(["yes", "no"], n),
        }
    )
    return Upload(encode(table, schema), table, schema)


@pytest.fixture(scope="module")
def own():
    return uploaded()


def test_everybody_of_a_table_with_levels_is_reconstructed_whole(own):
    coef = exact(OWN, own)
    for row in range(48):
        found = reconstructed(OWN, row, coef=coef, own=own)
        (guess,) = [each for each in found.guesses if each.is_possible]
        assert guess.is_true
        ((read, agreed),) = zip(guess.rows, guess.agreements, strict=True)
        assert read.label == found.person.y
        assert all(cell.holds for cell in agreed)
        assert all(cell.digits is None or cell.digits >= 7 for cell in agreed)
    assert traces(OWN, coef=coef, own=own).undecided == 0


def test_a_person_is_the_row_of_the_table_that_the_split_put_there(own):
    part = sources.part(OWN, 48, records=own.records)
    for row in (0, 7, 47):
        who = person(OWN, row, own)
        assert who.cells["name"].item() == f"person {who.number}"
        again = encode(pd.concat([who.cells, own.table[:9]]), SCHEMA)
        np.testing.assert_array_equal(again.X[0], part.X[row])
        np.testing.assert_array_equal(who.u, part.y[row] * part.X[row])
        assert who.count == 1


def test_the_wrong_persons_cells_do_not_agree(own):
    """The near miss: the row of that number before the split moved it."""
    coef, rows = exact(OWN, own), training_rows(own.records, 48, OWN.seed)
    moved = Upload(own.records, own.table.iloc[np.roll(np.arange(60), 1)], SCHEMA)
    wrong = 0
    for row in range(48):
        found = reconstructed(OWN, row, coef=coef, own=moved)
        assert found.person.number == rows[row]
        (guess,) = [each for each in found.guesses if each.is_possible]
        wrong += not all(cell.holds for cell in guess.agreements[0])
    assert wrong >= 45


def test_the_steps_are_those_of_the_page(own):
    coef = exact(OWN, own)
    found = reconstructed(OWN, 5, coef=coef, own=own)
    assert found.gradient_norm < 1e-13
    assert np.linalg.norm(found.left_over) > 1e-3
    (guess,) = [each for each in found.guesses if each.is_true]
    slope = -OWN.make_loss().slope(np.array([coef @ guess.u]))[0]
    assert guess.factor == pytest.approx(1 / slope)
    assert np.nanmin(np.abs(found.factors - guess.factor)) < 1e-9
    assert found.projection == pytest.approx(coef @ found.left_over)


def test_a_classifier_that_is_off_by_a_thousandth_reconstructs_nobody(own):
    coef = exact(OWN, own) * 1.001
    guesses = [g for k in range(48) for g in reconstructed(OWN, k, coef=coef, own=own).guesses]
    assert not any(guess.is_true and guess.digits.min() > 6 for guess in guesses)


def test_breast_cancer_comes_back_as_ranges_that_hold():
    """All rows fill the ball and all columns are numbers: label and scale are open."""
    settings = Settings(data="breast_cancer")
    coef = exact(settings)
    for row in (0, 100, 454):
        found = reconstructed(settings, row, coef=coef)
        (guess,) = [each for each in found.guesses if each.is_true]
        assert guess.digits.min() >= 7
        assert [each.label for each in guess.rows] == [1, -1]
        held = [all(cell.holds for cell in each) for each in guess.agreements]
        assert held[0 if found.person.y > 0 else 1]
        assert guess.rows[0].factors[0] < guess.rows[0].factors[1]
        table = places.read(tables.named("breast_cancer"))
        assert found.person.cells.iloc[0].tolist() == table.iloc[found.person.number].tolist()
    facts = traces(settings, coef=coef)
    assert (facts.n, facts.without, facts.doubled, facts.undecided) == (455, 0, 353, 353)


def test_beyond_the_corner_of_a_hinge_nobody_leaves_a_trace():
    settings = Settings(data="breast_cancer", loss="huber", h=0.5)
    coef, part = exact(settings), sources.part(settings, 455)
    beyond = part.X @ coef * part.y > 1.5
    facts = traces(settings, coef=coef)
    assert facts.without == beyond.sum()
    row = int(np.argmax(beyond))
    assert reconstructed(settings, row, coef=coef).guesses == ()


def test_a_row_that_stands_for_many_records_is_one_of_them():
    settings = Settings(data="counterexample", n=1_000, d=4, lam=0.01)
    coef, part = exact(settings), sources.part(settings, 1_000)
    assert part.weight is not None
    for row in range(len(part.y)):
        found = reconstructed(settings, row, coef=coef)
        assert found.person.count == part.weight[row]
        assert any(guess.is_true for guess in found.guesses)
        data = sources.load(settings)
        np.testing.assert_array_equal(data.X[found.person.number], part.X[row])
    assert traces(settings, coef=coef).n == 1_000


def test_generated_records_have_no_cells_but_digits():
    settings = Settings(data="unseparable", n=200, d=3)
    found = reconstructed(settings, 3, coef=exact(settings))
    assert found.person.cells is None
    (guess,) = [each for each in found.guesses if each.is_true]
    assert guess.rows == ()
    assert guess.digits.min() >= 8


@pytest.mark.whole  # test_everybody_of_a_table_with_levels_is_reconstructed_whole is quicker
def test_adult_is_reconstructed_whole(tables_folder, monkeypatch):
    """50 of 5,000: each one has one possible row, the right one, label and all."""
    monkeypatch.setenv(places.FOLDER, str(tables_folder))
    settings = Settings(data="adult", lam=1e-4, n=5_000)
    coef = exact(settings)
    facts = traces(settings, coef=coef)
    assert (facts.without, facts.undecided) == (0, 0)
    assert facts.doubled > 2_000
    for row in range(0, 5_000, 100):
        found = reconstructed(settings, row, coef=coef)
        (guess,) = [each for each in found.guesses if each.is_possible]
        assert guess.is_true
        assert guess.rows[0].label == found.person.y
        assert all(cell.holds for cell in guess.agreements[0])


def test_rows_that_repeat_one_another_are_reconstructed_too():
    """Equal rows round alike in a running sum. Measured 6e-9, and 5e-7 without the last step."""
    rng = np.random.default_rng(0)
    often = np.sort(rng.choice(12, 60_000, p=[0.8, 0.1] + [0.01] * 10))
    table = uploaded(n=12).table.iloc[often].reset_index(drop=True)
    own = Upload(encode(table, SCHEMA), table, SCHEMA)
    part, loss = sources.part(OWN, 48_000, records=own.records), OWN.make_loss()
    us = part.X * part.y[:, None]

    def furthest(coef):
        found = reconstruct_each(coef, part.X, part.y, loss=loss, lam=OWN.lam)
        pairs = [(each, u) for each, u in zip(found, us, strict=True) if len(each)]
        assert len(pairs) > 40_000
        return max(np.abs(each - u).max(axis=1).min() for each, u in pairs)

    # The near miss: polished in the solver's running sum.
    start = solve(part.X, part.y, loss, OWN.lam).coefs
    rows = Rows(part.X * part.y[:, None], np.full(48_000, 1 / 48_000), 1)
    (plain,) = polished(start, Objective(rows, loss, np.full(1, OWN.lam), np.zeros_like(start)))
    assert furthest(exact(OWN, own)) < min(1e-7, furthest(plain) / 5)


@pytest.mark.parametrize(
    ("settings", "row", "sentence"),
    [
        (Settings(data="breast_cancer"), 455, "row must be at most 454"),
        (Settings(data="breast_cancer"), -1, "row must be at least 0"),
        (Settings(data="breast_cancer"), 1.5, "row must be a whole number"),
        (Settings(data="breast_cancer", n=1), 0, "n must be at least 2"),
        (Settings(data="nowhere"), 0, "data must be one of"),
        (Settings(data=UPLOAD), 0, "pass them as `records`"),
    ],
)
def test_a_person_who_is_not_there_gets_a_sentence(settings, row, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        person(settings, row)
