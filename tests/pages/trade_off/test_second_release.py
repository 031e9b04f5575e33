"""How many people a second release would answer otherwise: the numbers of the page Who pays?."""

from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers
from pages.kit.words import in_100
from tests.pages.screen import complaints, opened, words

CHOSEN = {"data": "breast_cancer", "epsilon": "1", "lam": "0.1", "draws": "7"}
SETTINGS = Settings(data="breast_cancer", epsilon=1.0, lam=0.1, draws=7)


def on_the_other_page(mechanism: str) -> str:
    found = answers.run(answers.Question(SETTINGS, mechanism)).answers
    return in_100(found.mean_disagreement)


def test_it_is_what_who_pays_says_exactly_or_from_the_same_draws():
    app = opened("trade_off", **CHOSEN)
    assert complaints(app) == []
    objective, output = map(on_the_other_page, ("objective", "output"))
    said = (
        f"A second release would change the answer for {objective} people in 100 with objective "
        f"perturbation, {output} with output perturbation. The error does not show this."
    )
    assert said in words(app)


def test_gaussian_mechanisms_are_named_where_they_are_compared():
    app = opened("trade_off", **CHOSEN, mechanisms="non_private,objective,output,output_gaussian")
    assert f"{on_the_other_page('output_gaussian')} with output perturbation, Gaussian" in words(
        app
    )


def test_without_noise_it_says_nothing():
    app = opened("trade_off", **(CHOSEN | {"epsilon": "inf"}))
    assert complaints(app) == []
    assert "A second release" not in words(app)
