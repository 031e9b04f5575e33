import inspect
import math
import time
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import READ, Category, Label, Numeric, Schema
from dpcore.erm.losses import Logistic
from dpcore.erm.solver import solve
from dpcore.ledger import Budget, Cost, Ledger, NotKept, Overspent
from dpcore.release import MissedTolerance, certificate, load, release, running, safe
from dpcore.release.certificate import in_words
from dpcore.release.exact import counts, minimisers
from dpcore.release.orders import ReleasePlan
from tests.release.cases import SCHEMA, Repeated, order, run, table


def test_a_release_is_charged_settled_and_certified(ledger):
    model = run(ledger, idempotency_key="t")
    budget = ledger.budget("clinic")
    (charge,) = budget.charges
    assert (charge.epsilon, charge.mechanism, charge.ticket) == (1.0, "objective_tight", "t")
    assert ledger.lookup("t") == (charge, model.to_json())
    facts = model.certificate
    assert facts["ledger"] == {"entry": charge.number, "hash": charge.hash}
    assert facts["epsilon"] == 1.0
    parts = [facts[f"epsilon_{part}"] for part in ("noise", "curvature", "residual")]
    assert math.fsum(parts) == pytest.approx(1.0, rel=1e-10)
    assert facts["n"] == facts["n_trained"] == 200
    assert len(model.coef) == 5
    assert ledger.verify() == ()


def test_the_public_function_draws_from_the_system_and_takes_no_seed(ledger):
    asked = {
        "mechanism": "output", "epsilon": 1.0, "lam": 0.1, "loss": Logistic(), "ledger": ledger,
        "data_set": "clinic",
    }  # fmt: skip
    one, other = (release(table(), SCHEMA, **asked) for _ in range(2))
    assert (one.coef != other.coef).all()
    assert not {"rng", "seed", "entropy", "random_state"} & {*inspect.signature(release).parameters}


def test_the_same_key_gives_the_same_model_and_one_charge(ledger):
    first = run(ledger, idempotency_key="t", source=Repeated(1))
    again = run(ledger, idempotency_key="t", source=Repeated(2))
    assert again.to_json() == first.to_json()
    assert ledger.budget("clinic").spent == 1.0
    with pytest.raises(InvalidInput, match="belongs to a release of"):
        run(ledger, idempotency_key="t", data_set="other")


def test_a_charge_without_a_model_is_never_drawn_again(ledger):
    ledger.charge("clinic", what="a", mechanism="output", epsilon=1.0, idempotency_key="t")
    source = Repeated()
    with pytest.raises(InvalidInput, match="did not finish"):
        run(ledger, idempotency_key="t", source=source)
    assert source.given == 0
    assert ledger.budget("clinic").spent == 1.0


class Spy:
    """A ledger that notes what had been drawn when it was charged."""

    def __init__(self, ledger, source):
        self._ledger, self._source, self.seen = ledger, source, []

    def __getattr__(self, name):
        return getattr(self._ledger, name)

    def charge(self, *args, **kwargs):
        self.seen.append(("before", self._source.given))
        charge = self._ledger.charge(*args, **kwargs)
        self.seen.append(("after", self._source.given))
        return charge

    def settle(self, *args):
        self.seen.append(("settled", self._source.given > 0))
        self._ledger.settle(*args)


def charges_before_it_draws(ledger, carry_out) -> bool:
    """Tell whether a way to release charges before chance and cells are looked at."""
    source = Repeated()
    spy = Spy(ledger, source)
    carry_out(order(), table(), spy, None, running.Entropy(source))
    return spy.seen == [("before", 0), ("after", 0), ("settled", True)]


def test_the_charge_comes_before_the_draw_and_the_model_is_kept_before_it_is_given(ledger):
    assert charges_before_it_draws(ledger, running.execute)


def test_a_way_that_draws_first_is_caught(ledger):
    def mutant(asked, rows, book, _key, entropy):
        budget = book.budget(asked.data_set)
        route = running.plan_route(asked, budget)
        drawn = running._draw(asked, route, rows, entropy)
        charge = book.charge("clinic", what="a", mechanism="output", epsilon=1.0)
        model = running.Model(running._document(asked, route, drawn, budget, charge), SCHEMA)
        book.settle(charge.ticket, model.to_json())
        return model

    assert not charges_before_it_draws(ledger, mutant)


def overlaps(make) -> bool:
    """Tell whether two noises of one release come from the same words."""
    plan = safe.plan_safely("objective", 1.0, lam=0.1, n=200, loss=Logistic(), n_features=5)
    drawn = [each.nearest() for each in safe.noises(plan, make(Repeated()))]
    one, other = (each / np.linalg.norm(each) for each in drawn)
    return bool(abs(one @ other) > 1 - 1e-9)


def test_no_noise_is_used_twice_and_a_way_that_does_is_caught():
    class Mutant(running.Entropy):
        def _take(self, k):
            taken = super()._take(k)
            self._words = np.concatenate([taken, self._words])
            return taken

    assert not overlaps(running.Entropy)
    assert overlaps(Mutant)


def test_overspending_is_refused_before_anything_is_drawn(ledger):
    source = Repeated()
    with pytest.raises(Overspent, match="10 left"):
        run(ledger, epsilon=10.5, source=source)
    assert source.given == 0
    assert ledger.budget("clinic").charges == ()


WARD = Category("ward", ("a", "b"), missing="a", other="b")
AGE = Numeric("age", 0, 90, missing=45)
YES = Label("sick", ("yes",))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (Schema(YES, (Numeric("age", 0, 90, 45, READ), WARD)), "read from the data: 'age'"),
        (Schema(Label("sick", ("yes",), origin=READ), (AGE,)), "read from the data: 'sick'"),
        (Schema(YES, (AGE,), intercept=True, intercept_origin=READ), r"\(intercept_origin\)"),
        (Schema(YES, (Numeric("age", 0, 90), WARD)), "constant for missing values of 'age'"),
        (Schema(YES, (AGE, Category("ward", ("a",), other="a"))), "missing values of 'ward'"),
        (Schema(YES, (AGE, Category("ward", ("a",), missing="a"))), "other values of 'ward'"),
        (Schema(Label("sick", ("yes",), ("no",)), (AGE,)), "one side of the label sick empty"),
        (Schema(Label("sick"), (AGE,)), "values of the label sick are positive"),
        ("schema.json", "must be a dpcore.Schema; got str. Schema.from_json reads"),
    ],
)
def test_a_schema_that_looks_at_the_data_or_refuses_cells_is_refused(ledger, schema, said):
    with pytest.raises(InvalidInput, match=said):
        run(ledger, schema=schema)
    assert ledger.budget("clinic").charges == ()


class OfWords(Logistic):
    """A loss of which a certificate cannot tell."""

    name = ""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rows": table(199)}, "opened for n = 200"),
        ({"rows": table().drop(columns="age")}, "the column 'age' once"),
        ({"mechanism": "objective_gaussian"}, "needs a δ above 0"),
        ({"mechanism": "non_private"}, "must be one of"),
        ({"epsilon": math.inf}, "finite"),
        ({"lam": None}, "lam must be a number"),
        ({"candidates": (0.1,)}, "lam must be None"),
        ({"lam": None, "candidates": (0.1, -1.0)}, "lam must be positive"),
        ({"lam": None, "candidates": (0.1,) * 200}, "at most 50"),
        ({"epsilon_test": 1.0}, "without a test share"),
        ({"test_share": 0.2}, "epsilon_test must be positive"),
        ({"test_share": 0.001, "epsilon_test": 1.0}, "tests 0"),
        ({"test_share": 1.0, "epsilon_test": 1.0}, "tests 200"),
        ({"data_set": "unknown"}, "no budget"),
        ({"mechanism": "output", "loss": OfWords()}, "loss in certificate in the model file must"),
    ],
)
def test_what_declared_facts_forbid_is_refused_before_it_is_charged(ledger, asked, said):
    with pytest.raises(InvalidInput, match=said):
        run(ledger, **asked)
    assert ledger.budget("clinic").charges == ()


CELLS = ["", "?", "NA", "na", "old", "1e999", "-inf", "nan", "12", " 7 ", "٣", "1_0", "0x1",
         "1" * 5000, "a", "zzz", "=1", "\x00", "é", "\ud800", None, float("nan"), 3.5, True, [1],
         10**400]  # fmt: skip


def test_no_content_of_a_cell_can_cause_a_refusal(ledger):
    rng = np.random.default_rng(0)
    for _ in range(5):
        cells = {
            name: pd.Series([CELLS[i] for i in rng.integers(len(CELLS), size=200)], dtype=object)
            for name in ("age", "ward", "sick")
        }
        model = run(ledger, rows=pd.DataFrame(cells))
        assert set(model.answers(pd.DataFrame(cells))) <= {"yes", "not yes"}


@pytest.mark.parametrize("word", ["yes", "no"])
def test_labels_of_one_side_are_no_reason_to_refuse(ledger, word):
    assert run(ledger, rows=table().assign(sick=word)).coef.shape == (5,)


def test_a_draw_that_misses_its_tolerance_stays_charged(ledger, monkeypatch):
    monkeypatch.setattr(minimisers, "solve", lambda *given, **also: solve(*given, tol=1e-3, **also))
    monkeypatch.setattr(minimisers, "n_steps", lambda *_: None)
    with pytest.raises(MissedTolerance):
        run(ledger, idempotency_key="t")
    assert ledger.budget("clinic").spent == 1.0
    assert ledger.lookup("t")[1] is None
    with pytest.raises(InvalidInput, match="did not finish"):
        run(ledger, idempotency_key="t")


def test_a_test_error_costs_the_larger_of_both(ledger):
    model = run(ledger, test_share=0.25, epsilon_test=2.0)
    assert ledger.budget("clinic").spent == 2.0
    facts = model.certificate
    assert (facts["n_trained"], facts["test"]["n"], facts["test"]["scale"]) == (150, 50, 0.5)
    assert 0 <= facts["test"]["error"] <= 1
    assert facts["epsilon_per_record"] == 1.0


def test_candidates_are_tried_on_parts_of_their_own(ledger, monkeypatch):
    seen = []
    real = running.draw_safely

    def noted(plan, X, y, entropy):
        seen.append((plan, X))
        return real(plan, X, y, entropy)

    monkeypatch.setattr(running, "draw_safely", noted)
    lams = (1e-3, 0.1, 10.0)
    model = run(ledger, lam=None, candidates=lams, test_share=0.1, epsilon_test=1.0)
    assert [plan.n for plan, _ in seen] == [45, 45, 45] == [len(X) for _, X in seen]
    assert model.certificate["candidates"] == list(lams)
    assert model.certificate["lam"] in lams
    assert model.certificate["n_trained"] == 45
    assert ledger.budget("clinic").spent == 1.0


def test_the_choice_is_at_the_epsilon_of_one_record(ledger, monkeypatch):
    seen = []
    monkeypatch.setattr(counts, "choice", lambda _, wrong, at: (seen.append((wrong, at)), 0)[1])
    run(ledger, lam=None, candidates=(1e-3, 10.0), epsilon=0.5)
    ((wrong, epsilon),) = seen
    assert epsilon == safe.spared(0.5) < 0.5
    assert all(each == int(each) and 0 <= each <= 66 for each in wrong)


def test_parts_are_disjoint_and_hold_each_record_once():
    parts = running._parts((5, 4, 3), running.Entropy(Repeated()))
    assert [len(part) for part in parts] == [5, 4, 3]
    assert sorted(np.concatenate(parts)) == list(range(12))


def test_the_noise_on_the_count_of_mistakes_is_discrete_laplace_of_scale_one_over_epsilon(
    monkeypatch,
):
    X, y = np.ones((10_000, 1)), np.where(np.arange(10_000) % 2, 1.0, -1.0)
    monkeypatch.setattr(running, "read", lambda *_: (X, y))
    monkeypatch.setattr(running, "_parts", lambda *_: [np.arange(1), np.arange(10_000)])
    monkeypatch.setattr(running, "draw_safely", lambda *_: np.array([1.0]))
    entropy = running.Entropy(Repeated())
    route = ReleasePlan((None,), (None,), (1, 10_000), 1.0, 0.01)
    counts = [running._draw(order(), route, None, entropy).mistakes for _ in range(2_000)]
    noise = np.array(counts) - 5_000
    assert stats.kstest(noise, stats.laplace(scale=100).cdf).pvalue > 1e-3
    for wrong in (2 / 3, 3 / 2):
        assert stats.kstest(noise, stats.laplace(scale=100 * wrong).cdf).pvalue < 1e-9


def test_with_several_records_of_a_person_the_mechanism_runs_at_a_share(tmp_path):
    with Ledger(tmp_path / "people.db") as ledger:
        ledger.open("clinic", n=200, epsilon=2.0, records_per_person=4)
        model = run(ledger, epsilon=2.0)
        assert ledger.budget("clinic").spent == 2.0
    facts = model.certificate
    assert facts["epsilon_per_record"] == 0.5
    assert facts["epsilon_noise"] + facts["epsilon_curvature"] == pytest.approx(0.495)
    assert "at most 4" in facts["neighbours"]


def test_a_model_is_what_its_file_says(ledger, tmp_path):
    model = run(ledger)
    path = tmp_path / "model.json"
    path.write_text(model.to_json(), "utf-8")
    for again in (load(path), load(str(path)), load(model.to_json())):
        assert again.to_json() == model.to_json()
        assert (again.predict(table()) == model.predict(table())).all()


def test_a_model_that_cannot_be_kept_is_charged_and_says_so(ledger, monkeypatch):
    def fails(*_):
        raise InvalidInput("The ledger cannot be used.")

    monkeypatch.setattr(ledger, "settle", fails)
    with pytest.raises(NotKept, match="'t' was made, and its budget is spent"):
        run(ledger, idempotency_key="t")
    assert ledger.budget("clinic").spent == 1.0


def test_a_key_is_trimmed_and_held_to_its_facts(ledger):
    first = run(ledger, idempotency_key=" t ")
    assert (run(ledger, idempotency_key=" t ").coef == first.coef).all()
    for other in ({"epsilon": 2.0}, {"lam": 0.5}, {"mechanism": "output"}):
        with pytest.raises(InvalidInput, match=f"with another {next(iter(other))}"):
            run(ledger, idempotency_key="t", **other)
    assert ledger.budget("clinic").spent == 1.0


class Raises:
    """A cell without a text."""

    def __str__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize("cell", [Decimal("sNaN"), Raises()], ids=["signalling", "raises"])
@pytest.mark.parametrize("column", ["age", "ward", "sick"])
def test_a_cell_that_raises_counts_as_missing(ledger, column, cell):
    rows = table().astype(object)
    rows.loc[3, column] = cell
    assert run(ledger, rows=rows).coef.shape == (5,)


def test_a_column_whose_cells_cannot_be_compared_has_a_meaning(ledger):
    pa = pytest.importorskip("pyarrow")
    lists = pd.Series([[1]] * 200, dtype=pd.ArrowDtype(pa.list_(pa.int64())))
    assert run(ledger, rows=table().assign(age=lists)).coef.shape == (5,)


@pytest.mark.parametrize(
    ("asked", "said"),
    [({"loss": "logistic"}, "loss must be a loss"), ({"candidates": 5}, "candidates must be"),
     ({"epsilon_test": 5e-324, "test_share": 0.2}, "epsilon_test must be between")],
)  # fmt: skip
def test_what_is_no_order_gets_a_sentence(asked, said):
    with pytest.raises(InvalidInput, match=said):
        order(**asked)


def test_numbers_of_numpy_are_numbers():
    made = order(epsilon=np.float32(0.5), lam=None, candidates=np.array([0.1, 0.2]))
    assert type(made.epsilon) is float
    assert made.candidates == (0.1, 0.2)


def test_how_long_a_draw_took_does_not_reach_the_model(ledger, monkeypatch):
    slow = running.draw_safely

    def slowly(*given):
        time.sleep(1.1)
        return slow(*given)

    monkeypatch.setattr(running, "draw_safely", slowly)
    model = run(ledger)
    (charge,) = ledger.budget("clinic").charges
    assert model.certificate["date"] == charge.time


@pytest.mark.parametrize(
    ("epsilon", "factor"),
    [(1e-9, "e^ε = 1 + 1e-9)"), (1.0, "e^ε = 2.71828)"), (1e-4, "e^ε = 1 + 0.000100005)")],
)
def test_a_small_epsilon_is_not_said_to_change_nothing(epsilon: float, factor: str):
    assert factor in in_words(Budget("clinic", 10, 1.0), Cost(epsilon), SCHEMA.label)["guarantee"]


@pytest.mark.parametrize(
    ("epsilon", "shown"), [(0.1, "0.1"), (1 / 3, "0.333334"), (2 / 3, "0.666667"), (1e-9, "1e-9")]
)
def test_a_certificate_never_states_less_than_was_charged(ledger, epsilon: float, shown: str):
    assert (
        f"ε = {shown} " in in_words(Budget("a", 10, 1.0), Cost(epsilon), SCHEMA.label)["guarantee"]
    )
    model = run(ledger, epsilon=epsilon)
    assert ("Charged ε, per person", shown) in certificate.rows(model)


def test_the_count_of_mistakes_is_noised_at_a_hair_less_than_is_charged(ledger, monkeypatch):
    seen = []
    monkeypatch.setattr(counts, "discrete_laplace", lambda _, at: (seen.append(at), 0)[1])
    run(ledger, test_share=0.25, epsilon_test=0.5)
    assert seen == [safe.spared(0.5)]
    assert 0.5 * (1 - 2e-11) < seen[0] < 0.5 * (1 - 1e-11)
