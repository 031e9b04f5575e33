"""What the public function is asked for is what is carried out, default by default."""

from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Label
from dpcore.erm.losses import Logistic
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release import release, running
from dpcore.release.entropy import Entropy
from tests.release.cases import SCHEMA, order, run, table


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


def test_a_label_of_a_long_name_is_paid_for_under_its_beginning(ledger):
    name = "s" * 190
    schema = replace(SCHEMA, label=Label(name, ("yes",)))
    run(ledger, schema=schema, rows=table().rename(columns={"sick": name}))
    (charge,) = ledger.budget("clinic").charges
    assert charge.what == f"a classifier for {name}"[:200]


TESTED = {"test_share": 0.25, "epsilon_test": 0.5}
CHOSEN = {"lam": None, "candidates": (0.1, AUTO, 0.2)}


@pytest.mark.parametrize("asked", [{}, TESTED, CHOSEN, CHOSEN | TESTED, {"lam": AUTO}])
def test_a_key_gives_its_model_again_to_the_same_facts(ledger, asked):
    first = run(ledger, idempotency_key="t", **asked)
    assert run(ledger, idempotency_key="t", **asked).to_json() == first.to_json()
    assert ledger.budget("clinic").spent == 1.0


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ({}, {"lam": AUTO}),
        ({"lam": AUTO}, {"lam": 0.01}),
        ({"epsilon": 0.25} | TESTED, {"epsilon": 0.125}),  # of both, 0.5 is charged
        (TESTED, {"epsilon_test": 1.0}),
        (TESTED, {"test_share": 0.5}),
        (CHOSEN, {"candidates": (0.1, 0.3, 0.2)}),
        (CHOSEN, {"candidates": (AUTO, 0.1, 0.2)}),
        (CHOSEN, {"candidates": (0.1, AUTO)}),
    ],
)
def test_a_key_is_held_to_each_of_its_facts(ledger, asked, other):
    run(ledger, idempotency_key="t", **asked)
    with pytest.raises(InvalidInput, match=f"release with another {next(iter(other))}\\. Ask"):
        run(ledger, idempotency_key="t", **asked | other)


class Late:
    """A ledger in which another program charges the same key just before."""

    def __init__(self, ledger, another):
        self._ledger, self._another = ledger, another

    def __getattr__(self, name):
        return getattr(self._ledger, name)

    def charge(self, *args, **kwargs):
        self._another()
        return self._ledger.charge(*args, **kwargs)


def test_who_comes_second_with_a_key_gets_the_model_of_who_came_first(ledger):
    first = []
    late = Late(ledger, lambda: first.append(run(ledger, idempotency_key="t")))
    second = running.execute(order(), table(), late, "t", Entropy())
    assert second.to_json() == first[0].to_json()
    assert ledger.budget("clinic").spent == 1.0


def test_who_comes_second_with_a_key_while_the_first_draws_gets_no_model(ledger):
    asked = {"what": "a", "mechanism": "output", "epsilon": 1.0, "idempotency_key": "t"}
    late = Late(ledger, lambda: ledger.charge("clinic", **asked))
    with pytest.raises(InvalidInput, match="did not finish, or has not finished yet"):
        running.execute(order(), table(), late, "t", Entropy())
    assert ledger.budget("clinic").spent == 1.0
