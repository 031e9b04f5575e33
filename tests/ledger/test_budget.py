import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.ledger import Budget, Cost, Ledger, Overspent
from dpcore.ledger import budget as ledger_budget
from dpcore.ledger.budget import Sums
from dpcore.ledger.names import check_distinct
from tests.release.replay.planted import Mistake

EPSILONS = st.floats(1e-9, 100)
COSTS = st.lists(
    st.builds(Cost, EPSILONS, st.floats(0, 1e-5), st.sampled_from([None, "a", "b"])), max_size=12
)


MOST = "max((each[i] for each in parts), default=Decimal())"

LOST_ON_PARTS = {
    "δ of the part with the largest ε": Mistake(
        ledger_budget, "Sums.total", MOST, "max(parts, default=NOTHING)[i]"
    ),
    "no δ of parts": Mistake(ledger_budget, "Sums.total", MOST, f"{MOST} * (1 - i)"),
    "the smallest δ of parts": Mistake(
        ledger_budget, "Sums.total", MOST, f"{MOST} if i == 0 else {MOST.replace('max', 'min')}"
    ),
    "all δ of parts": Mistake(
        ledger_budget, "Sums.total", MOST, f"{MOST} if i == 0 else sum(each[i] for each in parts)"
    ),
}
"""Each to be found where one part has the larger ε, and another the larger δ."""


def budget(**facts):
    return Budget(**{"data_set": "clinic", "n": 100, "epsilon": 1.0} | facts)


@pytest.mark.parametrize(("given", "allowed"), [(0.01, 0.0099999), (0.5, 1e-6)])
def test_no_delta_of_one_in_n_or_more_is_promised_by_a_budget_or_its_charges(given, allowed):
    # A ledger of before may hold such a budget: it can be read, and its charges stay below 1/n.
    known = budget(delta=0.9)
    known.check_delta("δ of the budget", Decimal(repr(allowed)))
    known.check(Cost(0.1, allowed), "a charge")
    refused = rf"must be below 1/n, here 1/100 = 0.01; got {given}. A δ of 1/n or more"
    with pytest.raises(InvalidInput, match=f"^δ of the budget {refused}"):
        known.check_delta("δ of the budget", Decimal(repr(given)))
    with pytest.raises(InvalidInput, match="before it, " + refused):
        known.check(Cost(0.1, given), "a charge")


def test_charges_that_are_small_alone_do_not_sum_to_one_in_n():
    known = budget(delta=0.9, parts=("a", "b")).plus(Cost(0.1, 0.004), Cost(0.1, 0.004, "a"))
    known.check(Cost(0.1, 0.0019), "a charge")
    known.check(Cost(0.1, 0.004, "b"), "another part's, and the largest counts")
    known.check(Cost(0.1), "a charge without δ")
    for part in (None, "a"):
        with pytest.raises(InvalidInput, match=r"here 1/100 = 0.01; got 0.01\."):
            known.check(Cost(0.1, 0.002, part), "a charge")


@settings(deadline=None, max_examples=60)
@given(COSTS)
def test_what_was_spent_is_the_exact_sum_of_all_and_of_the_largest_part(costs):
    for place, amount in enumerate(("epsilon", "delta")):

        def of(part, amount=amount):
            return sum(
                (Fraction(repr(getattr(c, amount))) for c in costs if c.part == part), Fraction()
            )

        assert Fraction(Sums({}).plus(*costs).total()[place]) == of(None) + max(of("a"), of("b"))


def takes_each_maximum():
    """Assert it of two parts of which one has spent the larger ε, the other the larger δ."""
    charges = (Cost(0.5, part="a"), Cost(0.1, 1e-5, part="b"))
    for each in (charges, charges[::-1]):
        known = budget(delta=2e-5, parts=("a", "b"), charges=each)
        assert (known.spent, known.delta_spent) == (0.5, 1e-5)
        assert (known.left, known.delta_left) == (0.5, 1e-5)
        # On all records: what is left of either. On a part: what its own records have left.
        known.check(Cost(0.5, 1e-5), "a charge")
        known.check(Cost(0.5, 2e-5, part="a"), "a charge")
        known.check(Cost(0.9, 1e-5, part="b"), "a charge")
        for cost in (Cost(0.1, 1.1e-5), Cost(0.51), Cost(0.1, 2.1e-5, "a"), Cost(0.1, 1.1e-5, "b")):
            with pytest.raises(Overspent):
                known.check(cost, "a charge")


def test_parallel_composition_takes_each_maximum():
    takes_each_maximum()


@pytest.mark.parametrize("name", LOST_ON_PARTS)
def test_a_planted_loss_of_delta_on_parts_is_found(name, monkeypatch):
    LOST_ON_PARTS[name].plant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, Overspent)):
        takes_each_maximum()


@settings(deadline=None, max_examples=60)
@given(COSTS, EPSILONS)
def test_what_is_left_can_be_charged_and_a_hair_more_cannot(costs, epsilon):
    known = budget(epsilon=epsilon, delta=0.5, parts=("a", "b"))
    for cost in costs:
        try:
            known.check(cost, "a charge")
        except Overspent:
            continue
        known = budget(epsilon=epsilon, delta=0.5, parts=("a", "b"), charges=(*known.charges, cost))
    assert Sums({}).plus(*known.charges).total()[0] <= Decimal(repr(epsilon))
    for part in (None, "a"):
        left = known.left_for(part)
        if left > 0:
            known.check(Cost(left, part=part), "the rest")
            with pytest.raises(Overspent):
                known.check(Cost(left * (1 + 1e-15) + 1e-300, part=part), "too much")


def test_a_refused_delta_names_what_the_part_has_left_and_not_what_the_largest_has():
    known = budget(delta=1e-5, parts=("a", "b"), charges=(Cost(0.1, 1e-5, "a"),))
    known.check(Cost(0.1, 1e-5, "b"), "a charge")
    with pytest.raises(Overspent, match="needs δ = 2e-5, but 'clinic' has only 1e-5 left of 1e-5"):
        known.check(Cost(0.1, 2e-5, "b"), "a charge")


def test_a_hair_more_than_all_that_doubles_once_let_through_leaves_nothing_and_not_less():
    # What was left of 1 after 0.7 in doubles: together a decimal beyond 1.
    last = 0.30000000000000004
    assert budget(charges=(Cost(0.7), Cost(last))).left == 0.0
    delta = budget(delta=1e-5, charges=(Cost(0.1, 0.7e-5), Cost(0.1, last * 1e-5)))
    assert Decimal(repr(delta.delta_spent)) > Decimal("1e-5")
    assert delta.delta_left == 0.0
    delta.check(Cost(0.1), "a charge without δ")
    with pytest.raises(Overspent, match="has none left of"):
        delta.check(Cost(0.1, 1e-300), "a charge with one")


@settings(deadline=None, max_examples=60)
@given(COSTS, COSTS)
def test_further_charges_come_to_what_all_come_to(before, added):
    whole = budget(parts=("a", "b"), charges=(*before, *added))
    after = budget(parts=("a", "b"), charges=tuple(before)).plus(*added)
    assert after == whole
    assert (after.spent, after.delta_spent) == (whole.spent, whole.delta_spent)


def test_charges_that_were_added_up_are_not_added_up_again(monkeypatch):
    known, seen = budget(charges=(Cost(0.1),) * 5), []
    assert known.left == 0.5
    plus = Sums.plus
    monkeypatch.setattr(Sums, "plus", lambda sums, *costs: seen.extend(costs) or plus(sums, *costs))
    assert known.plus(Cost(0.2)).left == 0.3
    assert seen == [Cost(0.2)]


def test_decimals_add_up_as_people_write_them():
    nine = budget(charges=(Cost(0.1),) * 9)
    assert nine.left == 0.1
    nine.check(Cost(0.1), "the tenth")
    ten = budget(charges=(Cost(0.1),) * 10)
    assert (ten.spent, ten.left) == (1.0, 0.0)
    with pytest.raises(Overspent, match="has none left of"):
        ten.check(Cost(1e-300), "the eleventh")
    two = budget(epsilon=0.3, charges=(Cost(0.1), Cost(0.1)))
    assert two.left == 0.1
    two.check(Cost(0.1), "the third")
    with pytest.raises(Overspent, match=r"0\.10000000000000002, but 'clinic' has only 0\.1 left"):
        two.check(Cost(math.nextafter(0.1, 1)), "a hair more")


def test_the_largest_and_the_smallest_charge_are_added_exactly():
    known = budget(epsilon=1e308, charges=(Cost(9e307), Cost(5e-324)))
    assert Fraction(Sums({}).plus(*known.charges).total()[0]) == Fraction("9e307") + Fraction(
        "5e-324"
    )
    assert known.left < 1e307
    with pytest.raises(Overspent):
        known.check(Cost(1e307), "all that would be left without the small one")


def test_delta_is_summed_and_refused_like_epsilon():
    known = budget(delta=1e-6, charges=(Cost(0.1, 6e-7),))
    assert (known.delta_spent, known.delta_left) == (6e-7, 4e-7)
    known.check(Cost(0.1, 4e-7), "fits")
    with pytest.raises(Overspent, match="δ = 5e-7"):
        known.check(Cost(0.1, 5e-7), "does not")


@settings(deadline=None, max_examples=60)
@given(EPSILONS, st.integers(1, 100))
def test_all_records_of_a_person_together_lose_at_most_epsilon(epsilon, m):
    share = budget(records_per_person=m).per_record(epsilon)
    assert 0 < Fraction(share) * m <= Fraction(epsilon)
    assert share == pytest.approx(epsilon / m, rel=1e-15)
    assert budget(records_per_person=4).per_record(2.0) == 0.5  # what is exact stays


@pytest.mark.parametrize(
    "wrong",
    [
        {"epsilon": 0},
        {"epsilon": float("inf")},
        {"epsilon": float("nan")},
        {"delta": 1.0},
        {"delta": 1.5},
        {"delta": -1e-9},
        {"n": 0},
        {"n": 2.5},
        {"records_per_person": 0},
        {"records_per_person": 101},
        {"records_per_person": 2, "delta": 1e-6},
        {"data_set": "  "},
        {"data_set": "a\nb"},
        {"data_set": "\ud800"},
        {"data_set": "x" * 201},
        {"parts": ("a", "a")},
        {"parts": "ab"},
        {"parts": ("",)},
    ],
)
def test_facts_out_of_range_are_refused_in_a_sentence(wrong):
    with pytest.raises(InvalidInput, match=r"\w+ .*\."):
        budget(**wrong)


def test_a_part_that_was_not_declared_is_refused():
    with pytest.raises(InvalidInput, match="not a part of 'clinic'"):
        budget(parts=("north",)).check(Cost(0.1, part="south"), "a charge")


def test_a_name_that_looks_like_another_is_refused_and_no_other_is():
    for slip in ("clinic", "Clinic", " clinic ", "ＣＬＩＮＩＣ"):
        with pytest.raises(InvalidInput, match="looks like 'clinic'"):
            check_distinct(slip, ["school", "clinic"])
    # Printable, Python says, and nothing is seen: joiners, fillers, which picture is meant.
    for unseen in ("\u034f", "\u3164", "\uffa0", "\u17b4", "\u180b", "\ufe0f", "\U000e0100"):
        for slip in (f"cl{unseen}inic", f"clinic{unseen}", f"Clinic {unseen} \u2800"):
            with pytest.raises(InvalidInput, match="looks like"):
                check_distinct(slip, ["school", "clinic"])
    for other in ("clinic 2", "clíníc", "clinic ❤"):
        check_distinct(other, ["school", "clinic"])


def test_a_ledger_opens_no_budget_whose_delta_is_one_in_n_and_makes_no_file(tmp_path):
    place = tmp_path / "new.db"
    with Ledger(place) as ledger:
        with pytest.raises(InvalidInput, match=r"δ of the budget must be below 1/n, here 1/50 = "):
            ledger.open("clinic", n=50, epsilon=1.0, delta=0.02)
        assert not place.exists()
        ledger.open("clinic", n=50, epsilon=1.0, delta=0.0199)


def test_an_older_budget_with_a_delta_beyond_one_in_n_is_read_and_charged_below_it(
    tmp_path, monkeypatch
):
    facts = {"n": 50, "epsilon": 1.0, "delta": 0.5}
    with Ledger(tmp_path / "old.db") as ledger, monkeypatch.context() as before:
        before.setattr(Budget, "check_delta", lambda *_: None)
        ledger.open("clinic", **facts)
    with Ledger(tmp_path / "old.db") as ledger:
        assert ledger.open("clinic", **facts).delta == 0.5
        asked = {"what": "a model", "mechanism": "output_gaussian", "epsilon": 0.1}
        ledger.charge("clinic", **asked, delta=0.015)
        with pytest.raises(InvalidInput, match=r"here 1/50 = 0.02; got 0.02\."):
            ledger.charge("clinic", **asked, delta=0.005)
        assert ledger.budget("clinic").delta_spent == 0.015
