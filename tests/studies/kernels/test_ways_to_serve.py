"""Serving predictions: order and size of the errors, and what is the same across figures."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.erm.losses import Logistic
from dpcore.erm.solver import solve
from dplab.features import make
from dplab.simulation import sources
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.kernels import serving as core
from dplab.studies.kernels.serving import CUBIC, ServingChoice

CHOICE = ServingChoice(replace(CUBIC, draws=20))
SMALL = ServingChoice(Settings(data="cubic", d=4, n=1000, draws=5), n_points=40)


@pytest.fixture(scope="module")
def learner():
    return core.learn(CHOICE)


@pytest.fixture(scope="module")
def small():
    return core.learn(SMALL)


def test_the_learner_has_the_minimiser_of_the_kernel():
    """The representer theorem, with the kernel alone: w* = -1/(nλ) Σ ℓ'(y_i w*·φ_i) y_i φ_i."""
    settings = SMALL.settings
    part = sources.part(settings, settings.n)
    phi = make("polynomial", 4, {}, 0)
    points = Dataset(part.X, part.y, tuple("abcd"))
    on_training = core.learn(
        replace(SMALL, settings=replace(settings, data=UPLOAD, n=None), n_points=200),
        points,
    )
    cut = sources.part(Settings(data=UPLOAD), 800, records=points)
    K = phi.kernel(np.vstack([cut.X, cut.X_test]), cut.X)
    margins = K[:800] @ np.zeros(800)
    weights = np.zeros(800)
    for _ in range(2000):  # the fixed point, by damped steps
        margins = cut.y * (K[:800] @ weights)
        weights += 0.05 * (-Logistic().slope(margins) * cut.y / (800 * 0.01) - weights)
    np.testing.assert_allclose(K[800:] @ weights, on_training.predictions, atol=1e-6)


def test_functional_noise_costs_least_and_laplace_most(learner):
    """Non-private 25 %; at ε = 1 the functional Gaussian stays within 2 points of it."""
    assert learner.wrong == pytest.approx(0.255)
    found = core.served(CHOICE, (0.1, 0.5, 1.0, 2.0), learned=learner)
    for epsilon in (0.1, 0.5, 1.0, 2.0):
        wrong, off = (
            [getattr(found[way, epsilon], name).mean() for way in core.WAYS]
            for name in ("wrong", "off")
        )
        pinp, laplace, gaussian, functional = range(4)
        assert off[functional] < off[gaussian] < min(off[laplace], off[pinp])
        assert wrong[functional] < wrong[gaussian] < min(wrong[laplace], wrong[pinp])
    assert found["functional", 1.0].wrong.mean() < learner.wrong + 0.02
    assert found["pinp", 2.0].wrong.mean() < 0.36


def test_more_epsilon_is_never_worse(learner):
    found = core.served(CHOICE, (0.1, 1.0, 10.0), learned=learner)
    for way in core.WAYS:
        off = [found[way, epsilon].off.mean() for epsilon in (0.1, 1.0, 10.0)]
        assert off == sorted(off, reverse=True)


def test_one_epsilon_has_the_errors_that_the_curve_has_there(small):
    curve = core.served(SMALL, (0.5, 1.0), learned=small)
    for (way, _), alone in core.served(SMALL, (1.0,)).items():
        np.testing.assert_array_equal(alone.wrong, curve[way, 1.0].wrong)
        np.testing.assert_array_equal(alone.off, curve[way, 1.0].off)


def test_the_printed_form_changes_what_is_printed_and_nothing_else(learner):
    mended, printed = (
        core.served(CHOICE, (1.0,), learned=learner, form=form) for form in ("mended", "printed")
    )
    ratio = mended["tddl_laplace", 1.0].plan.scale / printed["tddl_laplace", 1.0].plan.scale
    assert ratio == pytest.approx(4 * np.sqrt(2))
    assert printed["tddl_laplace", 1.0].plan.guarantee == "broken"
    # No update: every answer is 0, which names +1.
    assert set(printed["pinp", 1.0].wrong) == {float((learner.labels < 0).mean())}
    for way in ("tddl_gaussian", "functional"):
        np.testing.assert_array_equal(printed[way, 1.0].off, mended[way, 1.0].off)


def test_the_conversation_is_that_of_the_error(small):
    for form in ("mended", "printed"):
        plan, spoken = core.conversation(SMALL, form=form, learned=small)
        served = core.served(
            SMALL, (SMALL.settings.epsilon,), ways=("pinp",), form=form, learned=small
        )
        (found,) = served.values()
        np.testing.assert_array_equal(
            np.abs(spoken.answers - small.predictions).mean(axis=1), found.off
        )
        assert plan == found.plan


def test_tdil_learns_nothing_at_a_million_records_and_more_with_every_further_zero():
    choice = ServingChoice(replace(CUBIC, lam=0.1, d=3, draws=5))
    found = core.asymptotic_tdil(choice, (10**6, 10**7, 10**8), rounds=300)
    assert not found[10**6][1].updated.any()
    left = [run.distances[:, -1].mean() for _, run in found.values()]
    assert left[0] == 1
    assert left == sorted(left, reverse=True)
    assert left[-1] < 0.3
    # δ stays below 1/n, whatever n is.
    assert all(plan.delta < 1 / n for n, (plan, _) in found.items())


def test_no_run_of_tdil_is_cut_off_before_it_could_walk_to_the_minimiser():
    """Steps shorten with n: as many rounds everywhere would leave more at a larger n."""
    choice = ServingChoice(replace(CUBIC, lam=0.1, epsilon=10.0, draws=5))
    found = core.asymptotic_tdil(choice, (10**8, 10**9, 10**10))
    left = [run.distances[:, -1].mean() for _, run in found.values()]
    assert left == sorted(left, reverse=True)
    cut = core.asymptotic_tdil(choice, (10**8, 10**10), rounds=200)
    assert cut[10**10][1].distances[:, -1].mean() > cut[10**8][1].distances[:, -1].mean()


def test_fewer_records_than_features_have_the_same_predictions():
    """The space that the records span holds the minimiser."""
    settings = replace(SMALL.settings, n=30, lam=1e-4)  # 35 features
    few = replace(SMALL, settings=settings)
    part, phi = sources.part(settings, 30), make("polynomial", 4, {}, 0)
    (coef,) = solve(phi(part.X), part.y, Logistic(), 1e-4).coefs
    found = core.learn(few)
    np.testing.assert_allclose(found.predictions, phi(part.X_test[:40]) @ coef, atol=1e-7)
    assert found.norm == pytest.approx(np.linalg.norm(coef))
    assert phi.n_features > 30


BAD = [
    (
        replace(SMALL, settings=Settings(data="counterexample", d=4, n=1000)),
        "come from a distribution",
    ),
    (
        replace(SMALL, settings=replace(CUBIC, d=22), parameters=(("degree", 3),)),
        "2,300 features on these records, too many",
    ),
    (replace(SMALL, kernel="gaussian"), "polynomial or the linear"),
    (replace(SMALL, n_points=5_001), "n_points must be at most 5,000"),
    (replace(SMALL, settings=replace(SMALL.settings, delta=1e-3)), "below 1/n"),
    (replace(SMALL, norm_bound=-1.0), "norm_bound"),
    (replace(SMALL, parameters=(("degree", 0),)), "degree"),
]


@pytest.mark.parametrize(("choice", "said"), BAD)
def test_bad_choices_are_refused_with_a_sentence(choice: ServingChoice, said: str):
    with pytest.raises(InvalidInput, match=said):
        core.served(choice, (1.0,))
