"""A budget is a sum, a plan or a ρ, and stays it: what each refuses, keeps and promises."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.ledger import Budget, Cost, Ledger, Overspent, PlannedRelease, state
from dpcore.ledger.chain import CHARGE, START, EntryRow, budgets, row_of
from dpcore.ledger.sentences import promise, standing
from dpcore.ledger.terms import DeclaredPlan, RhoFilter
from dpcore.privacy.profile.conversions import epsilon_of_rho
from dpcore.privacy.profile.laws import (
    GammaInObjective,
    GammaNoise,
    GaussianInObjective,
    GaussianNoise,
    Promise,
)
from dpcore.privacy.profile.spend import Spend
from tests.privacy.profile.test_composition import adaptive_delta

DELTA = 1e-6
OUTPUT = Spend.of(GammaNoise(1.0, 30))
TEN = PlannedRelease("output epsilon=1 features=30", OUTPUT, times=10)
TIGHT = Spend.of(GammaInObjective(0.89, 30, 0.1), GammaNoise(0.01, 30))


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        yield opened


def planned(ledger, *items, delta=DELTA, **more):
    return ledger.open("clinic", n=1_000, delta=delta, plan=items, **more)


def pay(ledger, spend=OUTPUT, epsilon=1.0, **more):
    what = {"what": "a model", "mechanism": "output"}
    return ledger.charge("clinic", epsilon=epsilon, spend=spend, **what, **more)


def test_the_number_of_a_plan_is_the_whole_lists_whatever_is_left_out(ledger):
    opened = planned(ledger, TEN)
    assert opened.epsilon == pytest.approx(2.60, abs=5e-3)
    for _ in range(3):
        pay(ledger)
    known = ledger.budget("clinic")
    assert (known.kind, known.epsilon, known.delta) == ("plan", opened.epsilon, DELTA)
    assert [times for _, times in known.items_left] == [7]
    assert promise(known) == "ε = 2.59621, δ = 1e-6 for the whole plan of 10 releases"
    assert standing(known) == "3 of 10 releases made, left: 7 output epsilon=1 features=30"


def test_what_a_plan_does_not_list_is_refused_and_charges_nothing(ledger):
    planned(ledger, PlannedRelease("tight", TIGHT), TEN)
    before = ledger.to_json()
    refused = {
        "another d": Spend.of(GammaNoise(1.0, 29)),
        "more d": Spend.of(GammaNoise(1.0, 31)),
        "a larger ε": Spend.of(GammaNoise(1.0 + 1e-9, 30)),
        "a larger slack": Spend.of(GammaInObjective(0.79, 30, 0.2), GammaNoise(0.01, 30)),
        "another mechanism": Spend.of(GaussianNoise(0.1)),
        "ε alone": Spend.of(Promise(0.5)),
        "a second test": Spend((*OUTPUT.parts, (Promise(0.1),))),
        "another noise after it": Spend.of(GammaNoise(1.0, 30), GammaNoise(0.01, 30)),
    }
    for spend in refused.values():
        with pytest.raises(Overspent, match=r"left on the plan of 'clinic': 1 tight; 10 output"):
            pay(ledger, spend)
    with pytest.raises(Overspent):  # of a program that knows no laws
        pay(ledger, None)
    assert ledger.to_json() == before
    pay(ledger, Spend.of(GammaInObjective(0.8, 30, 0.05), GammaNoise(0.01, 30)))
    pay(ledger, Spend.of(GammaNoise(0.5, 30)))


def test_a_plan_that_is_used_up_says_so_and_asks_for_nothing_smaller(ledger):
    planned(ledger, PlannedRelease("one", OUTPUT))
    pay(ledger)
    with pytest.raises(
        Overspent, match="every release on the plan of 'clinic' was made"
    ) as refusal:
        pay(ledger)
    assert "smaller" not in str(refusal.value)
    assert standing(ledger.budget("clinic")) == "1 of 1 release made, none left"


def test_a_charge_uses_the_least_item_that_covers_it(ledger):
    small, large = Spend.of(GammaNoise(0.5, 30)), OUTPUT
    planned(ledger, PlannedRelease("large", large), PlannedRelease("small", small))
    assert pay(ledger, Spend.of(GammaNoise(0.4, 30))).item == 2
    assert pay(ledger, Spend.of(GammaNoise(0.4, 30))).item == 1
    with pytest.raises(Overspent):
        pay(ledger, Spend.of(GammaNoise(0.4, 30)))


def test_parts_of_a_plan_count_as_the_largest_with_what_sees_all(ledger):
    items = [
        PlannedRelease("all", OUTPUT, 3),
        PlannedRelease("north", OUTPUT, 2, "north"),
        PlannedRelease("south", OUTPUT, 4, "south"),
    ]
    opened = planned(ledger, *items, parts=("north", "south"))
    seven = DeclaredPlan((PlannedRelease("seven", OUTPUT, 7),)).epsilon(DELTA)
    assert opened.epsilon == seven
    assert pay(ledger, part="north").item == 2
    with pytest.raises(InvalidInput, match="'east' in the plan is not a part"):
        ledger.open("other", n=100, plan=[PlannedRelease("x", OUTPUT, 1, "east")], parts=("a",))


def test_ten_of_output_fit_a_rho_and_an_eleventh_does_not(ledger):
    opened = ledger.open("clinic", n=1_000, rho=0.16663, delta=DELTA)
    # 8j: (2.84, 1e-6) for ten of output perturbation at ε = 1, d = 30.
    assert opened.epsilon == pytest.approx(2.84, abs=0.01)
    for _ in range(10):
        pay(ledger)
    known = ledger.budget("clinic")
    assert known.epsilon == opened.epsilon
    assert known.rho_left < 1e-4
    with pytest.raises(Overspent, match=r"needs ρ = 0\.016662, but 'clinic' has only"):
        pay(ledger)
    assert standing(known).startswith("ρ = 0.16662 of 0.16663 spent, ")


def test_each_law_costs_its_own_rho(ledger):
    ledger.open("clinic", n=1_000, rho=5.0, delta=DELTA)
    costs = {
        Spend.of(GammaNoise(1.0, 30)): 0.016662,
        Spend.of(GaussianNoise(0.3)): 0.045,
        Spend.of(Promise(1.0)): math.tanh(0.5),
        Spend.of(GammaInObjective(0.9, 30, 0.1)): math.tanh(0.5),
        TIGHT: 0.99 * math.tanh(0.495) + GammaNoise(0.01, 30).rho,
        # On disjoint parts of the records the largest counts.
        Spend(((GammaNoise(1.0, 30),), (Promise(0.1),))): 0.016662,
        Spend(((GammaNoise(1.0, 30),), (Promise(0.5),))): 0.5 * math.tanh(0.25),
    }
    for spend, rho in costs.items():
        noted = pay(ledger, spend).rho
        assert noted == pytest.approx(rho, rel=1e-4)
        assert noted >= spend.rho
    # A program that knows no laws: all that is known is ε.
    assert pay(ledger, None, epsilon=0.5).rho == pytest.approx(0.5 * math.tanh(0.25))


@pytest.mark.parametrize(
    "spend", [Spend.of(GaussianInObjective(0.3, 0.01)), Spend.of(Promise(0.1, 1e-7))], ids=repr
)
def test_what_has_no_proven_rho_is_refused(ledger, spend):
    ledger.open("clinic", n=1_000, rho=5.0, delta=DELTA)
    with pytest.raises(InvalidInput, match="no ρ is proven for a law of it"):
        pay(ledger, spend)
    with pytest.raises(InvalidInput, match="no ρ is proven"):
        pay(ledger, None, epsilon=0.5, delta=1e-7)


def test_rhos_add_up_exactly_and_parts_count_as_the_largest():
    known = Budget("clinic", 100, 1.0, DELTA, parts=("a", "b"), terms=RhoFilter(0.3))
    for part, rho in ((None, 0.1), ("a", 0.1), ("b", 0.05), ("b", 0.05)):
        known = known.plus(Cost(1.0, part=part, rho=rho))
    assert Decimal(repr(known.rho_spent)) == Decimal("0.2")
    assert known.rho_left == 0.1
    spend = Spend.of(GaussianNoise(math.sqrt(0.2) * (1 - 1e-9)))
    known.check(Cost(1.0, law=spend.as_list()), "a charge")
    with pytest.raises(Overspent, match="ρ"):
        known.check(Cost(1.0, law=Spend.of(GaussianNoise(math.sqrt(0.2001))).as_list()), "one")


def test_what_is_left_of_a_rho_can_be_charged_by_any_pure_release():
    known = Budget("clinic", 100, 1.0, DELTA, terms=RhoFilter(0.3))
    for _ in range(3):
        left = known.left
        known.check(Cost(left), "all of it")
        with pytest.raises(Overspent):
            known.check(Cost(left * (1 + 1e-9)), "a hair more")
        known = known.plus(known.noted(Cost(left / 2), "half"))


def test_an_adaptive_owner_is_refused_by_a_plan_and_held_by_a_rho(ledger):
    """8j: Gamma noise, then by what it gave randomised response at 1 or a Gaussian of μ = 0.332."""
    first, mu = GammaNoise(1.0, 10), 0.332
    one = PlannedRelease("output", Spend.of(first))
    opened = planned(ledger, one, PlannedRelease("randomised response", Spend.of(Promise(1.0))))
    assert opened.epsilon == pytest.approx(1.910, abs=2e-3)
    # The number of either list is no promise to an owner who picks the second by the first.
    assert adaptive_delta(first, mu, opened.epsilon) > 1.85 * DELTA
    pay(ledger, Spend.of(first))
    with pytest.raises(Overspent, match="1 randomised response"):
        pay(ledger, Spend.of(GaussianNoise(mu)))
    pay(ledger, Spend.of(Promise(1.0)))

    costs = [Cost(1.0, law=Spend.of(law).as_list()) for law in (Promise(1.0), GaussianNoise(mu))]
    filtered = Budget("clinic", 1_000, 1.0, DELTA, terms=RhoFilter(0.6))
    after = filtered.plus(filtered.noted(Cost(1.0, law=Spend.of(first).as_list()), "first"))
    assert len([after.noted(cost, "second") for cost in costs]) == 2
    # One ε for the ρ that was fixed: whichever she picks, by whatever, it holds.
    assert adaptive_delta(first, mu, RhoFilter(0.6).epsilon(DELTA)) < DELTA


def test_a_rho_promises_one_epsilon_and_never_that_of_the_part_spent(ledger):
    opened = ledger.open("clinic", n=1_000, rho=0.5, delta=DELTA)
    pay(ledger)
    known = ledger.budget("clinic")
    assert known.epsilon == opened.epsilon >= epsilon_of_rho(0.5, DELTA)
    assert promise(known) == (
        f"ρ = 0.5 for all releases together, and so ε = {opened.epsilon:g}, δ = 1e-6"
    )


@pytest.mark.parametrize("kind", [{"plan": [TEN]}, {"rho": 0.5}], ids=["plan", "rho"])
def test_laws_are_those_of_one_record_a_person(ledger, kind):
    with pytest.raises(InvalidInput, match="must be for one record per person; got up to 2"):
        ledger.open("clinic", n=100, records_per_person=2, **kind)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, "must have one of three"),
        ({"epsilon": 1.0, "rho": 0.1, "delta": DELTA}, "must have one of three"),
        ({"epsilon": 1.0, "plan": [TEN]}, "must have one of three"),
        ({"rho": 0.1}, "A budget of ρ needs a δ above 0"),
        ({"rho": -1.0, "delta": DELTA}, "rho of the budget must be positive"),
        ({"rho": 0.1, "delta": 0.02}, "must be below 1/n"),
        ({"plan": []}, "must list at least one release"),
        ({"plan": ["output"]}, "must list at least one release"),
        (
            {"plan": [PlannedRelease("x", Spend.of(Promise(0.1, 1e-5)), 3)], "delta": 2e-5},
            "The plan needs a δ larger than 2e-5",
        ),
    ],
)
def test_what_is_none_of_the_three_is_refused(ledger, facts, said):
    with pytest.raises(InvalidInput, match=said):
        ledger.open("clinic", n=100, **facts)
    assert ledger.data_sets() == ()


def test_without_a_delta_a_plan_promises_the_sum(ledger):
    assert planned(ledger, TEN, delta=0.0).epsilon == 10


def test_a_budget_stays_what_it_was_opened_as(ledger):
    opened = planned(ledger, TEN)
    assert planned(ledger, TEN) == opened
    others = [{"plan": [TEN, TEN]}, {"rho": 0.5}, {"epsilon": opened.epsilon}]
    for facts in others:
        with pytest.raises(InvalidInput, match="is already open and cannot be changed"):
            ledger.open("clinic", n=1_000, delta=DELTA, **facts)


def test_a_plan_that_is_opened_again_is_not_computed_again(ledger, monkeypatch):
    opened = planned(ledger, TEN)
    monkeypatch.setattr(DeclaredPlan, "epsilon", pytest.fail)
    assert planned(ledger, TEN) == opened


def test_kinds_are_entries_that_an_older_program_refuses(ledger):
    planned(ledger, TEN)
    ledger.open("school", n=100, rho=0.5, delta=DELTA)
    ledger.open("town", n=100, epsilon=1.0)
    pay(ledger)
    kinds = [each["kind"] for each in json.loads(ledger.to_json())["entries"]]
    assert kinds == ["open_plan", "open_rho", "open", "charge"]
    assert not {"open_plan", "open_rho"} & {"open", "charge", "settle"}


def test_laws_survive_the_file_and_what_an_old_charge_says_is_its_promise(ledger, tmp_path):
    ledger.open("clinic", n=100, epsilon=5.0)
    spend = Spend((*TIGHT.parts, (Promise(0.5),)))
    pay(ledger, spend)
    pay(ledger, None, epsilon=0.5)
    with Ledger(tmp_path / "ledger.db") as other:
        found = other.budget("clinic")
    assert [each.spend for each in found.charges] == [spend, Spend.of(Promise(0.5))]
    assert found.spent == 1.5
    body = [json.loads(row["body"]) for row in entries_of(tmp_path / "ledger.db")][-1]
    # As it was before there were laws: an older program finds all that it reads.
    assert body.keys() == {
        "data_set", "what", "mechanism", "epsilon", "delta", "part", "time", "number", "kind",
        "previous", "ticket",
    }  # fmt: skip


def entries_of(path):
    import sqlite3

    with sqlite3.connect(path) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute("SELECT * FROM ledger_entries ORDER BY number").fetchall()


def entry(number: int, kind: str, content: dict, before: str, key: str | None = None) -> EntryRow:
    return row_of(number, kind, key, content, before)


CHARGED = {
    "data_set": "clinic", "what": "a model", "mechanism": "output", "epsilon": 1.0, "delta": 0.0,
    "part": None, "time": "2026-01-01T00:00:00+00:00",
}  # fmt: skip
OPENED = {
    "data_set": "clinic", "n": 100, "epsilon": 1.0, "delta": DELTA, "records_per_person": 1,
    "parts": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "opened", "charged"),
    [
        ("open_plan", {"plan": DeclaredPlan((TEN,)).as_list()}, {}),
        ("open_plan", {"plan": DeclaredPlan((TEN,)).as_list()}, {"item": 2}),
        ("open_plan", {"plan": DeclaredPlan((TEN,)).as_list()}, {"item": 0}),
        ("open_plan", {"plan": DeclaredPlan((TEN,)).as_list()}, {"item": True}),
        ("open_plan", {"plan": DeclaredPlan((TEN,)).as_list()}, {"rho": 0.1}),
        ("open_plan", {}, {"item": 1}),
        ("open_plan", {"plan": []}, {"item": 1}),
        ("open_plan", {"plan": [{"what": "x", "times": 1, "part": None}]}, {"item": 1}),
        ("open_rho", {"rho": 0.5}, {}),
        ("open_rho", {"rho": 0.5}, {"rho": -0.1}),
        ("open_rho", {"rho": 0.5}, {"rho": "0.1"}),
        ("open_rho", {}, {"rho": 0.1}),
        ("open", {}, {"item": 1}),
        ("open", {}, {"rho": 0.1}),
    ],
)
def test_an_entry_without_what_its_kind_counts_by_is_refused(kind, opened, charged):
    first = entry(1, kind, OPENED | opened, START)
    second = entry(2, CHARGE, CHARGED | charged, first.hash, "key")
    contents = [json.loads(each.body) for each in (first, second)]
    with pytest.raises(InvalidInput, match="was not written by this version"):
        budgets([first, second], contents, {})


def test_threads_never_use_an_item_twice(tmp_path):
    address = tmp_path / "ledger.db"
    with Ledger(address) as opened:
        planned(opened, PlannedRelease("five", OUTPUT, 5))

    def one(_number):
        try:
            with Ledger(address) as mine:
                return pay(mine).item
        except Overspent:
            return 0

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(one, range(12))) == [0] * 7 + [1] * 5


@pytest.mark.whole
def test_of_ten_thousand_entries_of_a_plan_no_law_is_read_but_those_of_its_items(
    tmp_path, monkeypatch
):
    rng = np.random.default_rng(0)
    items = [
        PlannedRelease(f"no. {i}", Spend.of(GammaNoise(each, 30)), 10)
        for i, each in enumerate(rng.uniform(0.05, 0.2, 1_000))
    ]
    with Ledger(tmp_path / "ledger.db") as ledger:
        opened = planned(ledger, *items)
        law = items[0].spend.as_list()
        with ledger._database.writing() as connection:
            rows = ledger._database.rows(connection)
            for i in range(10_000):
                content = CHARGED | {"law": law, "item": i // 10 + 1}
                rows.append(ledger._append(connection, rows, CHARGE, f"key {i}", content))
        state._REMEMBERED.clear()
        read, from_list = [], Spend.from_list
        monkeypatch.setattr(Spend, "from_list", lambda law: read.append(law) or from_list(law))
        found = ledger.budget("clinic")
        said = standing(found)
        assert len(read) == len(items)  # those of the plan, and of no charge
    assert said == "10,000 of 10,000 releases made, none left"
    assert found.epsilon == opened.epsilon
