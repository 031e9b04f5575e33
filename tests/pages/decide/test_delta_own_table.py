"""A δ on an own table: it is asked about the visitor's records, not refused for want of them."""

from tests.pages.decide.test_decide import opened_own, sound
from tests.pages.screen import words

HOLDS_OF_NO_TABLE = "only you have its records"


def test_a_delta_is_tried_on_an_own_table():
    # The limits at which no ε meets both, though the classifier is of use: a δ is tried.
    app = sound(opened_own(draws="9", lam="auto", decide_risk="51", decide_cost="1"))
    said = words(app)
    assert "What would help" in said
    assert HOLDS_OF_NO_TABLE not in said
    assert "A δ does not help here" in said or "at δ = 1e-6, any ε" in said
