"""What a release leaves of a record: the posterior of each column, all from the same release."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.instruments.adversary import ceiling
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.studies.adversary import columns, left, line_up
from dplab.studies.adversary.attacks import DRAWS, Question
from dplab.studies.adversary.columns import Alternatives
from dplab.studies.adversary.curve import Attack, of_person
from dplab.studies.adversary.person import person

SETTINGS = Settings(data="breast_cancer", n=200, lam=0.01, epsilon=300.0)
PART, WHO = part_of(load(SETTINGS), SETTINGS), person(SETTINGS, 3)


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_each_column_has_the_posterior_of_an_attacker_who_knows_the_others(mechanism: str):
    found = left.left_over(Question(SETTINGS, 3, mechanism=mechanism), PART)
    made = [columns.alternatives(WHO, each.column) for each in found]
    rows = np.vstack([each.encoded for each in made])
    together = Attack(line_up.attribute(PART, 3, rows), SETTINGS)
    coefs = of_person(together, mechanism, 300.0, DRAWS).coefs
    for each, alternatives in zip(found, made, strict=True):
        alone = Attack(line_up.attribute(PART, 3, alternatives.encoded), SETTINGS)
        beliefs = alone.attacker.posterior(coefs, alone.plan(mechanism, 300.0))
        order = np.argsort(alone.line_up.origins)
        np.testing.assert_allclose(each.beliefs, beliefs[:, order], rtol=1e-6, atol=1e-12)
        assert each.ceiling == ceiling(300.0, 1 / len(each.labels))
        assert each.truth == alternatives.own


def test_places_run_from_the_least_value_to_the_largest():
    for column in columns.names(WHO)[:3]:
        made = columns.alternatives(WHO, column)
        assert (made.places[0], made.places[-1]) == (0.0, 1.0)
        assert (np.diff(made.places) > 0).all()
        assert columns.place(WHO, column, 1e9) == 1.0


def test_columns_that_hide_nothing_or_do_not_fit_are_left_out():
    def of(count: int) -> Alternatives:
        labels = tuple(map(str, range(count)))
        return Alternatives(np.zeros((count, 2)), labels, 0, np.linspace(0, 1, count))

    kept = left._that_fit({"constant": of(1), "one": of(150), "too many": of(60), "two": of(50)})
    assert list(kept) == ["one", "two"]


def test_without_noise_there_is_nothing_to_believe():
    with pytest.raises(InvalidInput, match="Without noise"):
        left.left_over(Question(SETTINGS.with_epsilon(np.inf), 3), PART)
