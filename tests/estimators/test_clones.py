"""A clone with a ledger is not fitted unless somebody has said that each fit is charged."""

import pickle
from copy import deepcopy

import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from dpcore.checks import InvalidInput
from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.ledger import Ledger, Overspent
from tests.estimators.problems import two_classes

FOLDS = KFold(3)
REFUSED = r"each fit of a clone is charged ε = 0.25; a search with k folds and m candidates charges"
BOTH = [PrivateLinearClassifier, PrivatelyTunedClassifier]


@pytest.fixture(params=BOTH, ids=lambda kind: kind.__name__)
def model(request, budget):
    return request.param(0.25, classes=("no", "yes"), ledger=budget)


@pytest.fixture
def budget(tmp_path):
    """The address of a ledger with ε = 2 for 60 records."""
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("clinic", n=60, epsilon=2.0)
    return address


def spent(address):
    with Ledger(address) as ledger:
        return ledger.budget("clinic").spent


def grid(model, **more):
    return GridSearchCV(model, {"h": [0.4, 0.5]}, cv=FOLDS, **more)


@pytest.mark.parametrize("kind", BOTH)
def test_epsilon_comes_first(kind):
    assert kind(0.7).epsilon == 0.7


def test_who_fits_by_hand_is_charged_each_time(model, budget):
    for copy in (model, deepcopy(model), pickle.loads(pickle.dumps(model))):
        copy.fit(*two_classes())
    assert spent(budget) == 0.75


@pytest.mark.parametrize(
    "cloned",
    [
        clone,
        lambda model: clone(clone(model)),
        lambda model: pickle.loads(pickle.dumps(clone(model))),
        lambda model: deepcopy(clone(model)),
        lambda model: clone(model.fit(*two_classes())),
        lambda model: clone(clone(model).set_params(ledger=None)).set_params(ledger=model.ledger),
        lambda model: clone(make_pipeline(FunctionTransformer(), model)),
        grid,
        lambda model: grid(make_pipeline(model)).set_params(param_grid={"memory": [None]}),
        lambda model: grid(model, n_jobs=2),
        lambda model: BaggingClassifier(model, n_estimators=2),
    ],
    ids=["clone", "twice", "pickled", "copied", "fitted", "ledger", "pipeline", "grid", "steps",
         "jobs", "bagging"],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:.*fits failed")
def test_a_clone_is_not_fitted_and_nothing_is_charged(model, budget, cloned):
    refusing = cloned(model)
    before = spent(budget)
    with pytest.raises(ValueError, match=REFUSED):
        refusing.fit(*two_classes())
    assert spent(budget) == before


@pytest.mark.filterwarnings("ignore:.*fits failed")
def test_folds_are_refused_with_the_sentence(model, budget):
    for error_score in ("raise", 0.0):
        with pytest.raises(ValueError, match=REFUSED):
            cross_val_score(model, *two_classes(), cv=FOLDS, error_score=error_score)
    assert spent(budget) == 0


def test_the_sentence_names_epsilon_and_looks_at_no_record(model):
    with pytest.raises(InvalidInput, match=r"charges \(k·m \+ 1\)·0\.25\. Training folds overlap"):
        clone(model).fit("no table", None)
    with pytest.raises(InvalidInput, match="epsilon must be positive; got 0"):
        clone(model).set_params(epsilon=0).fit(*two_classes())


def test_what_was_agreed_to_is_charged_for_every_fold(model, budget):
    model.set_params(charge_each_fit=True)
    assert cross_val_score(model, *two_classes(), cv=FOLDS).shape == (3,)
    assert spent(budget) == 0.75
    clone(model).fit(*two_classes())
    assert spent(budget) == 1.0
    cross_val_score(model, *two_classes(), cv=FOLDS)
    with pytest.raises(Overspent):
        cross_val_score(model, *two_classes(), cv=FOLDS, error_score="raise")
    assert spent(budget) == 2.0


@pytest.mark.parametrize("agreed", ["False", "True", 1, None])
def test_only_true_and_false_say_whether_it_was_agreed_to(model, budget, agreed):
    model.set_params(charge_each_fit=agreed)
    with pytest.raises(InvalidInput, match="charge_each_fit must be True or False; got"):
        clone(model).fit(*two_classes())
    assert spent(budget) == 0


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_a_search_charges_what_the_sentence_says(model, budget, n_jobs):
    grid(model.set_params(charge_each_fit=True), n_jobs=n_jobs).fit(*two_classes())
    assert spent(budget) == 0.25 * (3 * 2 + 1)


def test_without_a_ledger_clones_are_fitted(model):
    model.set_params(ledger=None)
    assert clone(model).fit(*two_classes()).coef_.shape == (1, 3)
    assert grid(make_pipeline(model)).set_params(param_grid={"memory": [None]}).fit(*two_classes())
