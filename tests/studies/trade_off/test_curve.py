"""What the curve along ε says of other ε: from which on a mechanism beats the constant rule."""

import math
from dataclasses import replace

import pytest

from dplab.simulation.comparison import EPSILONS, part_of
from dplab.simulation.constant import ConstantRule, constant_rule
from dplab.simulation.needed.epsilon import edge, errors_at
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.curve import BetterFrom, better_from, beyond

RULE = ConstantRule("no", 0.3, 0.01)
BAD, GOOD, WIDE, CLOSE = (
    Summary(0.4, 0.35, 0.45),
    Summary(0.2, 0.18, 0.22),
    Summary(0.2, 0.1, 0.3),
    Summary(0.295, 0.295, 0.295),
)


def curve(*errors: Summary) -> dict[float, Summary]:
    return dict(zip((0.1, 1.0, 10.0, 100.0), errors, strict=True))


@pytest.mark.parametrize("bad", [BAD, WIDE, CLOSE])
def test_it_is_better_from_where_it_stays_so_at_all_that_were_tried(bad: Summary):
    assert better_from(curve(GOOD, GOOD, GOOD, GOOD), RULE) == BetterFrom(0.1, is_tried=True)
    assert better_from(curve(bad, bad, bad, bad), RULE) == BetterFrom(math.inf, is_tried=True)
    assert better_from(curve(GOOD, GOOD, GOOD, bad), RULE) is None
    assert better_from(curve(bad, GOOD, bad, bad), RULE) is None
    for errors in (curve(bad, bad, GOOD, GOOD), curve(GOOD, bad, GOOD, GOOD)):
        found = better_from(errors, RULE)
        assert found
        assert 1 < found.epsilon <= 10


def test_what_is_read_off_is_rounded_up_and_larger_than_where_it_failed():
    just_failed = replace(RULE, deviation=0.0), Summary(0.3, 0.3, 0.3)
    found = better_from(curve(just_failed[1], GOOD, GOOD, GOOD), just_failed[0])
    assert found == BetterFrom(1.0, is_tried=True)
    halfway = better_from(
        curve(Summary(0.38, 0.38, 0.38), GOOD, GOOD, GOOD), replace(RULE, deviation=0)
    )
    assert halfway == BetterFrom(0.32, is_tried=False)  # √(0.1 · 1) = 0.316


def test_nothing_is_read_off_across_the_jump_of_objective_perturbation():
    errors = curve(BAD, GOOD, GOOD, GOOD)
    assert better_from(errors, RULE, edges=(0.5,)) == BetterFrom(1.0, is_tried=True)
    beside = better_from(errors, RULE, edges=(5.0,))
    assert beside
    assert not beside.is_tried


@pytest.mark.parametrize("measure", ["error", "balanced"])
@pytest.mark.parametrize("data", ["breast_cancer", "uniform"])
@pytest.mark.parametrize("lam", ["auto", 0.01])
def test_it_is_so_where_it_is_computed_and_not_well_below(data: str, lam: float, measure: str):
    settings = Settings(data=data, n=400, draws=40, lam=lam, epsilon=0.003, measure=measure)
    part = part_of(load(settings), settings)
    rule = constant_rule([part], measure=measure)

    def summaries(epsilons):
        found = errors_at(settings, sorted(epsilons))
        return {place: Summary.of(each.errors) for place, each in found.items()}

    at = summaries({*EPSILONS, settings.epsilon})
    names = ("objective", "output")
    curves = {name: (EPSILONS, [at[name, each] for each in EPSILONS]) for name in names}
    here = {name: at[name, settings.epsilon] for name in names}
    found = beyond(settings, here, curves, rule, part.n)
    assert set(found) == set(names)
    for name, each in found.items():
        if math.isinf(each.epsilon):
            assert not any(rule.is_beaten_by(errors) for errors in curves[name][1])
            continue
        above, below = each.epsilon * 1.3, each.epsilon / 1.6
        if not edge(settings.make_loss(), settings.lam, part.n):
            near = summaries({above, below})
            assert rule.is_beaten_by(near[name, above])
            assert not rule.is_beaten_by(near[name, below])
        later = [at[name, place] for place in EPSILONS if place >= each.epsilon]
        assert all(map(rule.is_beaten_by, later))


def test_of_a_mechanism_that_is_better_here_nothing_is_said():
    curves = dict.fromkeys(("objective", "output"), ((0.1, 1.0), (BAD, GOOD)))
    here = {"objective": GOOD, "output": BAD}
    found = beyond(Settings(epsilon=0.5), here, curves, RULE, 1000)
    assert set(found) == {"output"}
    assert 0.5 < found["output"].epsilon < 1
