"""A fitted model, in memory and in its pickle, holds none of the records it was fitted to."""

import gc
import weakref
from unittest import mock

import numpy as np
import pytest

from dpcore.estimators import linear
from dpcore.release.exact import minimisers
from dpcore.release.scorer import number
from tests.estimators.replay import kept, planted
from tests.estimators.replay.fits import fit
from tests.estimators.replay.trace import traced

FITS = [seed for seed in range(60) if fit(seed).path[-1] in ("solves", "stops short")][:24]


def held(seed, folder):
    """Return a pipeline's model, and numbers and texts that are its records' alone."""
    made = fit(seed)
    X, y = made.tables[0]
    trace = traced(made, (X, y), seed, folder)
    ((rows, _),) = trace.records
    cells = [cell for row in np.asarray(X).tolist() for cell in row]
    # Of texts those that are long enough to be in nothing else.
    texts = {cell for cell in cells if isinstance(cell, str) and len(cell) > 6}
    numbers = {cell if isinstance(cell, float) else number(cell) for cell in cells}
    numbers |= set(rows.ravel().tolist()) | set(np.linalg.norm(rows, axis=1).tolist())
    # What was declared stands in the model, and may; and so may 1, 0.5 or 5e-324.
    numbers -= {None, made.model.norm_bound, made.model.epsilon, *made.lams, 2**-0.5}
    own = {each for each in numbers if 1e-30 < abs(each) < 1e30 and len(repr(each)) > 6}
    assert len(own) > len(y)
    return trace.model, made.encoder, len(y), own, texts


def check(model, encoder, n, numbers, texts):
    kept.check_in_memory(n, numbers, vars(model), encoder)
    kept.check_in_pickle(numbers, texts, model)
    kept.check_in_pickle(numbers, texts, encoder)


@pytest.mark.parametrize("seed", FITS)
def test_nothing_of_the_records_and_nothing_of_the_noise_is_kept(seed, tmp_path):
    check(*held(seed, tmp_path))


@pytest.mark.parametrize("name", [name for name in planted.MUTANTS if "kept" in name])
def test_a_planted_record_is_found_in_memory_and_in_the_pickle(name, tmp_path, monkeypatch):
    planted.MUTANTS[name].plant(monkeypatch)
    model, encoder, n, numbers, texts = held(FITS[0], tmp_path)
    with pytest.raises(AssertionError, match="an entry for each record"):
        kept.check_in_memory(n, numbers, vars(model), encoder)
    if name.startswith("records"):
        with pytest.raises(AssertionError, match="the pickle holds"):
            kept.check_in_pickle(numbers, texts, model)


@pytest.mark.parametrize("what", ["a function", "an object", "chance"])
def test_what_hides_behind_a_model_is_reached(what, tmp_path):
    model, _, n, numbers, _ = held(FITS[0], tmp_path)
    rows = np.full((n, 2), 0.125)
    model.hidden_ = {
        "a function": lambda: rows,
        "an object": {"deep": [(mock.sentinel.other, rows.T[1:])]},
        "chance": [np.random.default_rng(0)],
    }[what]
    with pytest.raises(AssertionError, match="is kept"):
        kept.check_in_memory(n, numbers, vars(model))


@pytest.mark.filterwarnings("ignore::dpcore.estimators.UndeclaredCellsWarning")
def test_no_array_of_records_outlives_its_fit(monkeypatch):
    """Of eight fits, with one search for what nobody needs: after thousands of tests it is long."""
    seen, unit_rows, solve = [], linear.unit_rows, minimisers.solve

    def noted(*args, **named):
        rows = unit_rows(*args, **named)
        seen.append(weakref.ref(rows))
        return rows

    def noted_solve(X, y, *args, **named):
        seen.extend((weakref.ref(X), weakref.ref(y)))
        return solve(X, y, *args, **named)

    monkeypatch.setattr(linear, "unit_rows", noted)
    monkeypatch.setattr(minimisers, "solve", noted_solve)
    fitted = []
    for seed in FITS[:8]:
        before, made = len(seen), fit(seed)
        fitted.append(made.estimator(None))
        with np.errstate(all="ignore"):
            fitted[-1].fit(*made.tables[0])
        assert len(seen) > before + 2
    gc.collect()
    assert [k for k, each in enumerate(seen) if each() is not None] == []
    assert len(fitted) == 8
