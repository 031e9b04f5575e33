"""λ that follows ε on the page Release, and the cells that stand beside its button."""

import pytest

from dpcore.release import Model
from pages.release import desk
from tests.pages.release.forms import SCHEMA, N, can_release, give, ok, press, ready, refusals, say
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
    assert "Regularization λ must be said, such as 0.01, or follow ε." in refusals(app)
    assert not can_release(app)
    # An emptied box is no λ: it follows again.
    app = say(say(app, lam="0.3"), lam="")
    assert app.checkbox(key="release_follows").value
    press(say(app, lam="0.02"), "Release one")
    assert "lam_rule" not in model_kept(ledger).certificate


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
    assert f"{N} of {N} cells of age are no numbers as declared: they count as 45." in told(app)
    assert f"{N} of {N} cells of job are no declared levels: they count as 'none'." in told(app)
    assert "60 of 120 cells of sick, the label, are empty or marked as missing" in told(app)
    assert "a release that is not made because of them is itself an answer" in told(app)
    assert ledger.budget("clinic").spent == 0
    # The decision is the owner's: the button is there, and works.
    assert can_release(app)
    press(app, "Release one")
    assert ledger.budget("clinic").spent == 1


def test_a_table_as_declared_says_so_and_is_counted_once(monkeypatch):
    counted = []
    count = desk.undeclared_cells
    monkeypatch.setattr(desk, "undeclared_cells", lambda *a: counted.append(a) or count(*a))
    app = ready()
    assert "Every cell is as declared" in told(app)
    say(app, epsilon="2")
    assert len(counted) == 1
