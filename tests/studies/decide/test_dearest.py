"""The group that pays most: that of Who pays?, over the draws of the sheet."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet
from dplab.studies.decide.dearest import Question, run
from dplab.studies.who_pays import answers, costs
from dplab.tables.groups.defaults import named
from dplab.tables.groups.division import Division

SETTINGS = Settings(data="two_groups", n=1_000, draws=9, lam="auto")


@pytest.fixture(scope="module")
def decision() -> sheet.DecisionSheet:
    *_, found = sheet.run(sheet.Question(SETTINGS))
    return found


def test_the_dearest_group_is_that_of_who_pays(decision: sheet.DecisionSheet):
    found, epsilon = run(Question(SETTINGS, decision.mechanisms)), 0.1
    place = DECISIVE.index(epsilon)
    mechanism = decision.mechanisms[place]
    there = costs.run(
        costs.Question(SETTINGS.with_epsilon(epsilon), mechanism, named("two_groups"))
    )
    group = found.groups[place]
    assert (found.column, group.name) == ("group", there.dearest.name)
    assert group.n_test == there.dearest.n_test
    assert group.cost == there.dearest.errors.mean() - there.dearest.without_noise


def test_it_never_pays_less_than_all_people_do(decision: sheet.DecisionSheet):
    found = run(Question(SETTINGS, decision.mechanisms))
    for epsilon, group in zip(DECISIVE, found.groups, strict=True):
        assert group.cost >= decision.cost(epsilon) - 1e-12
    # And it tells more than the average does: where few pay all, far more.
    assert found.groups[3].cost > 1.5 * decision.cost(DECISIVE[3])


def test_the_disagreement_of_the_sheet_is_that_of_who_pays(decision: sheet.DecisionSheet):
    epsilon = 0.5
    price = decision.prices[epsilon]
    asked = answers.Question(SETTINGS.with_epsilon(epsilon), price.mechanism)
    says = answers.run(asked).answers.says.astype(float)
    pairs = [np.mean(one != other) for i, one in enumerate(says) for other in says[:i]]
    assert price.disagreement == pytest.approx(np.mean(pairs))


@pytest.mark.parametrize(("fewest", "said"), [(10_000, "No group"), (None, "Only one group")])
def test_groups_too_small_for_a_conclusion_are_refused_and_it_says_what_to_do(
    monkeypatch, fewest: int | None, said: str
):
    # As many as the larger group has: the smaller one alone is too small.
    sizes = sorted(group.n_test for group in paid().groups)
    monkeypatch.setattr(costs, "FEWEST", fewest or sizes[-1])
    with pytest.raises(InvalidInput, match=rf"{said} by group .* cannot be measured\. Take more"):
        run(Question(SETTINGS, ("output",) * len(DECISIVE)))


def paid() -> costs.Costs:
    return costs.run(costs.Question(SETTINGS, "output", Division("group")))
