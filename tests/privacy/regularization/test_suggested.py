"""λ for an ε: the rule as it was fitted, from public arguments alone, and no jump of 2011."""

import inspect
from dataclasses import dataclass
from math import exp, expm1, inf, log, nan, sqrt
from typing import ClassVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.regularization.suggested import rule_of, suggested_lam
from tests.erm.oracles import LOSS_CASES, formulas
from tests.house.some import some
from tests.privacy.oracles import BROKEN, PROMISES

over_all = pytest.mark.parametrize("mechanism", MECHANISMS)
# Its rule takes two profiles a step: `output_gamma` stands for it where settings are many.
QUICK = {*MECHANISMS} - {"objective_gamma"}
over_quick = pytest.mark.parametrize("mechanism", some(MECHANISMS, QUICK))
over_filled = pytest.mark.parametrize("mechanism", ["objective_tight", "objective_gaussian"])

steady = settings(derandomize=True, deadline=None, database=None)
public = st.fixed_dictionaries(
    {
        "epsilon": st.floats(-3, 2).map(lambda power: 10.0**power),
        "n": st.integers(1, 10**6 - 1),  # δ = 1e-6 has to stay below 1/n
        "n_features": st.integers(1, 2000),
        "loss": st.sampled_from(LOSS_CASES),
    }
)
# Few features and a small h, at a small ε: where the clause of 2011 decides.
JUMP = {"epsilon": 0.5, "n": 1000, "n_features": 1, "loss": HuberHinge(0.1)}


def sigma_0(epsilon, delta):
    """The analytic σ at D = 2: twice that at D = 1, by a root of the printed formula."""
    return 0.0 if epsilon == inf else 2 / PROMISES["output_gaussian"](epsilon, 2, 1, 0, delta).rate


def pure_epsilon(mechanism, epsilon, d, delta):
    """ε_p: what the mechanism's noise is pure at, where λ is so large that nothing bends."""
    at = {"lam": 1e12, "n": 1, "loss": Logistic(), "delta": delta, "n_features": d}
    return calibrate(mechanism, epsilon, **at).pure_epsilon


def rule(mechanism, epsilon, n, n_features, c, delta=1e-6):
    """λ as the rule was written down, mechanism by mechanism."""
    d, clause = n_features, c / (n * expm1(epsilon / 4)) if epsilon < inf else 0.0
    return max(0.1 / n, {
        "non_private": lambda: 0.0,
        "output": lambda: 10 * sqrt(d) / (n * epsilon),
        "objective": lambda: max(0.3 * d / (n * epsilon), clause),
        "objective_tight": lambda: 0.3 * d / (n * epsilon),
        "output_gaussian": lambda: 3.5 * sigma_0(epsilon, delta) / n,
        "objective_gaussian": lambda: 0.15 * sigma_0(epsilon, delta) * sqrt(d) / n,
        # As the pure mechanism whose noise is as long.
        "output_gamma": lambda: 10 * sqrt(d) / (n * pure_epsilon(mechanism, epsilon, d, delta)),
        "objective_gamma": lambda: 0.3 * d / (n * pure_epsilon(mechanism, epsilon, d, delta)),
        # As the mechanism that is private with noise in the same place; none has CMS11's Δ.
        "objective_2008": lambda: 0.3 * d / (n * epsilon),
        "output_laplace_norm": lambda: 10 * sqrt(d) / (n * epsilon),
        "objective_laplace_norm": lambda: 0.3 * d / (n * epsilon),
    }[mechanism]())  # fmt: skip


# Worked out by hand for n = 1000, d = 16, ε = 1/2 and c = 1/4: nλ is 10 · 4/0.5 and 0.3 · 16/0.5;
# c/(e^0.125 - 1) = 1.878 is less. σ₀ is 2 · 8.057618481 at δ = 1e-6 (see test_calibration).
BY_HAND = {
    "non_private": 1e-4,
    "output": 0.08,
    "objective": 0.0096,
    "objective_tight": 0.0096,
    "output_gaussian": 3.5 * 16.115236962e-3,
    "objective_gaussian": 0.15 * 4 * 16.115236962e-3,
    # ε_p is 0.6221859307 in d = 16 (see the oracles).
    "output_gamma": 0.04 / 0.6221859307,
    "objective_gamma": 0.0048 / 0.6221859307,
    "objective_2008": 0.0096,
    "output_laplace_norm": 0.08,
    "objective_laplace_norm": 0.0096,
}


@over_all
def test_lam_is_the_one_worked_out_by_hand(mechanism):
    lam = suggested_lam(mechanism, 0.5, n=1000, n_features=16, loss=Logistic())
    assert lam == pytest.approx(BY_HAND[mechanism], rel=1e-8)


@over_quick
@steady
@given(setting=public, delta=st.sampled_from([1e-9, 1e-6, 1e-3]))
@example(setting=JUMP, delta=1e-6)
def test_lam_is_what_the_rule_says(mechanism, setting, delta):
    lam = suggested_lam(mechanism, delta=delta, **setting)
    arguments = {key: value for key, value in setting.items() if key != "loss"}
    c = formulas(setting["loss"], 0.0)[-1]
    assert lam == pytest.approx(rule(mechanism, c=c, delta=delta, **arguments), rel=1e-7)


def test_nothing_but_public_arguments_can_come_in():
    # No records, no table, no part of one: what a caller can hand over is named here, all of it.
    parameters = inspect.signature(suggested_lam).parameters
    assert set(parameters) == {"mechanism", "epsilon", "n", "n_features", "loss", "delta"}
    again = [suggested_lam("objective", **JUMP) for _ in range(2)]
    assert again[0] == again[1]


@over_quick
@steady
@given(setting=public, times=st.floats(1, 50), more=st.integers(0, 1000))
def test_more_epsilon_or_more_records_never_ask_for_more_lam_nor_fewer_features(
    mechanism, setting, times, more
):
    lam, rounding = suggested_lam(mechanism, **setting), 1 + 1e-10
    for change in (
        {"epsilon": setting["epsilon"] * times},
        {"epsilon": inf},
        {"n": setting["n"] + more},
    ):
        assert suggested_lam(mechanism, **setting | change) <= lam * rounding
    wider = setting | {"n_features": setting["n_features"] + more}
    assert suggested_lam(mechanism, **wider) >= lam / rounding


@over_all
@pytest.mark.parametrize("loss", LOSS_CASES, ids=repr)
@pytest.mark.parametrize("n", [1, 455, 10**6])
def test_without_noise_the_floor_of_a_tenth_is_left(mechanism, loss, n):
    assert suggested_lam(mechanism, inf, n=n, n_features=30, loss=loss) == 0.1 / n
    assert suggested_lam("non_private", 0.1, n=n, n_features=30, loss=loss) == 0.1 / n


def test_the_floor_holds_where_the_rule_falls_below_it_and_only_there():
    def n_lam(epsilon):
        return 100 * suggested_lam("objective_tight", epsilon, n=100, n_features=1, loss=Logistic())

    assert n_lam(2.999) > 0.1
    assert n_lam(2.999) == pytest.approx(0.1, rel=1e-3)
    assert n_lam(3.001) == n_lam(1000.0) == pytest.approx(0.1, rel=1e-15)


@steady
@given(setting=public)
@example(setting=JUMP)
@example(setting=JUMP | {"epsilon": 1e-12})
@example(setting=JUMP | {"epsilon": 100.0, "loss": HuberHinge(1e-6)})
def test_objective_of_2011_at_the_rule_has_no_extra_lam_and_half_of_epsilon(setting):
    lam = suggested_lam("objective", **setting)
    plan = calibrate("objective", setting["epsilon"], lam=lam, n=setting["n"], loss=setting["loss"])
    assert plan.extra_lam == 0.0
    assert plan.epsilon_curvature <= plan.epsilon / 2 * (1 + 1e-9)
    assert plan.warnings == ()


def test_without_its_clause_the_rule_of_2011_meets_the_jump():
    # The near miss: what it says for the tight bound, taken for CMS11's. With d = 1, the logistic
    # loss and ε = 1 nλ is 0.3: the slack 2 log(1 + c/0.3) = 1.2 is above ε, so that Δ enters.
    lam = suggested_lam("objective_tight", 1.0, n=100, n_features=1, loss=Logistic())
    assert 2 * log(1 + 0.25 / (100 * lam)) > 1
    assert calibrate("objective", 1.0, lam=lam, n=100, loss=Logistic()).extra_lam > lam
    # Elsewhere nothing is added, and a fiftieth of ε is left where it could be half.
    left = []
    for d in (1, 2, 3):
        for epsilon in (0.1, 0.3, 1.0, 2.0, 3.0):
            lam = suggested_lam("objective_tight", epsilon, n=100, n_features=d, loss=Logistic())
            plan = calibrate("objective", epsilon, lam=lam, n=100, loss=Logistic())
            left.append(plan.epsilon_noise / epsilon)
    assert min(left) < 0.02


@pytest.mark.parametrize("loss", LOSS_CASES, ids=repr)
@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0])
def test_the_clause_matters_for_few_features_alone(loss, epsilon):
    # c/(e^{ε/4} - 1) < 4c/ε, which 0.3 d/ε passes from d = 40c/3 on.
    for d in range(1, 60):
        both = {"epsilon": epsilon, "n": 500, "n_features": d, "loss": loss}
        above = suggested_lam("objective", **both) > suggested_lam("objective_tight", **both)
        assert not above or d < 40 / 3 * loss.curvature
    assert suggested_lam("objective", 0.1, n=500, n_features=1, loss=loss) > 0.3 / 50


@over_filled
@steady
@given(setting=public)
@example(setting=JUMP)
def test_where_extra_lam_fills_up_a_clause_would_change_nothing(mechanism, setting):
    epsilon, n, loss = (setting[key] for key in ("epsilon", "n", "loss"))
    lam = suggested_lam(mechanism, **setting)
    clause = max(lam, loss.curvature / (n * expm1(epsilon / 2)))
    without, with_it = (calibrate(mechanism, epsilon, lam=x, n=n, loss=loss) for x in (lam, clause))
    assert lam + without.extra_lam == pytest.approx(clause + with_it.extra_lam, rel=1e-12)
    assert without.noise_rate == pytest.approx(with_it.noise_rate, rel=1e-9)


def test_of_2011_a_clause_would_change_the_release():
    # The near miss of the test above: there Δ jumps.
    lam = suggested_lam("objective_tight", 3.0, n=100, n_features=1, loss=Logistic())
    clause = max(lam, 0.25 / (100 * (exp(3 / 4) - 1)))
    without, with_it = (
        calibrate("objective", 3.0, lam=x, n=100, loss=Logistic()) for x in (lam, clause)
    )
    assert abs(with_it.noise_rate / without.noise_rate - 1) > 0.1


@dataclass(frozen=True)
class _Twice(HuberHinge):
    """A loss that is twice another: its slopes are up to 2, its curvature is double."""

    lipschitz: ClassVar[float] = 2.0

    @property
    def curvature(self):
        return 2 * super().curvature


@over_all
@pytest.mark.parametrize("epsilon", [0.1, 1.0, inf])
@pytest.mark.parametrize("n_features", [1, 30])
def test_twice_the_loss_is_the_same_problem_at_twice_the_lam(mechanism, epsilon, n_features):
    once, twice = (
        suggested_lam(mechanism, epsilon, n=200, n_features=n_features, loss=loss)
        for loss in (HuberHinge(0.5), _Twice(0.5))
    )
    assert twice == pytest.approx(2 * once, rel=1e-12)


@pytest.mark.parametrize("broken", BROKEN)
def test_what_was_claimed_in_2008_takes_the_lam_of_what_mended_it(broken):
    family = MECHANISMS[broken].family
    mended = "objective_tight" if family.has_jacobian else "output"
    for epsilon in (0.1, 1.0, 10.0):
        setting = {"epsilon": epsilon, "n": 300, "n_features": 7, "loss": Logistic()}
        assert suggested_lam(broken, **setting) == suggested_lam(mended, **setting)


WRONG = [
    ({"mechanism": "laplace"}, f"mechanism must be one of {', '.join(MECHANISMS)}; got laplace."),
    ({"epsilon": 0}, "epsilon must be positive; got 0."),
    ({"epsilon": nan}, "epsilon must be a number; got nan."),
    ({"n": 0}, "n must be at least 1; got 0."),
    ({"n": 2.5}, "n must be a whole number; got 2.5."),
    ({"n_features": 0}, "n_features must be at least 1; got 0."),
    ({"n_features": inf}, "n_features must be a whole number; got ∞."),
    ({"delta": 0}, "delta must be above 0 and below 1; got 0."),
    ({"delta": 1}, "delta must be above 0 and below 1; got 1."),
    (
        {"mechanism": "output", "epsilon": 1e-300},
        "ε = 1e-300 with n = 100 and 4 features needs λ = 2e299, too extreme to solve for. "
        "Take less extreme values.",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_has_no_lam_is_refused_in_a_sentence(change, sentence):
    setting = {"mechanism": "objective_gaussian", "epsilon": 1.0, "n": 100, "n_features": 4}
    with pytest.raises(InvalidInput) as caught:
        suggested_lam(**setting | {"loss": Logistic()} | change)
    assert str(caught.value) == sentence


def test_a_pure_mechanism_does_not_look_at_delta():
    setting = {"epsilon": 1.0, "n": 100, "n_features": 4, "loss": Logistic()}
    assert suggested_lam("output", delta=nan, **setting) == suggested_lam("output", **setting)


EXTREMES = [5e-324, 1e-300, 1e-30, 1.0, 1e30, 1e300, 1.7e308]


@over_all
def test_extremes_have_a_lam_or_a_sentence(mechanism):
    # Warnings are errors here, so that no overflow goes unseen.
    found = 0
    for epsilon in [*EXTREMES, inf]:
        for n in (1, 10**9, 10**29, 10**300):
            for d in (1, 10**6, 10**300):
                try:
                    lam = suggested_lam(mechanism, epsilon, n=n, n_features=d, loss=Logistic())
                except InvalidInput as refusal:
                    assert "Take " in str(refusal)  # noqa: PT017
                    continue
                found += 1
                assert 1e-30 <= lam <= 1e30
    assert found >= 10


@over_all
def test_the_formula_in_words_is_the_rule(mechanism):
    epsilon, n, d, loss = 0.3, 500, 7, Logistic()
    kept = pure_epsilon(mechanism, epsilon, d, 1e-6)
    place = {
        "√d": f"{sqrt(d)}*", "σ₀": f"*{sigma_0(epsilon, 1e-6)}", "(nε)": f"({n}*{epsilon})",
        "(nε_p)": f"({n}*{kept})",
        "(n(e^(ε/4) - 1))": f"({n}*{expm1(epsilon / 4)})", " d": f"*{d}", "c": f"{loss.curvature}",
        "/n": f"/{n}",
    }  # fmt: skip
    formula = rule_of(mechanism).replace(" √d", f"*{sqrt(d)}")
    for sign, number in sorted(place.items(), key=lambda pair: -len(pair[0])):
        formula = formula.replace(sign, number)
    found = eval(f"max(0, {formula})", {"__builtins__": {}, "max": max})
    assert found == pytest.approx(
        suggested_lam(mechanism, epsilon, n=n, n_features=d, loss=loss), rel=1e-9
    )
