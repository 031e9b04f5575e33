"""A budget of a plan or of a ρ on the page: opened, told, charged, refused."""

import pytest

from dpcore.ledger.sentences import promise
from tests.pages.release.forms import can_release, ok, press, refusals, say, with_table
from tests.pages.screen import words

LINES = "# of this year\n2 objective_tight epsilon=1 features=4\n1 output epsilon=0.5 features=4"


def counted(kind: str, **typed: str):
    app = with_table()
    app = ok(app.selectbox(key="release_new_kind").select(kind).run())
    if "new_plan" in typed:
        app = ok(app.text_area(key="release_new_plan").input(typed.pop("new_plan")).run())
    return say(app, new_name="clinic", **typed)


def test_a_plan_says_what_it_would_promise_before_it_is_opened_and_what_is_left_after(ledger):
    app = counted("plan", new_plan=LINES, new_delta="1e-6")
    assert "for the whole plan of 3 releases" in words(app)
    assert ledger.data_sets() == ()
    app = press(app, "Open this budget")
    opened = ledger.budget("clinic")
    assert promise(opened) in words(app)
    assert "- 2 objective\\_tight epsilon=1 features=4" in words(app)
    app = say(app, epsilon="1")
    assert can_release(app)
    app = press(app, "Release one classifier for")
    assert "2 of 3 planned releases are left" in words(app)
    (charge,) = ledger.budget("clinic").charges
    assert charge.item == 1


def test_what_a_plan_does_not_list_is_refused_and_nothing_is_charged(ledger):
    app = press(counted("plan", new_plan=LINES, new_delta="1e-6"), "Open this budget")
    app = say(app, epsilon="2")
    assert not can_release(app)
    assert "is not among the releases that are left on the plan" in words(app).replace("\\", "")
    assert ledger.budget("clinic").charges == ()


def test_a_rho_says_its_epsilon_and_what_still_fits(ledger):
    app = counted("rho", new_rho="1", new_delta="1e-6")
    assert "ρ = 1 for all releases together, and so ε = " in words(app)
    app = press(app, "Open this budget")
    said = words(app)
    assert "With 4 coefficients that still pays for one of these: " in said
    assert "output perturbation up to ε = " in said
    app = say(app, epsilon="1")
    app = press(app, "Release one classifier for")
    assert ledger.budget("clinic").rho_spent > 0.4
    assert "of ρ is left" in words(app)


@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("plan", {"new_plan": "", "new_delta": "1e-6"}, "The plan is empty."),
        ("plan", {"new_plan": "2 outputt epsilon=1"}, "Line 1 of the plan"),
        ("rho", {"new_rho": "1"}, "A budget of ρ needs a δ"),
        ("rho", {"new_delta": "1e-6"}, "Total ρ"),
    ],
)
def test_what_cannot_be_opened_gets_a_sentence(ledger, kind, typed, said):
    app = with_table()
    app = ok(app.selectbox(key="release_new_kind").select(kind).run())
    if "new_plan" in typed:
        app = app.text_area(key="release_new_plan").input(typed["new_plan"]).run()
    for name in typed.keys() - {"new_plan"}:
        app = app.text_input(key=f"release_{name}").input(typed[name]).run()
    (button,) = (each for each in app.button if each.label == "Open this budget")
    app = button.click().run()
    assert said in refusals(app)
    assert ledger.data_sets() == ()
