"""What the lesson on wrong proofs teaches of 2008: where its claim is proven, and where not."""

from dataclasses import replace

import pytest

from dplab.instruments.worst_case import bound
from dplab.studies.is_it_private.verdicts import ROUNDING, Question
from dplab.studies.lessons import proofs

AT = {"mechanism": "objective_2008", "loss": "logistic", "h": 0.5, "delta": 1e-6, "d": 2}


def at(epsilon: float, lam: float, n: int, **others: object) -> dict[str, object]:
    return AT | {"epsilon": epsilon, "lam": lam, "n": n} | others


def most(question: Question) -> float:
    return bound.ceiling(
        question.plan, question.make_loss(), lam=question.lam, n=question.n, n_features=question.d
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_claim_of_2008_is_proven_from_the_records_of_the_exam_on_and_not_before(seed: int):
    truth = proofs.exam_records({"seed": seed})
    epsilon, lam = truth.said["epsilon"], truth.said["lam"]
    enough = Question("objective_2008", epsilon, lam, "logistic", 0.5, round(truth.answer), 2)
    assert most(enough) <= epsilon * ROUNDING
    assert most(replace(enough, n=round(0.9 * enough.n))) > epsilon * ROUNDING


def test_the_smallest_epsilon_of_the_release_of_2008_is_proven_and_a_smaller_one_is_not():
    epsilon = proofs.least_epsilon(at(0.1, 0.001, 5000)).answer
    enough = Question("objective_2008", epsilon, 0.001, "logistic", 0.5, 5000, 2)
    assert most(enough) <= epsilon * ROUNDING
    less = replace(enough, epsilon=0.9 * epsilon)
    assert most(less) > less.epsilon * ROUNDING


@pytest.mark.parametrize(
    ("lam", "others", "is_right"),
    [
        (0.02, {}, True),
        (0.016, {}, False),
        (0.2, {}, False),
        (0.02, {"n": 6000}, False),
        (0.02, {"loss": "huber"}, False),
        (0.02, {"mechanism": "objective"}, False),
    ],
)
def test_the_picture_is_right_where_lambda_alone_keeps_the_claim(
    lam: float, others: dict[str, object], is_right: bool
):
    assert proofs.is_kept(at(0.2, lam, 600, d=1) | others).answer is is_right


@pytest.mark.parametrize(
    ("mechanism", "loss", "d", "answer"),
    [
        ("output_laplace_norm", "logistic", 2, "endless"),
        ("output_laplace_norm", "huber", 1, "root"),
        ("output", "huber", 2, "claim"),
    ],
)
def test_the_largest_loss_is_told_apart(mechanism: str, loss: str, d: int, answer: str):
    found = proofs.largest_loss(at(0.2, 0.01, 600, mechanism=mechanism, loss=loss, d=d))
    assert found.answer == answer


def test_noise_in_thirty_dimensions_is_found_seldom_and_each_slip_is_another_number():
    truth = proofs.most_found(at(1.0, 0.01, 5000, d=30, is_it_private_mechanism="output"))
    assert truth.answer == pytest.approx(7.15, abs=0.005)
    for slip, number in {"alone": 13.59, "missed": 92.85, "coin": 5, "gaussian": 7.95}.items():
        assert truth.misses[slip] == pytest.approx(number, abs=0.005)
        assert abs(truth.misses[slip] - truth.answer) > 4 * truth.tolerance
