"""What the public function is asked for is what is carried out, default by default."""

import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release import release, running
from tests.release.cases import SCHEMA, table


@pytest.fixture
def asked_for(ledger, monkeypatch):
    """Return what gives the order that the public function makes of its arguments."""
    seen = []
    monkeypatch.setattr(running, "execute", lambda order, *_: seen.append(order))

    def of(**asked):
        usual = {"mechanism": "output", "epsilon": 0.5, "loss": Logistic(), "data_set": "clinic"}
        release(table(), SCHEMA, ledger=ledger, **usual | asked)
        return seen.pop()

    return of


def test_each_number_is_carried_out_as_it_is_asked(asked_for):
    asked = {"epsilon": 0.25, "lam": 0.125, "delta": 1e-6, "test_share": 0.5, "epsilon_test": 2.0}
    order = asked_for(**asked)
    assert {name: getattr(order, name) for name in asked} == asked


def test_what_is_left_out_is_the_rules_lam_no_test_no_candidates_and_no_delta(asked_for):
    order = asked_for()
    assert (order.lam, order.candidates, order.delta) == (AUTO, (), 0.0)
    assert (order.test_share, order.epsilon_test) == (0.0, 0.0)


def test_candidates_take_the_place_of_the_default_lam_and_of_no_other(asked_for):
    order = asked_for(candidates=(0.1, AUTO))
    assert (order.lam, order.candidates) == (None, (0.1, AUTO))
    assert asked_for(candidates=(0.1,), lam=0.5).lam == 0.5  # for `plan_route` to refuse


def test_what_is_no_ledger_is_refused():
    with pytest.raises(InvalidInput, match="ledger must be a Ledger"):
        release(table(), SCHEMA, mechanism="output", epsilon=1.0, loss=Logistic(),
                ledger="ledger.db", data_set="clinic")  # fmt: skip
