"""What must hold of one run of a release, and of two runs on neighbours with the same chance.

Each number that noise is added to moves by at most its declared sensitivity, each scale is the
theorem's, and everything that is not drawn from noise is the same.
"""

import math

import numpy as np

from dpcore.release.orders import ReleaseRequest, plan_route
from dpcore.release.records import WEIGHTS, of_loss
from tests.release.replay.pairs import Pair
from tests.release.replay.trace import Trace
from tests.release.replay.trainings import (
    ROUNDING,
    asked_alike,
    drawn,
    mistakes_of,
    moved_at_most,
)

CHOSEN = {
    "n_trained", "lam", "lam_rule", "extra_lam", "lam_used", "noise_rate", "residual_rate", "tau",
    "grid", "epsilon_noise", "epsilon_curvature",
}  # fmt: skip
"""What a certificate says of the chosen candidate, and may differ where the choice does."""

DRAWN = {"date", "ledger", "test"}


def hold(pair: Pair, one: Trace, other: Trace) -> None:
    """Assert all that must hold of both runs.

    Raises
    ------
    AssertionError
        Which says what does not.
    """
    assert one.refusal == other.refusal, "what a cell holds decided a refusal"
    assert one.charged == other.charged, "what a cell holds decided a charge"
    cost = (max(pair.order.epsilon, pair.order.epsilon_test), pair.order.delta)
    assert one.charged in ((), (cost,)), "another ε or δ was charged"
    if one.refusal:
        assert bool(one.charged) == bool(one.questions), "chance was asked for free"
        # After the charge nothing is refused but what the solver left undone.
        assert bool(one.charged) == one.refusal.startswith("MissedTolerance"), one.refusal
        assert pair.stops_short or not one.charged, "a usual draw was refused"
        return
    assert one.charged, "a draw was released for nothing"
    assert not pair.stops_short, "a draw beyond τ was released"
    for trace in (one, other):
        _holds_of_one(pair, trace)
    _holds_of_both(pair, one, other)


def _sizes(pair: Pair) -> list[int]:
    """Return how many records each part has: those that train, that judge, that test."""
    m, n_tested = len(pair.order.candidates), round(pair.order.test_share * pair.budget.n)
    n = pair.budget.n - n_tested
    parts = [n // (m + 1) + (k < n % (m + 1)) for k in range(m + 1)] if m else [n]
    return [*parts, n_tested] if n_tested else parts


def _parts(pair: Pair, trace: Trace) -> list[np.ndarray]:
    sizes = _sizes(pair)
    asked = trace.of("permutation")
    assert len(asked) == (len(sizes) > 1), "the parts were not cut by one permutation"
    order = asked[0].answer if asked else np.arange(sizes[0])
    return np.split(order, np.cumsum(sizes)[:-1])


def _holds_of_one(pair: Pair, trace: Trace) -> None:
    order, epsilon = pair.order, pair.order.epsilon / pair.budget.records_per_person
    ((X, y),) = trace.records
    parts, plans = _parts(pair, trace), plan_route(order, pair.budget).plans
    m = len(order.candidates)
    assert len(trace.solved) == max(m, 1), "not one training for each candidate"
    vectors, coefs = iter(trace.of("vector")), []
    for k, solved in enumerate(trace.solved):
        assert np.array_equal(solved["X"], X[parts[k]]), "a training saw other records"
        assert np.array_equal(solved["y"], y[parts[k]]), "a training saw other labels"
        assert np.array_equal(solved["weight"], _weight(order, y[parts[k]])), "other weights"
        coefs.append(drawn(order, plans[k], solved, vectors, epsilon))
    assert next(vectors, None) is None, "more noise than mechanisms"
    predicted, pick = iter(trace.predicted), 0
    if m:
        asked, rows = next(predicted)
        assert np.array_equal(asked, np.stack(coefs)), "others were judged than were drawn"
        assert np.array_equal(rows, X[parts[m]]), "the judges are not the part that judges"
        judges = y[parts[m]]
        wrong = mistakes_of(asked, rows, judges, _weight(order, judges))
        (choice,) = trace.of("choice")
        counts, at = choice.scale
        assert np.allclose(np.array(counts, float), wrong, rtol=1e-12), "chosen by another count"
        assert math.isclose(at, epsilon, rel_tol=1e-9), "chosen at another ε"
        pick = choice.answer
    released = [each["coefficient"] for each in trace.document["coefficients"]]
    assert np.array_equal(released, coefs[pick]), "another classifier was released"
    if order.test_share:
        asked, rows = next(predicted)
        assert np.array_equal(asked, [coefs[pick]]), "another classifier was tested"
        assert np.array_equal(rows, X[parts[-1]]), "the testers are not the part that tests"
        (noise,) = trace.of("laplace")
        share = order.epsilon_test / pair.budget.records_per_person
        assert math.isclose(noise.scale, share, rel_tol=1e-9), "tested at another ε"
        count = int(mistakes_of(asked, rows, y[parts[-1]])[0])
        noisy = min(max(count + noise.answer, 0), len(rows))
        assert trace.document["certificate"]["test"]["mistakes"] == noisy, "another count"
    assert next(predicted, None) is None, "more was asked of the records than is paid for"


def _weight(order: ReleaseRequest, y: np.ndarray) -> np.ndarray:
    """Return what each record counts, by the document's words alone."""
    weights = of_loss(order.loss).get(WEIGHTS, {"negative": 1.0, "positive": 1.0})
    assert max(weights.values()) == 1, "a record counts more than the noise is made for"
    return np.where(y > 0, weights["positive"], weights["negative"])


def _holds_of_both(pair: Pair, one: Trace, other: Trace) -> None:
    ((X, y),), ((X_other, y_other),) = one.records, other.records
    assert X.shape == X_other.shape, "n or d follows what cells hold"
    kept = np.setdiff1d(np.arange(len(y)), pair.changed)
    assert np.array_equal(X[kept], X_other[kept]), "a record moved others"
    assert np.array_equal(y[kept], y_other[kept]), "a record moved others' labels"
    assert np.linalg.norm(np.stack([X, X_other]), axis=2).max() <= 1 + ROUNDING
    asked_alike(one, other)
    changed = [np.isin(rows, pair.changed).sum() for rows in _parts(pair, one)]
    plans = plan_route(pair.order, pair.budget).plans
    for k, (mine, yours) in enumerate(zip(one.solved, other.solved, strict=True)):
        moved_at_most(pair.order, plans[k].tau, (mine, yours), int(changed[k]))
    _judged_alike(pair, one, other, changed)
    _certified_alike(one, other)


def _judged_alike(pair: Pair, one: Trace, other: Trace, changed) -> None:
    labels = [run.records[0][1] for run in (one, other)]
    parts = _parts(pair, one)
    places = ([len(pair.order.candidates)] if pair.order.candidates else []) + [-1]
    for place, mine, yours in zip(places, one.predicted, other.predicted, strict=False):
        if not np.array_equal(mine[0], yours[0]):
            continue
        counts = [
            mistakes_of(*run, y[parts[place]], _weight(pair.order, y[parts[place]]))
            for run, y in zip((mine, yours), labels, strict=True)
        ]
        most = changed[place] * (1 + ROUNDING)
        assert np.abs(counts[0] - counts[1]).max() <= most, "a count moved by more"


def _certified_alike(one: Trace, other: Trace) -> None:
    """Assert that two documents differ in what was drawn alone."""
    documents = []
    for run in (one, other):
        document = {k: v for k, v in run.document.items() if k != "coefficients"}
        document["features"] = [each["feature"] for each in run.document["coefficients"]]
        test = run.document["certificate"]["test"]
        sizes = test and {k: v for k, v in test.items() if k not in ("mistakes", "error")}
        picks = [each.answer for each in run.of("choice")]
        certificate = {k: v for k, v in document["certificate"].items() if k not in DRAWN}
        documents.append((document | {"certificate": certificate | {"test": sizes}}, picks))
    (mine, pick), (yours, picked) = documents
    if pick != picked:
        for each in (mine, yours):
            for name in CHOSEN:
                each["certificate"].pop(name, None)
    assert mine == yours, "a fact of the certificate follows what cells hold"
