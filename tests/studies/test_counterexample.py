"""The counterexample's noise and signal: theory against draws, and the numbers that it promises."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.data.counterexample import points
from dpcore.erm.solver import TOLERANCE, solve
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps import run as sweep
from dplab.studies import counterexample as core
from dplab.studies.counterexample import Example, runs_of
from tests.house.some import some
from tests.privacy.oracles import OFTEN

NOISY = [name for name in MECHANISMS if name != "non_private"]
# δ = 1e-6 has to stay below 1/n.
MANY = Example(n=999_999, draws=4000)


@pytest.fixture(scope="module")
def many():
    return runs_of(MANY, tuple(MECHANISMS))


@pytest.mark.parametrize(
    "example",
    [Example(), Example(d=2, gamma=0.3, lam=0.5), Example(d=14, lam=1e-6)],
    ids=str,
)
def test_signal_is_that_of_the_minimiser_over_the_whole_law(example):
    """The oracle minimises over all points, each once."""
    law = points(example.d, example.gamma)
    coef = solve(law.X, law.y, core.LOSS, example.lam).coefs[0]
    assert core.signal(example) == pytest.approx(example.gamma * coef[0], rel=1e-6)
    assert np.abs(coef[1:]).max() < 1e-6 * coef[0]


def test_signal_at_gamma_squared_is_the_same_for_all_gamma():
    found = [core.signal(Example(gamma=g, lam=g * g)) for g in (0.001, 0.01, 0.3)]
    assert found == pytest.approx([0.4010581] * 3, rel=1e-6)


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_noise_in_a_margin_is_that_of_theory(many, mechanism):
    """4000 draws know a root mean square to 2 %: the length's relative variance is at most 5.

    Allowed are 8 %; noise of the right law at 5/4 or 4/5 of its rate fails.
    """
    seen = core.noise_seen(many[mechanism].coefs, MANY.gamma)
    theory = core.noise_in_margin(MANY, mechanism)
    assert seen == pytest.approx(theory, rel=0.08)
    for wrong in (0.8, 1.25):
        assert seen != pytest.approx(wrong * theory, rel=0.08)


def test_noise_in_a_margin_is_what_records_feel():
    """The sum over the law's independent signs is the mean over all of its points."""
    coefs = np.random.default_rng(0).standard_normal((30, 5))
    law = points(5, 0.2)
    margins = (coefs - coefs.mean(axis=0)) @ law.X.T
    assert core.noise_seen(coefs, 0.2) == pytest.approx(np.sqrt((margins**2).sum() / 32 / 29))


def test_without_noise_nothing_moves():
    """Each coefficient is within ‖∇J‖/λ of the minimiser, so that two are within twice as much.

    No record is longer than 1, so that a margin moves no more. Near miss: at ε = 10⁴ the noise
    moves margins by 6e-4 and 6e-5, which is 30 times what rounding and a last step may do.
    """
    endless = Example(epsilon=np.inf, n=1000, draws=3)
    apart = 2 * TOLERANCE / endless.lam
    runs = runs_of(endless, ("non_private", "output", "objective"))
    nearly = runs_of(replace(endless, epsilon=1e4), ("output", "objective"))
    for name in ("output", "objective"):
        assert core.noise_in_margin(endless, name) == 0
        assert core.noise_seen(runs[name].coefs, endless.gamma) <= apart
        assert core.noise_seen(nearly[name].coefs, endless.gamma) > apart
        differ = np.linalg.norm(runs[name].coefs - runs["non_private"].coefs[0], axis=1)
        assert differ.max() <= apart


def test_section_gives_every_record_the_margin_that_it_has():
    coefs = np.random.default_rng(1).standard_normal((6, 4))
    law = points(4, 0.3)
    for coef, (along, across) in zip(coefs, core.section(coefs), strict=True):
        parts = core.parts_across(coef, law.X)
        np.testing.assert_allclose(along * law.X[:, 0] + across * parts, law.X @ coef, atol=1e-12)
        assert np.abs(parts).max() <= 1 + 1e-12
        assert np.sign(across) == np.sign(coef[1])


def test_a_classifier_along_the_first_axis_has_no_part_across():
    law = points(3, 0.3)
    assert not core.parts_across(np.array([2.0, 0.0, 0.0]), law.X).any()
    assert core.section(np.array([[2.0, 0.0, 0.0]])).tolist() == [[2.0, 0.0]]


@pytest.mark.parametrize(("n", "least", "most"), [(50_000, 0.46, 0.01), (100_000, 0.43, 0.001)])
def test_the_page_opens_on_the_difference(n, least, most):
    """With 200 draws output errs 0.48 and 0.45; three quarters of objective's draws not at all."""
    runs = runs_of(replace(Example(), n=n, draws=200), ("non_private", "output", "objective"))
    assert runs["non_private"].errors.max() == 0
    assert np.median(runs["output"].errors) > least
    assert np.quantile(runs["objective"].errors, 0.75) < most


def test_errors_are_those_of_a_sweep():
    spec = SweepSpec(data="counterexample", d=6, knobs=(("gamma", 0.1),), epsilons=(0.2,),
                     lams=(0.01,), sizes=(2000,), draws=7, seed=3)  # fmt: skip
    (result,) = sweep(spec)
    runs = runs_of(Example(d=6, gamma=0.1, lam=0.01, n=2000, draws=7, seed=3), spec.mechanisms)
    for name, rows in result.rows.groupby("mechanism"):
        np.testing.assert_allclose(runs[name].errors, rows.error, atol=1e-12)
