"""λ by "auto" is the public rule's, of one plane: no record is read, and nothing else changes."""

import numpy as np
import pytest
from sklearn.base import clone

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, make_loss
from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.estimators import tuning as tunings
from dpcore.ledger import Ledger
from dpcore.privacy.regularization.suggested import suggested_lam
from dpcore.release.exact.minimisers import STEEPEST
from tests.estimators.problems import INF, simulated, three_classes, two_classes
from tests.privacy.oracles import PURE

TWO = ("no", "yes")


def auto(epsilon=1.0, **more):
    return PrivateLinearClassifier(epsilon, **{"lam": "auto", "classes": TWO} | more)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mechanism", PURE)
@pytest.mark.parametrize("epsilon", [0.1, 3.0, INF])
def test_auto_is_the_value_that_the_rule_names_typed(mechanism, loss, epsilon):
    X, y = two_classes()
    setting = {"mechanism": mechanism, "loss": loss, "random_state": 1}
    model = simulated(auto(epsilon, **setting), X, y)
    assert model.lam_ == suggested_lam(
        mechanism, epsilon, n=60, n_features=3, loss=make_loss(loss, 0.5)
    )
    typed = simulated(auto(epsilon, **setting, lam=model.lam_), X, y)
    np.testing.assert_array_equal(model.coef_, typed.coef_)
    assert model.plan_ == typed.plan_
    assert model.lam_ == typed.lam_
    # Ten times: Δ would fill up a smaller step.
    other = simulated(auto(epsilon, **setting, lam=10 * model.lam_), X, y)
    assert not np.array_equal(model.coef_, other.coef_)


@pytest.mark.parametrize(
    ("change", "n_lam"),
    [
        ({}, 0.3 * 3 / 0.5),
        ({"intercept": True}, 0.3 * 4 / 0.5),
        ({"norm_bound": 7.0}, 0.3 * 3 / 0.5),
        ({"mechanism": "output"}, 10 * 3**0.5 / 0.5),
        ({"mechanism": "output", "intercept": True}, 10 * 4**0.5 / 0.5),
        ({"classes": ("maybe", "no", "yes")}, 0.3 * 3 / (0.5 / 3)),
        ({"epsilon": INF}, 0.1),
        ({"epsilon": INF, "mechanism": "non_private"}, 0.1),
    ],
    ids=str,
)
def test_the_constant_counts_and_each_plane_has_its_share_of_epsilon(change, n_lam):
    X, y = two_classes()
    model = auto(**{"epsilon": 0.5} | change).fit(X, y)
    assert model.lam_ == pytest.approx(n_lam / 60, rel=1e-12)


def test_several_records_of_a_person_share_epsilon_in_the_rule_too(tmp_path):
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("visits", n=60, epsilon=1.0, records_per_person=5)
    model = auto(0.25, ledger=address).fit(*two_classes())
    assert model.lam_ == pytest.approx(0.3 * 3 / (60 * 0.05), rel=1e-12)
    with Ledger(address) as ledger:
        assert ledger.budget("visits").spent == 0.25  # looking λ up costs nothing


def test_lam_is_settled_without_a_record():
    # What a fit hands on: ε, the number of records, of classes and of coefficients.
    assert auto()._training(1.0, 60, 2, 3).way.lam == pytest.approx(0.3 * 3 / 60)
    tuned = PrivatelyTunedClassifier(candidates=("auto", 1.0))._training(1.0, 61, 2, 3)
    assert tuned.trainings[0].way.lam == pytest.approx(0.3 * 3 / 21)


def test_no_other_table_of_the_same_size_has_another_lam():
    X, y = two_classes()
    tables = [(X, y), (1e-3 * X, y), (np.zeros_like(X), y), (X[::-1], ["no"] * len(X))]
    assert len({auto().fit(*table).lam_ for table in tables}) == 1
    assert auto().fit(X[:59], y[:59]).lam_ != auto().fit(X, y).lam_  # n is public


def test_each_candidate_by_auto_follows_the_size_of_its_part(monkeypatch):
    seen, draw = [], tunings.Training.draw

    def spied(training, rows, codes, entropy):
        seen.append((training.way.lam, len(rows)))
        return draw(training, rows, codes, entropy)

    monkeypatch.setattr(tunings.Training, "draw", spied)
    X, _ = three_classes(62)
    model = PrivatelyTunedClassifier(1.2, ("auto", 0.5, "auto"), classes=range(3))
    model.fit(X, np.arange(62) % 3)
    sizes = [size for _, size in seen]
    assert sizes == [16, 16, 15]
    expected = [0.3 * 2 / (16 * 0.4), 0.5, 0.3 * 2 / (15 * 0.4)]
    assert [lam for lam, _ in seen] == pytest.approx(expected, rel=1e-12)
    assert model.lam_ in [lam for lam, _ in seen]


def test_a_candidate_by_auto_is_the_value_typed():
    X, y = two_classes()
    typed = (suggested_lam("output", 1.0, n=20, n_features=3, loss=make_loss("logistic")), 0.2)
    models = [
        simulated(
            PrivatelyTunedClassifier(1.0, lams, mechanism="output", classes=TWO, random_state=1),
            X,
            y,
        )
        for lams in (("auto", 0.2), typed)
    ]
    np.testing.assert_array_equal(models[0].coef_, models[1].coef_)
    assert models[0].lam_ == models[1].lam_


def test_a_fit_leaves_the_parameter_as_it_was():
    model = auto().fit(*two_classes())
    assert model.lam == clone(model).lam == "auto"
    first = model.lam_
    assert model.fit(*two_classes(30)).lam_ == pytest.approx(2 * first)


@pytest.mark.parametrize("lam", ["Auto", "0.1", ""])
def test_another_text_is_refused_before_it_is_charged(lam, tmp_path):
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("clinic", n=60, epsilon=1.0)
    for model in (auto(lam=lam), PrivatelyTunedClassifier(1.0, (0.1, lam), classes=TWO)):
        with pytest.raises(InvalidInput, match=f"""lam must be a number, or "auto"; got '{lam}'"""):
            model.set_params(ledger=address).fit(*two_classes())
    with Ledger(address) as ledger:
        assert ledger.budget("clinic").spent == 0


def test_a_lam_too_small_to_be_drawn_at_safely_gives_way_to_the_least_that_is():
    # A curvature of 1, a million records: 0.1/n is below c²/1e5.
    assert auto(loss="huber")._training(100.0, 10**6, 2, 6).way.lam == 1 / STEEPEST
    with pytest.raises(InvalidInput, match="λ \\+ Δ must be at least 1e-5 for this loss"):
        auto(loss="huber", lam=0.9 / STEEPEST)._training(100.0, 10**6, 2, 6)


def test_the_rule_is_what_is_taken_where_nothing_is_said():
    alone = PrivateLinearClassifier(0.5, classes=TWO)._training(0.5, 120, 2, 3)
    assert alone.way.lam == pytest.approx(0.3 * 3 / (0.5 * 120))
    tuned = PrivatelyTunedClassifier(0.5, classes=TWO)._training(0.5, 120, 2, 3)
    first, *others = (each.way.lam for each in tuned.trainings)
    assert first == pytest.approx(0.3 * 3 / (0.5 * 40))
    assert others == [0.1]


def test_what_auto_is_made_from_is_named():
    text = " ".join(PrivateLinearClassifier.__doc__.split())
    arguments = "n, the columns, their levels, the constant, the classes, loss, h and ε"
    assert f"{arguments} must all have been declared" in text
    assert '"auto"' in PrivatelyTunedClassifier.__doc__
