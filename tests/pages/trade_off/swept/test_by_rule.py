"""The λ of the public rule, beside the best ones that a sweep tells."""

import math

from dpcore.erm.losses import Logistic
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.comparison import COMPARED
from pages.comparison.terms import rounded
from tests.pages.screen import complaints, words
from tests.pages.trade_off.swept import test_sweeps
from tests.pages.trade_off.swept.test_sweeps import swept

own_store = test_sweeps.own_store  # for each test here, too


def test_along_lam_the_best_ones_are_named_and_those_of_the_rule():
    app, _ = swept(axis="lam", lam="auto", epsilon="1")
    assert complaints(app) == []
    said = words(app)
    assert "Lowest error: " in said
    by_rule = said.partition("By the public rule, which reads none, ")[2]
    for name in COMPARED:
        epsilon = 1.0 if MECHANISMS[name].is_noisy else math.inf
        lam = suggested_lam(name, epsilon, n=200, n_features=10, loss=Logistic())
        assert f"{rounded(lam)} " in by_rule


def test_the_map_tells_the_best_lam_beside_that_of_the_rule():
    app, _ = swept(axis="map", lam="auto", epsilon="1", draws="2")
    assert complaints(app) == []
    assert "objective perturbation has its lowest error at λ = " in words(app)
