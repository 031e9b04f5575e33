"""λ that follows ε on the page Release, and the cells that stand beside its button."""

import pytest

from dpcore.release import Model
from pages.release import session
from tests.pages.release.forms import (
    SCHEMA,
    N,
    can_release,
    give,
    ok,
    press,
    ready,
    refusals,
    say,
    with_budget,
    with_table,
)
from tests.pages.screen import opened, words

LAM = 0.3 * 4 / N
"""At ε = 1: age and three jobs, no constant."""


def test_lam_follows_epsilon_with_the_number_that_comes_of_it(ledger):
    app = ready()
    assert app.checkbox(key="release_follows").value
    assert f"λ = {LAM:g} follows ε, by a public rule that looks at no record" in told(app)
    assert f"with n = {N} records of the training, d = 4 columns" in told(app)
    app = say(app, epsilon="2")
    assert f"λ = {LAM / 2:g} follows ε" in told(app)
    assert f"λ = {LAM / 2:g} (by the public rule)" in words(app)
    press(app, "Release one")
    model = model_kept(ledger)
    assert model.certificate["lam"] == pytest.approx(LAM / 2)
    assert model.certificate["lam_rule"]["epsilon"] == 2


def test_a_typed_lam_stays_until_it_is_to_follow_epsilon_again(ledger):
    app = say(ready(), lam="0.02")
    assert not app.checkbox(key="release_follows").value
    app = say(app, epsilon="2")
    assert app.text_input(key="release_lam").value == "0.02"
    assert "follows ε, by a public rule" not in told(app)
    assert "λ = 0.02." in words(app)
    app = ok(app.checkbox(key="release_follows").check().run())
    assert app.text_input(key="release_lam").value == ""
    assert f"λ = {LAM / 2:g} follows ε" in told(app)
    app = ok(app.checkbox(key="release_follows").uncheck().run())
    assert (
        "Regularization λ is empty. Enter a number, such as 0.01, or let it follow ε."
        in refusals(app)
    )
    assert not can_release(app)
    # An emptied box is no λ: it follows again.
    app = say(say(app, lam="0.3"), lam="")
    assert app.checkbox(key="release_follows").value
    press(say(app, lam="0.02"), "Release one")
    assert "lam_rule" not in model_kept(ledger).certificate


def test_a_declared_share_weighs_the_classes_and_is_certified(ledger):
    app = ready()
    share = app.text_input(key="release_positive_share")
    assert (share.label, share.value) == ("Share of “yes”, declared", "0.5")
    assert "class weights" not in words(app).split("**Not promised:**")[0]
    app = say(app, positive_share="0.2")
    assert "with class weights 0.25 for 'not" in words(app).replace("\\", "")
    press(app, "Release one")
    weights = model_kept(ledger).certificate["class_weights"]
    assert weights == {"negative": pytest.approx(0.25), "positive": 1.0}


@pytest.mark.parametrize("typed", ["0", "1", "20 %", "half"])
@pytest.mark.usefixtures("ledger")
def test_a_share_that_is_none_is_refused_in_a_sentence(typed: str):
    app = say(ready(), positive_share=typed)
    assert "The declared share of +1 must be" in refusals(app)
    assert not can_release(app)


def test_among_candidates_one_follows_epsilon_on_its_part(ledger):
    app = ready()
    app = ok(app.selectbox(key="release_how_lam").select("chosen").run())
    part = 0.3 * 4 / (N / 5)
    assert f"λ chosen among {part:g} (by the public rule), 0.001, 0.01, 0.1 and 1" not in words(app)
    app = say(app, candidates="0.01, 0.1, 1")
    assert f"λ chosen among {0.3 * 4 / (N / 5):g} (by the public rule), 0.01, 0.1 and 1" in words(
        app
    )
    press(app, "Release one")
    assert model_kept(ledger).certificate["candidates_by_rule"] == [0]


def model_kept(ledger) -> Model:
    return Model.from_json(ledger.lookup(ledger.budget("clinic").charges[-1].ticket)[1])


def told(app) -> str:
    return "\n".join(each.value for each in [*app.warning, *app.caption]).replace("\\", "")


def test_cells_that_were_not_declared_stand_beside_the_button_before_the_charge(ledger):
    rows = "\n".join(f'"{20 + k % 60},5",cook,{("yes", "")[k % 2]}' for k in range(N))
    app = give(ok(opened("release")), "table", "clinic.csv", f"age,job,sick\n{rows}\n".encode())
    app = give(app, "schema", "clinic.json", SCHEMA.to_json().encode())
    app.selectbox(key="release_data_set").select("")
    app = say(ok(app.run()), new_name="clinic", new_epsilon="3")
    app = say(press(app, "Open this budget"), epsilon="1")
    assert f"{N} of {N} cells of age are not numbers as declared: they count as 45." in told(app)
    assert f"{N} of {N} cells of job are not declared levels: they count as 'none'." in told(app)
    assert "60 of 120 cells of sick, the label, are empty or marked as missing" in told(app)
    assert "a release that is not made because of them is itself an answer" in told(app)
    assert ledger.budget("clinic").spent == 0
    # The decision is the owner's: the button is there, and works.
    assert can_release(app)
    press(app, "Release one")
    assert ledger.budget("clinic").spent == 1


def test_a_table_as_declared_says_so_and_is_counted_once(monkeypatch):
    counted = []
    count = session.undeclared_cells
    monkeypatch.setattr(session, "undeclared_cells", lambda *a: counted.append(a) or count(*a))
    app = ready()
    assert "Every cell is as declared" in told(app)
    say(app, epsilon="2")
    assert len(counted) == 1


def with_delta(delta: str = "1e-5"):
    app = with_table()
    app.selectbox(key="release_data_set").select("")
    app = ok(app.run().checkbox(key="release_new_has_delta").check().run())
    app = say(app, new_name="clinic", new_epsilon="3", new_delta=delta)
    return press(app, "Open this budget")


def test_a_total_delta_of_one_in_n_is_refused_on_the_page(ledger):
    app = with_delta("0.5")
    assert "δ of the budget must be below 1/n, here 1/" in words(app) + refusals(app)
    assert ledger.data_sets() == ()


def test_charges_to_try_have_a_delta_where_the_budget_has_one(ledger):
    app = say(with_delta(), plan="0.5; 0.25", plan_delta="4e-6; 0")
    assert "would leave ε = 2.25, and δ = 6e-6 of 1e-5. Nothing was spent." in words(app)
    app = say(app, plan_delta="4e-6")
    assert "would leave ε = 2.25, and δ = 2e-6 of 1e-5." in words(app)
    app = say(app, plan_delta="")
    assert "would leave ε = 2.25, and δ = 1e-5 of 1e-5." in words(app)
    app = say(app, plan_delta="6e-6")
    assert "Charge 2 of the plan needs δ = 6e-6, but 'clinic' has only 4e-6 left" in words(app)
    app = say(app, plan_delta="1e-6; 1e-6; 1e-6")
    assert "δ must be one number for all charges, or one for each of the 2" in refusals(app)
    for typed in ({"plan": ";"}, {"plan": "0.5", "plan_delta": ","}):
        app = say(app, **typed)
        assert "must be a number" in refusals(app)
    app = say(app, plan="0.5", plan_delta="1e-6")
    assert "This charge of ε = 0.5, δ = 1e-6 would leave ε = 2.5" in words(app)
    assert ledger.budget("clinic").charges == ()


def test_a_delta_is_asked_for_only_where_the_budget_has_one_and_the_mechanism_needs_it(ledger):
    app = with_budget(name="pure")
    assert len(app.selectbox(key="release_mechanism").options) == 3
    app = with_delta()
    assert ledger.budget("pure").delta == 0
    assert ledger.budget("clinic").delta == 1e-5
    assert len(app.selectbox(key="release_mechanism").options) == 7
    assert "release_delta" not in [each.key for each in app.text_input]
    assert "release_delta" in [each.key for each in gaussian(app).text_input]


def gaussian(app):
    return ok(app.selectbox(key="release_mechanism").select("objective_gaussian").run())


def test_a_gaussian_release_is_reviewed_charged_and_certified_with_its_delta(ledger):
    app = say(gaussian(with_delta()), epsilon="1")
    assert "Enter ε and δ to continue." in words(app)
    assert not can_release(app)
    # Algorithm 4 is for ε alone.
    assert len(app.selectbox(key="release_how_lam").options) == 1
    app = say(app, delta="1e-6")
    assert "Charged: ε = 1, δ = 1e-6 to clinic" in words(app).replace("*", "")
    assert "afterwards 2 is left, and δ = 9e-6 of 1e-5" in words(app)
    assert "(ε, δ + (1 + e^ε) δ_F)" in words(app)
    (program,) = (each.value for each in app.code)
    assert "epsilon=3.0, records_per_person=1, delta=1e-05)" in program
    assert "delta=1e-06," in program
    app = press(app, "Release one classifier for ε = 1, δ = 1e-6")
    assert any(r"+ \delta" in each.value for each in app.latex)
    assert "ε = 1, δ = 1e-6 was charged to clinic" in words(app)
    charge = ledger.budget("clinic").charges[-1]
    assert (charge.epsilon, charge.delta) == (1.0, 1e-6)
    assert model_kept(ledger).certificate["delta"] == 1e-6


@pytest.mark.parametrize(
    ("typed", "said"),
    [("0", "Privacy parameter δ must be positive"), ("2", "Privacy parameter δ must be between"),
     ("0.01", "δ must be above 0 and below 1/n"), ("2e-5", "needs δ = 2e-5"),
     ("few", "Privacy parameter δ must be a number")],
)  # fmt: skip
def test_a_delta_that_cannot_be_gets_a_sentence(ledger, typed, said):
    app = say(gaussian(with_delta()), epsilon="1", delta=typed)
    assert said in refusals(app)
    assert not can_release(app)
    assert ledger.budget("clinic").charges == ()
