"""Who is charged is named by a text, and what for stands in the ledger."""

import pytest

from dpcore.estimators import PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.estimators.account import place
from dpcore.ledger import Ledger
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
