"""What must hold of one fit, and of two fits on neighbours with the same chance.

As for a release (`tests.release.replay.claims`): each number that noise is added to moves by at
most its sensitivity, each scale is the theorem's, everything else is the same, and a candidate
learns from its own part, by its own bits.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dpcore.erm.losses import Loss, make_loss
from dpcore.release.regularization import public_lam
from dpcore.release.safe import SafePlan, plan_safely
from tests.estimators.replay.fits import Fit
from tests.estimators.replay.trace import Trace, without_noise
from tests.release.replay.trainings import ROUNDING, asked_alike, drawn, moved_at_most


@dataclass(frozen=True)
class Way:
    """How each plane is trained."""

    mechanism: str
    loss: Loss
    delta: float = 0.0


def hold(made: Fit, one: Trace, other: Trace) -> None:
    """Assert all that must hold of both fits.

    Raises
    ------
    AssertionError
        Which says what does not.
    """
    for trace in (one, other):
        _paid_for(made, trace)
    if made.outside:
        # That there was one is said, as the docstrings say; but nobody pays for it.
        assert other.refusal, "what is not declared was let pass"
        assert not other.charged, "who was refused was charged"
        assert not other.questions, "who was refused has asked chance"
    else:
        assert one.refusal == other.refusal, "what a record holds decided a refusal"
    missed = [run.refusal.startswith("MissedTolerance") for run in (one, other)]
    assert missed == [made.stops_short] * 2, one.refusal or "a draw beyond τ was released"
    if one.refusal or other.refusal:
        assert made.outside or made.stops_short, one.refusal
        return
    for trace in (one, other):
        _holds_of_one(made, trace)
    _holds_of_both(made, one, other)


def _paid_for(made: Fit, trace: Trace) -> None:
    """Assert that who asks chance is charged once, (ε, δ), and that a refused fit is no model."""
    cost = (made.model.epsilon, made.model.delta)
    assert trace.charged == ((cost,) if made.has_ledger and trace.questions else ()), "the charge"
    fitted = {name for name in vars(trace.model) if name.endswith("_")}
    assert not trace.refusal or fitted <= {"n_features_in_", "feature_names_in_"}, "half a model"


def _n_planes(made: Fit) -> int:
    return 1 if len(made.model.classes) == 2 else len(made.model.classes)


def _parts(made: Fit, trace: Trace) -> list[np.ndarray]:
    """Return the rows of each part: those of each candidate, and those that judge."""
    n, m = len(trace.records[0][1]), len(made.lams)
    asked = trace.of("permutation")
    assert len(asked) == made.is_tuned, "the parts were not cut by one permutation"
    if not made.is_tuned:
        return [np.arange(n)]
    ends = np.cumsum([0, *(n // (m + 1) + (k < n % (m + 1)) for k in range(m + 1))])
    return [asked[0].answer[first:end] for first, end in pairwise(ends)]


def _planned(made: Fit, n: int, d: int, lam: float | str) -> tuple[Way, SafePlan, float]:
    """Return how a plane of a candidate is drawn from n records, and at what ε."""
    model = made.model
    epsilon = model.epsilon / made.records_per_person / _n_planes(made)
    way = Way(model.mechanism, make_loss(model.loss, model.h), model.delta / _n_planes(made))
    facts = {"n": n, "n_features": d, "loss": way.loss, "delta": way.delta}
    if lam == "auto":
        lam = public_lam(way.mechanism, epsilon, **facts).lam
    plan = plan_safely(way.mechanism, epsilon, lam=lam, **facts)
    return way, plan, epsilon


def _holds_of_one(made: Fit, trace: Trace) -> None:
    ((X, codes),) = trace.records
    parts, n_planes = _parts(made, trace), _n_planes(made)
    classes = sorted(made.model.classes)
    assert np.linalg.norm(X, axis=1).max() <= 1 + ROUNDING, "a row is longer than 1"
    assert len(trace.solved) == n_planes * len(made.lams), "not one training for each plane"
    solved, vectors, drew = iter(trace.solved), iter(trace.of("vector")), []
    for lam, rows in zip(made.lams, parts, strict=False):
        way, plan, epsilon = _planned(made, len(rows), X.shape[1], lam)
        planes = []
        for side in [1] if n_planes == 1 else range(n_planes):
            each = next(solved)
            assert np.array_equal(each["X"], X[rows]), "a training saw other records"
            signs = np.where(codes[rows] == side, 1.0, -1.0)
            assert np.array_equal(each["y"], signs), "a training saw other labels"
            assert np.array_equal(each["weight"], _weight(made, codes[rows])), "other weights"
            planes.append(drawn(way, plan, each, vectors, epsilon))
        drew.append((np.array(planes), plan))
    assert next(vectors, None) is None, "more noise than planes"
    pick = _picked(made, trace, [planes for planes, _ in drew], parts) if made.is_tuned else 0
    _released(made, trace, *drew[pick], classes)


def _weight(made: Fit, codes: np.ndarray) -> np.ndarray:
    """Return what each record counts, by what was declared for its class."""
    declared = made.model.class_weight or dict.fromkeys(made.model.classes, 1.0)
    assert max(declared.values()) == 1, "a record counts more than the noise is made for"
    return np.array([declared[label] for label in sorted(declared)])[codes]


def _picked(made: Fit, trace: Trace, drew, parts) -> int:
    """Return which candidate was picked, by a count on the part that judges, at ε."""
    ((X, codes),) = trace.records
    judges = parts[-1]
    assert len(trace.predicted) == len(drew), "more was asked of the records than is paid for"
    wrong = []
    for planes, (asked, rows) in zip(drew, trace.predicted, strict=True):
        assert np.array_equal(asked, planes), "another classifier was judged"
        assert np.array_equal(rows, X[judges]), "the judges are not the part that judges"
        found = rows @ planes.T
        named = np.argmax(found, axis=1) if len(planes) > 1 else (found[:, 0] >= 0).astype(int)
        wrong.append(_weight(made, codes[judges])[named != codes[judges]].sum())
    (choice,) = trace.of("choice")
    counts, at = choice.scale
    assert np.allclose(np.array(counts, float), wrong, rtol=1e-12), "chosen by another count"
    epsilon = made.model.epsilon / made.records_per_person
    assert math.isclose(at, epsilon, rel_tol=1e-9), "chosen at another ε"
    assert at < epsilon, "nothing of ε was spared"
    return choice.answer


def _released(made: Fit, trace: Trace, planes, plan: SafePlan, classes) -> None:
    """Assert that a model is what was drawn, in the units of the records."""
    model = trace.model
    planes = planes / (np.sqrt(2) if model.intercept else 1.0)
    d = planes.shape[1] - model.intercept
    assert np.array_equal(model.coef_, planes[:, :d] / model.norm_bound), "another classifier"
    constant = planes[:, -1] if model.intercept else np.zeros(len(planes))
    assert np.array_equal(model.intercept_, constant), "another constant"
    assert math.isclose(model.lam_, plan.lam, rel_tol=1e-9), "another λ is named"
    plans = model.plan_ if len(planes) > 1 else (model.plan_,)
    assert len(plans) == len(planes), "not one plan for each plane"
    share = made.model.epsilon / made.records_per_person / len(planes)
    named = [(p.extra_lam, p.noise_rate, p.epsilon, p.delta, p.pure_epsilon) for p in plans]
    of_delta = model.delta / len(planes)
    planned = (plan.plan.extra_lam, plan.noise_rate, share, of_delta, plan.pure_epsilon)
    assert np.allclose(named, planned, rtol=1e-9, atol=0), "another Δ, rate, ε or δ is named"
    assert model.classes_.tolist() == classes, "other classes than were declared"


def _holds_of_both(made: Fit, one: Trace, other: Trace) -> None:
    ((X, codes),), ((X_other, codes_other),) = one.records, other.records
    assert X.shape == X_other.shape, "n or d follows the records"
    kept = np.setdiff1d(np.arange(len(X)), made.changed)
    assert np.array_equal(X[kept], X_other[kept]), "a record moved others"
    assert np.array_equal(codes[kept], codes_other[kept]), "a record moved others' labels"
    asked_alike(one, other)
    n_planes, parts = _n_planes(made), _parts(made, one)
    changed = [int(np.isin(rows, made.changed).sum()) for rows in parts]
    for k, both in enumerate(zip(one.solved, other.solved, strict=True)):
        part = k // n_planes
        way, plan, _ = _planned(made, len(parts[part]), X.shape[1], made.lams[part])
        moved_at_most(way, plan.tau, both, changed[part])
    picks = [[each.answer for each in run.of("choice")] for run in (one, other)]
    for mine, yours in zip(one.of("choice"), other.of("choice"), strict=True):
        moved = np.abs(np.subtract(mine.scale[0], yours.scale[0]).astype(float))
        # A candidate whose own part was changed is another, and may err otherwise.
        same = [not each for each in changed[:-1]]
        assert (moved[same] <= changed[-1] * (1 + ROUNDING)).all(), (
            "a count moved by more than its records"
        )
    rests = [without_noise(run.model, picked_alike=picks[0] == picks[1]) for run in (one, other)]
    assert rests[0] == rests[1], "what is not noise follows what records hold"
