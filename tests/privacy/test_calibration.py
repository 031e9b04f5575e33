"""The plan of every mechanism is the one the theorems ask for."""

from dataclasses import FrozenInstanceError, fields
from itertools import product
from math import exp, inf, log, log1p, nan, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.privacy import profile
from dpcore.privacy.calibration import REPLACE_ONE, PlanInputs
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.noise import NORM_LAWS
from tests.erm.oracles import LOSS_CASES
from tests.house.some import some
from tests.privacy.oracles import (
    APPROXIMATE,
    BROKEN,
    GAMMAS,
    NOISY,
    OFTEN,
    PURE,
    promise,
)

over_noisy = pytest.mark.parametrize("mechanism", NOISY)
# Its rate takes two profiles a step: `output_gamma` stands for it where settings are many.
over_quick = pytest.mark.parametrize("mechanism", some(NOISY, {*NOISY} - {"objective_gamma"}))
over_all = pytest.mark.parametrize("mechanism", MECHANISMS)
over_extra = pytest.mark.parametrize("mechanism", ["objective", "objective_tight"])

steady = settings(derandomize=True, deadline=None, database=None)
decades = st.floats(-6, 3).map(lambda power: 10.0**power)
parameters = st.fixed_dictionaries(
    {
        "epsilon": st.floats(-4, 2).map(lambda power: 10.0**power),
        "lam": decades,
        "n": st.integers(1, 10**6 - 1),  # δ = 1e-6 has to stay below 1/n
        "loss": st.sampled_from(LOSS_CASES),
        "n_features": st.sampled_from([1, 2, 3, 10, 40]),
    }
)


def planned(mechanism, epsilon=1.0, **changes):
    usual = {"lam": 0.1, "n": 100, "loss": Logistic(), "n_features": 3}
    return calibrate(mechanism, epsilon, **usual | changes)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_mechanism_names_its_plan_and_its_law(mechanism):
    entry = MECHANISMS[mechanism]
    assert entry.name == mechanism
    assert NORM_LAWS[entry.norm_law.name] is entry.norm_law
    inputs = PlanInputs(mechanism, entry.norm_law.name, 1.0, 0.1, 100, Logistic(), n_features=3)
    assert entry.plan(inputs) == planned(mechanism)


# Worked out by hand for the logistic loss, c = 1/4, ε = 1/2, λ = 1/100 and n = 1000:
# nλ = 10 and c/(nλ) = 0.025, whose log(1 + ·) is 0.0246926126.
BY_HAND = {
    "non_private": (inf, 0.0),
    "output": (2.5, 0.0),  # nλε/2
    "objective": (0.2253073874, 0.0),  # (0.5 - 2·0.0246926126)/2
    "objective_tight": (0.2376536937, 0.0),  # (0.5 - 0.0246926126)/2
    # By a root of the printed formula at δ = 1e-6: σ is 8.05761848 sensitivities at ε = 0.5, of
    # which each is 2/(nλ) = 0.2; and 16.8962003 gradients at ε' = 0.5 - 0.0246926126, D = 2.
    "output_gaussian": (1 / (0.2 * 8.057618481), 0.0),
    "objective_gaussian": (1 / 16.896200263, 0.0),
    # By the density's quadrature in d = 10 at δ = 1e-6: noise that is 0.55494018-DP by itself, and
    # at ε' 0.52819986.
    "output_gamma": (5 * 0.5549401799, 0.0),
    "objective_gamma": (0.5281998648 / 2, 0.0),
    "objective_2008": (0.25, 0.0),  # ε/2
    "output_laplace_norm": (3.5355339059, 0.0),  # standard deviation 2/(nλε) = 0.4, √2/0.4
    "objective_laplace_norm": (0.3535533906, 0.0),  # standard deviation 2/ε = 4, √2/4
}
# And for λ = 1/1000 and n = 100: nλ = 0.1, c/(nλ) = 2.5 and 2 log 3.5 = 2.51 > ε. CMS11 needs
# 0.25/(100(e^0.125 - 1)) = 0.0187760348 in all, the tight bound 0.25/(100(e^0.25 - 1)) =
# 0.0088020291; both leave ε' = 1/4.
BY_HAND_WEAK = BY_HAND | {
    "output": (0.025, 0.0),
    "objective": (0.125, 0.0187760348 - 0.001),
    "objective_tight": (0.125, 0.0088020291 - 0.001),
    # The same with 2/(nλ) = 20, and with ε' = 1/4.
    "output_gaussian": (1 / (20 * 8.057618481), 0.0),
    "objective_gaussian": (1 / 30.819627714, 0.0088020291 - 0.001),
    "output_gamma": (0.05 * 0.5549401799, 0.0),
    "objective_gamma": (0.2824386030 / 2, 0.0088020291 - 0.001),
    "output_laplace_norm": (0.0353553391, 0.0),
}


@pytest.mark.parametrize(
    ("lam", "n", "table"), [(0.01, 1000, BY_HAND), (0.001, 100, BY_HAND_WEAK)], ids=["1e-2", "1e-3"]
)
@over_all
def test_plan_is_the_one_worked_out_by_hand(mechanism, lam, n, table):
    plan = planned(mechanism, 0.5, lam=lam, n=n, n_features=10)
    assert (plan.noise_rate, plan.extra_lam) == pytest.approx(table[mechanism], rel=1e-8)


@over_quick
@steady
@given(setting=parameters)
def test_plan_is_what_the_papers_promise(mechanism, setting):
    plan, promised = calibrate(mechanism, **setting), promise(mechanism, **setting)
    # ε' is a difference: near its zero, only the rounding of ε is left to compare.
    slack = 1e-13 * (setting["epsilon"] + 1)
    assert plan.noise_rate == pytest.approx(promised.rate, rel=1e-8, abs=slack)
    assert plan.extra_lam == pytest.approx(promised.extra_lam, rel=1e-9, abs=1e-9 * setting["lam"])
    assert plan.norm_law == promised.law


@over_quick
@steady
@given(setting=parameters)
def test_epsilon_is_spent_once(mechanism, setting):
    plan = calibrate(mechanism, **setting)
    assert plan.epsilon == setting["epsilon"]
    assert plan.epsilon_noise + plan.epsilon_curvature == pytest.approx(plan.epsilon, rel=1e-12)
    assert plan.epsilon_noise > 0
    assert plan.epsilon_curvature >= 0
    if plan.delta:
        # The profile is a bound where the noise is in the objective, and is used up at this ε.
        at = profile.delta(plan, plan.epsilon, setting["n_features"])
        assert 0.999 * plan.delta < at <= plan.delta
        return
    # Rate times sensitivity is the privacy loss of the noise; CM08a's Laplace length has √2 of it.
    excess = sqrt(2) if plan.norm_law == "laplace" else 1.0
    assert plan.noise_rate * plan.sensitivity == pytest.approx(excess * plan.epsilon_noise)


@steady
@given(setting=parameters)
def test_slack_covers_the_jacobian(setting):
    # The log determinant may change by as much as log(1 + c/(n(λ+Δ))); CMS11 asks for twice that.
    c, n = setting["loss"].curvature, setting["n"]
    for mechanism, times in (("objective", 2), ("objective_tight", 1)):
        plan = calibrate(mechanism, **setting)
        needed = times * log1p(c / (n * (setting["lam"] + plan.extra_lam)))
        assert plan.epsilon_curvature >= needed * (1 - 1e-9)


@pytest.mark.parametrize(("epsilon", "n"), [(0.01, 50), (0.5, 1000), (3.0, 7)])
@pytest.mark.parametrize("loss", LOSS_CASES, ids=repr)
def test_cms11_changes_case_where_its_budget_runs_out(loss, epsilon, n):
    threshold = loss.curvature / (n * (exp(epsilon / 2) - 1))
    above = calibrate("objective", epsilon, lam=threshold * (1 + 1e-6), n=n, loss=loss)
    below = calibrate("objective", epsilon, lam=threshold * (1 - 1e-6), n=n, loss=loss)
    # Just above, hardly anything is left for the noise: ε' → 0+, and nothing is added to λ.
    assert 0 < above.epsilon_noise < 1e-5 * epsilon
    assert above.extra_lam == 0.0
    assert "is left for the noise" in above.warnings[0]
    # Below, half of ε is left, and λ + Δ = c/(n(e^{ε/4} - 1)), more than twice the threshold.
    assert below.epsilon_noise == epsilon / 2
    total = threshold * (1 - 1e-6) + below.extra_lam
    assert total == pytest.approx(loss.curvature / (n * (exp(epsilon / 4) - 1)), rel=1e-9)
    assert total > 2 * threshold * (1 - 1e-9)


def test_where_the_slack_is_all_of_epsilon_the_case_has_changed():
    epsilon = float(2 * np.log1p(0.25 / (100 * 0.1)))  # ε' would be 0, and the noise endless
    plan = calibrate("objective", epsilon, lam=0.1, n=100, loss=Logistic())
    assert plan.epsilon_noise == epsilon / 2
    assert plan.extra_lam > 0.1


@over_quick
def test_mechanisms_that_jump_are_those_that_can_leave_less_than_half_of_epsilon(mechanism):
    shares = [
        plan.epsilon_noise / plan.epsilon
        for k in range(200)
        for plan in [planned(mechanism, lam=10 ** (k / 50 - 4))]
    ]
    assert MECHANISMS[mechanism].jumps == (min(shares) < 0.499)


@steady
@given(setting=parameters)
def test_tight_bound_takes_the_smallest_extra_regularization(setting):
    plan = calibrate("objective_tight", **setting)
    c, n, half = setting["loss"].curvature, setting["n"], setting["epsilon"] / 2
    assert plan.epsilon_curvature <= half * (1 + 1e-12)
    assert plan.epsilon_noise >= half * (1 - 1e-12)
    if plan.extra_lam > 1e-6 * setting["lam"]:
        less = setting["lam"] + plan.extra_lam * (1 - 1e-6)
        assert log1p(c / (n * less)) > half


@steady
@given(setting=parameters)
def test_tight_bound_is_never_worse_than_cms11(setting):
    tight, cms11 = (calibrate(name, **setting) for name in ("objective_tight", "objective"))
    assert tight.epsilon_noise >= cms11.epsilon_noise * (1 - 1e-12)
    assert tight.extra_lam <= cms11.extra_lam * (1 + 1e-12)


def test_tight_bound_is_continuous_where_cms11_jumps():
    threshold = 0.25 / (1000 * (exp(0.05) - 1))  # of ε = 0.1
    lams = threshold * (1 + np.array([-1e-9, 1e-9]))

    def jump(mechanism):
        low, high = (calibrate(mechanism, 0.1, lam=x, n=1000, loss=Logistic()) for x in lams)
        return abs(high.noise_rate - low.noise_rate), abs(high.extra_lam - low.extra_lam)

    assert max(jump("objective_tight")) < 1e-9
    assert min(jump("objective")) > 1e-3


@over_extra
def test_user_is_told_of_extra_regularization(mechanism):
    plan = calibrate(mechanism, 0.5, lam=0.001, n=100, loss=Logistic())
    (sentence,) = plan.warnings
    assert "λ = 0.001" in sentence
    assert f"λ + Δ = {0.001 + plan.extra_lam:.3g}" in sentence
    assert calibrate(mechanism, 0.5, lam=0.01, n=1000, loss=Logistic()).warnings == ()


@pytest.mark.parametrize(("share", "is_told"), [(0.24, True), (0.26, False)])
def test_user_is_told_where_less_than_a_quarter_of_epsilon_is_left_for_the_noise(share, is_told):
    # n = 100, c = 1/4, ε = 1: a slack of 1 - share leaves so much.
    lam = 0.25 / (100 * (exp((1 - share) / 2) - 1))
    plan = calibrate("objective", 1.0, lam=lam, n=100, loss=Logistic())
    assert plan.epsilon_noise == pytest.approx(share)
    assert any(f"Only ε' = {share} of ε = 1 is left" in each for each in plan.warnings) == is_told


@over_all
def test_plan_names_its_mechanism_theorem_and_neighbours(mechanism):
    plan = planned(mechanism)
    assert plan.mechanism == mechanism
    assert plan.neighbours == REPLACE_ONE
    assert plan.norm_law in NORM_LAWS
    assert plan.theorem


@pytest.mark.parametrize("mechanism", BROKEN)
def test_broken_mechanisms_warn(mechanism):
    plan = planned(mechanism)
    assert any("Not ε-DP" in sentence for sentence in plan.warnings)
    number = {"output_laplace_norm": "CM08a Theorem 1,"}.get(mechanism, "Theorem 2,")
    assert number in plan.theorem


@pytest.mark.parametrize("mechanism", PURE)
def test_pure_mechanisms_cite_a_theorem_and_do_not_warn(mechanism):
    plan = planned(mechanism)
    assert "Theorem" in plan.theorem
    assert plan.warnings == ()


@pytest.mark.parametrize("loss", LOSS_CASES, ids=repr)
def test_losses_whose_curvature_jumps_rest_on_the_corollary_too(loss):
    plan = calibrate("objective", 1.0, lam=0.1, n=100, loss=loss)
    assert plan.theorem.endswith("Corollary 4") is not loss.is_twice_differentiable


@over_all
def test_plan_is_frozen(mechanism):
    plan = planned(mechanism)
    for field in fields(plan):
        with pytest.raises(FrozenInstanceError):
            setattr(plan, field.name, None)


@over_all
def test_infinite_epsilon_means_no_noise(mechanism):
    for lam, n in ((1e-6, 1), (0.1, 100), (1e3, 10**5)):
        plan = planned(mechanism, inf, lam=lam, n=n)
        assert (plan.epsilon, plan.noise_rate, plan.extra_lam) == (inf, inf, 0.0)


def test_non_private_never_has_noise():
    plan = calibrate("non_private", 0.1, lam=0.1, n=100, loss=Logistic())
    assert (plan.epsilon, plan.noise_rate) == (inf, inf)


@pytest.mark.parametrize("mechanism", some(NOISY, {*OFTEN} - {"objective_gaussian"}))
def test_smaller_epsilon_never_means_less_noise(mechanism):
    # Strictly more for all but CMS11's, whose change of case makes a jump.
    epsilons = np.logspace(-4, 2, 400)
    plans = [planned(mechanism, e, lam=1e-3, n=1000) for e in epsilons]
    rates = np.array([plan.noise_rate for plan in plans])
    falls = np.sum(np.diff(rates) <= 0)
    assert falls == (1 if mechanism == "objective" else 0)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_delta_is_refused_from_one_in_n_on_where_it_is_used_and_nowhere_else(mechanism):
    setting = {"lam": 0.1, "n": 50, "loss": Logistic(), "n_features": 3}
    used = MECHANISMS[mechanism].guarantee == "approximate"
    assert calibrate(mechanism, 1.0, delta=0.0199, **setting).delta == (0.0199 if used else 0.0)
    for wrong in (0.02, 1.0, 0.0, -1e-6, nan):
        if used:
            with pytest.raises(InvalidInput, match="δ must be"):
                calibrate(mechanism, 1.0, delta=wrong, **setting)
        else:
            # A tiny table is no reason to refuse what looks at no δ.
            assert calibrate(mechanism, 1.0, delta=wrong, **setting).delta == 0.0


@pytest.mark.parametrize("mechanism", APPROXIMATE)
def test_the_claim_names_its_delta(mechanism):
    plan = planned(mechanism, delta=1e-5)
    assert plan.promise == "(ε, δ)-DP with δ = 1e-5"
    law = "profile of Gamma noise" if mechanism in GAMMAS else "Thm. 8"
    assert law in plan.theorem
    assert calibrate("output", 1.0, lam=0.1, n=50, loss=Logistic()).promise == "ε-DP"


BAD_VALUES = [
    ("epsilon", 0, "epsilon must be positive; got 0."),
    ("epsilon", -1, "epsilon must be positive; got -1."),
    ("epsilon", nan, "epsilon must be a number; got nan."),
    ("epsilon", "x", "epsilon must be a number; got 'x'."),
    ("epsilon", None, "epsilon must be a number; got None."),
    ("lam", 0, "lam must be positive; got 0."),
    ("lam", inf, "lam must be finite; got ∞."),
    ("lam", nan, "lam must be a number; got nan."),
    ("n", 0, "n must be at least 1; got 0."),
    ("n", 2.5, "n must be a whole number; got 2.5."),
]


@pytest.mark.parametrize(("name", "value", "sentence"), BAD_VALUES)
@over_all
def test_bad_values_get_a_sentence(mechanism, name, value, sentence):
    with pytest.raises(InvalidInput) as caught:
        planned(mechanism, **{name: value})
    assert str(caught.value) == sentence


def test_unknown_mechanism_is_told_the_known_ones():
    with pytest.raises(InvalidInput, match=f"one of {', '.join(MECHANISMS)}; got laplace"):
        calibrate("laplace", 1.0, lam=0.1, n=100, loss=Logistic())


EXTREMES = [5e-324, 1e-308, 1e-300, 1e-100, 1e-30, 1.0, 1e30, 1e100, 1e300, 1.7e308]
SIZES = [*product(MECHANISMS, [1, 1000, 10**12])]
SOON = [(name, n) for name, n in SIZES if n == 1 or not MECHANISMS[name].uses_delta]


@pytest.mark.parametrize(("mechanism", "n"), some(SIZES, SOON))
def test_extremes_are_planned_soundly_or_refused(mechanism, n):
    # Warnings are errors here, so that no overflow goes unseen.
    n_planned = 0
    for epsilon in [*EXTREMES, inf]:
        for lam in EXTREMES:
            try:
                plan = planned(mechanism, epsilon, lam=lam, n=n, delta=1e-13)
            except InvalidInput as refusal:
                assert "too large to compute" in str(refusal)  # noqa: PT017
                continue
            n_planned += 1
            assert plan.noise_rate > 0
            assert np.isinf(plan.noise_rate) == np.isinf(plan.epsilon)
            assert 0 <= plan.extra_lam < inf
    assert n_planned >= 50


@over_extra
@pytest.mark.parametrize("epsilon", [1e-300, 1e-100, 1e-15])
def test_tiny_epsilon_keeps_its_digits(mechanism, epsilon):
    # e^x - 1 loses them all where x is below 1e-16; to first order Δ = kc/(nε) - λ.
    plan = calibrate(mechanism, epsilon, lam=0.1, n=100, loss=Logistic())
    times = {"objective": 4, "objective_tight": 2}[mechanism]
    assert plan.extra_lam == pytest.approx(times * 0.25 / (100 * epsilon), rel=1e-12)
    assert plan.noise_rate == pytest.approx(epsilon / 4, rel=1e-12, abs=0)


@over_extra
def test_large_n_lam_keeps_the_slack_of_its_size(mechanism):
    plan = calibrate(mechanism, 1.0, lam=1.0, n=10**15, loss=Logistic())
    times = {"objective": 2, "objective_tight": 1}[mechanism]
    assert plan.epsilon_curvature == pytest.approx(times * 0.25e-15, rel=1e-9, abs=0)
    assert log(1 + 0.25e-15) != pytest.approx(0.25e-15, rel=0.1, abs=0)  # what log1p is for


@over_noisy
def test_a_slope_of_three_moves_three_times_as_much(mechanism):
    losses = type("Steeper", (Logistic,), {"lipschitz": 3.0})(), Logistic()
    steep, usual = (planned(mechanism, loss=each) for each in losses)
    assert steep.sensitivity == pytest.approx(3 * usual.sensitivity)
    assert steep.noise_rate == pytest.approx(usual.noise_rate / 3)
