"""Who is charged is named by a text, and what for stands in the ledger."""

import numpy as np
import pytest

from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.estimators.account import place
from dpcore.ledger import Ledger
from dpcore.privacy.profile.laws import GammaNoise
from dpcore.release.spending.items import read_plan
from tests.estimators.problems import two_classes


@pytest.mark.parametrize(("address", "expected"), [
    ("budget.db", ("budget.db", None)),
    ("budget.db#", ("budget.db", None)),
    ("budget.db#a", ("budget.db", "a")),
    ("budget.db#ward #7", ("budget.db", "ward #7")),
    ("postgresql://owner@host/budgets#a", ("postgresql://owner@host/budgets", "a")),
])  # fmt: skip
def test_a_data_set_is_named_behind_the_first_hash(address, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    where, name = place(address)
    assert (where, name or None) == expected
    assert name is None or "#" in address


def test_a_file_whose_path_has_a_hash_is_found(tmp_path):
    file = tmp_path / "ward #7.db"
    file.touch()
    assert place(str(file)) == (str(file), None)
    assert place(f"{file}#a#b") == (str(file), "a#b")


@pytest.mark.parametrize("kind", [PrivateLinearClassifier, PrivatelyTunedClassifier])
def test_the_ledger_says_who_fitted_by_which_mechanism_how_many_records(kind, tmp_path):
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("clinic", n=1500, epsilon=1.0)
    kind(0.25, mechanism="output", classes=("no", "yes"), ledger=address).fit(*two_classes(1200))
    with Ledger(address) as ledger:
        (charge,) = ledger.budget("clinic").charges
    assert charge.what == f"{kind.__name__}, 1,200 records"
    assert (charge.mechanism, charge.epsilon, charge.delta) == ("output", 0.25, 0.0)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_fit_is_charged_its_laws_and_fits_a_plan_and_a_rho(tmp_path, n_classes):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(120, 3)), rng.integers(0, n_classes, 120)
    line = "1 output epsilon=1 features=3" if n_classes == 2 else "1 promise epsilon=1"
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.open("planned", n=120, delta=1e-6, plan=read_plan([line], 120))
        ledger.open("rho", n=120, delta=1e-6, rho=1.0)
        for name in ("planned", "rho"):
            PrivateLinearClassifier(
                epsilon=1.0, mechanism="output", norm_bound=1.0, intercept=False, lam=1.0,
                classes=range(n_classes), ledger=f"{tmp_path / 'l.db'}#{name}",
            ).fit(X, y)  # fmt: skip
        assert ledger.budget("planned").items_left == ()
        # One law for each plane, at a share of ε: less than ε tanh(ε/2) says.
        (charge,) = ledger.budget("rho").charges
    n_planes = 1 if n_classes == 2 else n_classes
    assert len(charge.spend.parts[0]) == n_planes
    share = GammaNoise(charge.spend.parts[0][0].epsilon, 3)
    assert charge.rho == pytest.approx(n_planes * share.rho)
