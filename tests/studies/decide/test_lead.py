"""An ε is proposed only where the private classifier beats the constant rule, by Decide's rule."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student

from dpcore.data.dataset import Dataset, Split
from dplab.simulation import sources
from dplab.simulation.comparison import Outcome
from dplab.simulation.constant import constant_rule
from dplab.simulation.measures import Mistakes, mistakes
from dplab.simulation.settings import Settings
from dplab.studies.decide import lead, with_delta
from dplab.studies.decide.lead import Lead, useful
from dplab.studies.decide.sheet import Question, run
from dplab.studies.trade_off import errors

EPSILONS = 6
"""Places along ε. More would add next to nothing: a table gets an ε where its largest has luck, and
of those below the one above, too."""
SETTINGS = Settings(data="breast_cancer", draws=9, lam="auto")


def asked(says: np.ndarray, positive: np.ndarray) -> Lead:
    """Return the lead of draws that give these answers."""
    n = len(positive)
    X, y = np.eye(n), np.where(positive, 1.0, -1.0)
    part = Split(X[:1], y[:1], X, y)
    found = mistakes(np.where(says, 1.0, -1.0), part)
    outcome = Outcome(found.measured("error"), np.ones(len(says), bool), 1.0, None, found)
    return Lead.of(outcome, constant_rule([part]).error)


def test_a_lead_and_its_deviation_are_those_of_paired_differences():
    rng = np.random.default_rng(0)
    positive = rng.random(300) < 0.2
    says = rng.random((40, 300)) < np.where(positive, 0.7, 0.05)
    found = asked(says, positive)
    wrong = (says != positive).mean(axis=0)
    differences = positive - wrong  # The rule says no.
    errors_of_draws = (says != positive).mean(axis=1)
    assert found.mean == pytest.approx(differences.mean())
    wider = student.isf(norm.sf(2), 39) / 2
    both = differences.var(ddof=1) / 300 + wider**2 * errors_of_draws.var(ddof=1) / 40
    assert found.deviation == pytest.approx(math.sqrt(both))
    assert found.worse == np.mean(errors_of_draws > positive.mean())
    # Unpaired, the two errors would have far more chance between them.
    assert found.deviation < 0.9 * math.sqrt(0.2 * 0.8 / 300 + wrong.mean() / 300)


def test_the_rule_that_is_beaten_names_the_larger_class_of_the_test_records():
    rng = np.random.default_rng(1)
    positive = rng.random(200) < 0.8
    says = rng.random((10, 200)) < np.where(positive, 0.95, 0.3)
    assert asked(says, positive).mean == pytest.approx(
        (~positive).mean() - (says != positive).mean()
    )
    mirrored = asked(~says, ~positive)
    assert mirrored.deviation == pytest.approx(asked(says, positive).deviation)


def test_draws_that_answer_as_the_rule_does_are_not_better():
    positive = np.arange(30) < 3
    same = asked(np.zeros((7, 30), bool), positive)
    assert same.mean == pytest.approx(0, abs=1e-12)
    assert not same.beats_constant()


def test_nothing_is_clear_of_a_single_draw():
    positive = np.arange(100) < 30
    assert not asked(positive[None], positive).beats_constant()
    assert asked(np.stack([positive] * 2), positive).beats_constant()


def test_few_draws_do_not_pass_by_their_own_small_spread():
    """1,000 tables of 3 draws, equally good: 5.5 % by the normal quantile, 2.3 % by Student's.

    At 2.3 % more than 40 have a chance of 4e-4.
    """
    rng = np.random.default_rng(3)
    found = []
    for _ in range(1_000):
        errors = 0.3 + rng.normal(0, 0.05, 3)
        mistaken = Mistakes(np.stack([errors] * 3), lead_error=0.0)
        outcome = Outcome(errors, np.ones(3, bool), 1.0, None, mistaken)
        lead = Lead.of(outcome, 0.3)
        normal = 0.3 - errors.mean() > 2 * errors.std(ddof=1) / math.sqrt(3)
        found.append((lead.beats_constant(), normal))
    few, many = np.sum(found, axis=0)
    assert few <= 40 < many


@pytest.mark.parametrize("compared", [1, 2, 4])
def test_of_several_mechanisms_each_needs_the_quantile_of_its_share(compared: int):
    needed = norm.isf(norm.sf(2) / compared)
    assert Lead(needed + 1e-6, 1.0).beats_constant(compared)
    assert not Lead(needed - 1e-6, 1.0).beats_constant(compared)


def test_a_range_ends_at_the_first_epsilon_that_fails_from_the_largest_down():
    good, bad = Lead(0.1, 0.01), Lead(0.01, 0.01)
    assert useful({1.0: good, 2.0: bad, 5.0: good, 10.0: good}, 2) == {5.0, 10.0}
    assert useful({1.0: good, 10.0: bad}, 2) == set()


def null_tables(n_tables: int) -> list[list[Lead]]:
    """Return leads along ε on tables where private and constant rule are equally good.

    Each ε has draws of its own; the records, and which of them are hard, are the same. 400 test
    records, 50 draws: a draw moves all its errors together, as noise does.
    """
    rng = np.random.default_rng(7)
    tables = []
    for _ in range(n_tables):
        positive = rng.random(400) < 0.3
        # P(wrong) is 0.3 on average, as the rule's, and not for the same records.
        hard = rng.beta(1, 1, 400) * 0.6
        leads = []
        for _ in range(EPSILONS):
            shift = rng.normal(0, 0.05, (50, 1))
            wrong = rng.random((50, 400)) < np.clip(hard + shift, 0, 1)
            leads.append(asked(positive ^ wrong, positive))
        tables.append(leads)
    return tables


def test_where_private_and_constant_answers_are_equally_good_hardly_a_table_gets_an_epsilon():
    """400 tables: 5 % of them are 20; at a true 2.3 % more than 20 have a chance of 1e-4.

    Whoever takes any ε that is clear, in whatever order, has nearly three times as many tables as
    who begins at the largest; whoever asks for one standard error, fifteen times.
    """
    tables = null_tables(400)
    along = [dict(enumerate(leads)) for leads in tables]
    got = np.mean([bool(useful(each, compared=1)) for each in along])
    assert got <= 0.05
    # The near misses: one standard error, and two at any ε in any order.
    one = [each[EPSILONS - 1].mean > each[EPSILONS - 1].deviation for each in along]
    assert np.mean(one) > 0.1
    anywhere = [any(lead.mean > 2 * lead.deviation for lead in leads) for leads in tables]
    assert np.mean(anywhere) > got


def test_few_test_records_are_asked_in_all_five_splits_and_many_in_one():
    question = Question(SETTINGS)
    *_, found = run(question)
    place, epsilon = found.prices[1.0], 1.0
    each = []
    for fold in range(5):
        part = sources.part(SETTINGS, found.n, fold)
        (cell,) = [
            replace(cell, fold=fold)
            for cell in errors.batches(SETTINGS, (epsilon,))
            if place.mechanism in cell.spec.mechanisms
        ]
        outcome = errors.of_batch(cell)[place.mechanism, epsilon]
        each.append(constant_rule([part]).error - outcome.errors.mean())
    assert place.lead.mean == pytest.approx(np.mean(each))
    generated = Settings(data="gaussian", n=200, draws=5, lam="auto")
    *_, one = run(Question(generated))
    asked_once = errors.of_batch(errors.batches(generated, (0.1,))[1])
    mechanism = one.prices[0.1].mechanism
    assert one.prices[0.1].lead.mean == pytest.approx(
        one.majority_error - asked_once[mechanism, 0.1].errors.mean()
    )


def test_of_a_law_only_the_draws_are_chance():
    law = Settings(data="counterexample", n=400, draws=20, lam="auto")
    assert sources.part(law, 400).test_weight is not None
    found = errors.of_batch(errors.batches(law, (1.0,))[1])["output", 1.0]
    assert found.mistakes.lead_error == 0
    wider = student.isf(norm.sf(2), 19) / 2
    expected = wider * found.errors.std(ddof=1) / math.sqrt(20)
    assert Lead.of(found, 0.5).deviation == pytest.approx(expected)


def rare(n: int) -> Dataset:
    """Return records of which one in twelve is positive, and hard to tell."""
    rng = np.random.default_rng(0)
    X = rng.normal(0, 0.2, (n, 12))
    positive = X[:, 0] + rng.normal(0, 0.1, n) > 0.3
    X[:, 11] = 0.5
    X /= np.maximum(1, np.linalg.norm(X, axis=1))[:, None]
    return Dataset(X, np.where(positive, 1.0, -1.0), tuple(f"x{k}" for k in range(12)))


def test_a_small_cost_is_not_enough_where_positives_are_rare():
    """What was signed before: the classifier without noise is of use, and its cost is small."""
    settings = Settings(data="upload", draws=50, lam="auto")
    *_, found = run(Question(settings), rare(1_500))
    assert found.majority_error - found.without_noise > 0.01
    band = found.band(0.6, 0.05)
    # By cost and risk alone there would be a band, at errors above those of always saying no.
    assert band.affordable is not None
    assert band.affordable <= band.most
    assert not band.holds
    worse = [e for e, price in found.prices.items() if price.mean > found.majority_error]
    assert worse
    assert not any(found.prices[e].is_useful for e in worse)
    assert found.band(0.9999, 0.5).holds


@pytest.mark.parametrize(
    ("also", "more"), [((), 0), (("objective_tight",), 1), (with_delta.TRIED[:1], 0)]
)
def test_with_a_delta_the_mechanisms_that_were_asked_before_count_too(
    monkeypatch, also: tuple[str, ...], more: int
):
    *_, without = run(Question(replace(SETTINGS, also=also)))
    compared = []
    real = lead.useful
    monkeypatch.setattr(lead, "useful", lambda at, of: compared.append(of) or real(at, of))
    *_, gaussian = with_delta.run(without)
    assert set(compared) == {len(with_delta.TRIED) + 2 + more}
    assert gaussian.prices[10.0].is_useful


def test_a_proposal_needs_all_larger_epsilon_of_its_own_mechanism():
    lucky = {0.1: Lead(0.5, 0.01), 1.0: Lead(0.001, 0.01), 10.0: Lead(0.5, 0.01)}
    assert useful(lucky, 2) == {10.0}
    assert lead.UNKNOWN.beats_constant() is False
