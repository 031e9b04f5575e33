"""What a release reads, solves, asks of chance and gives away, noted on its way."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger
from dpcore.release import running
from dpcore.release.entropy import Entropy
from dpcore.release.exact import counts, minimisers, vectors
from tests.release.cases import Repeated
from tests.release.replay.pairs import Pair


@dataclass(frozen=True)
class Question:
    """One question to chance: its kind, its size and scale, the answer, and the bits it is from."""

    kind: str
    size: int
    scale: Any
    answer: Any
    bits: int = 0


@dataclass
class Trace:
    """One run, from the records that were read to the model or the refusal."""

    questions: list[Question] = field(default_factory=list)
    records: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    solved: list[dict[str, np.ndarray]] = field(default_factory=list)
    predicted: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    document: dict[str, Any] = field(default_factory=dict)
    refusal: str = ""
    charged: tuple[tuple[float, float], ...] = ()

    def of(self, kind: str) -> list[Question]:
        return [each for each in self.questions if each.kind == kind]


class Recorded(Entropy):
    """Chance that can be had again, and notes the order of the records that it is asked for."""

    def __init__(self, seed: int, questions: list[Question]) -> None:
        super().__init__(Repeated(seed))
        self._questions = questions

    def permutation(self, n):
        order = super().permutation(n)
        self._questions.append(Question("permutation", n, None, order))
        return order


def traced(pair: Pair, table: pd.DataFrame, seed: int, folder: Path) -> Trace:
    """Run the release of a pair on one of its tables, and return what it did."""
    trace, order, budget = Trace(), pair.order, pair.budget
    # A ledger that was there and is gone is refused: each run has a file of its own.
    kept = Path(tempfile.mkdtemp(dir=folder)) / "ledger.db"
    with (
        Ledger(kept) as ledger,
        noted(trace, pair.stops_short),
        _noted_of_a_release(trace),
    ):
        facts = {"n": budget.n, "epsilon": budget.epsilon, "delta": budget.delta}
        ledger.open(order.data_set, records_per_person=budget.records_per_person, **facts)
        try:
            entropy = Recorded(seed, trace.questions)
            trace.document = running.execute(order, table, ledger, None, entropy).document
        except InvalidInput as fault:
            trace.refusal = f"{type(fault).__name__}: {fault}"
        spent = ledger.budget(order.data_set).charges
        trace.charged = tuple((each.epsilon, each.delta) for each in spent)
    return trace


def own(entropy: Entropy) -> tuple[int, Entropy]:
    """Return bits of a source, and another source that they begin: of one answer alone.

    Else how many bits an answer takes, which may follow the records, would move all that come
    later: a rounding that is in doubt asks for further digits, a choice for as many as it needs.
    """
    bits = entropy.bits(128)
    return bits, Entropy(Repeated(bits))


@contextmanager
def noted(trace: Trace, stops_short: bool) -> Iterator[None]:
    """Note what is solved and asked of chance while a block runs."""
    solve, n_steps = minimisers.solve, minimisers.n_steps
    draw, choice, discrete = vectors.draw, counts.choice, counts.discrete_laplace

    def answered(entropy, kind, size, scale, answer):
        bits, alone = own(entropy)
        trace.questions.append(Question(kind, size, scale, answer(alone), bits))
        return trace.questions[-1].answer

    def noted_draw(entropy, law, d, rate):
        return answered(entropy, "vector", d, (law, rate), lambda e: draw(e, law, d, rate))

    def noted_choice(entropy, mistakes, epsilon):
        asked = (tuple(mistakes), epsilon)
        return answered(
            entropy, "choice", len(mistakes), asked, lambda e: choice(e, mistakes, epsilon)
        )

    def noted_discrete(entropy, epsilon):
        return answered(entropy, "laplace", 1, epsilon, lambda e: discrete(e, epsilon))

    def noted_solve(X, y, loss, lam, linear, *, record_weight):
        solution = solve(X, y, loss, lam, linear, record_weight=record_weight)
        solved = {"X": X, "y": y, "lam": lam, "linear": linear[0], "coef": solution.coefs[0]}
        solved["weight"] = loss.class_weights(y) if record_weight is None else record_weight
        trace.solved.append(solved)
        return replace(solution, grad_norm=solution.grad_norm + 1) if stops_short else solution

    with (
        mock.patch.object(vectors, "draw", noted_draw),
        mock.patch.object(counts, "choice", noted_choice),
        mock.patch.object(counts, "discrete_laplace", noted_discrete),
        mock.patch.object(minimisers, "solve", noted_solve),
        # What would make good what the solver missed.
        mock.patch.object(minimisers, "n_steps", (lambda *_: None) if stops_short else n_steps),
    ):
        yield


@contextmanager
def _noted_of_a_release(trace: Trace) -> Iterator[None]:
    """Note what a release reads and predicts while a block runs."""
    read, predict = running.read, running.predict

    def noted_read(*args):
        trace.records.append(read(*args))
        return trace.records[-1]

    def noted_predict(coefs, X):
        trace.predicted.append((coefs, X))
        return predict(coefs, X)

    with (
        mock.patch.object(running, "read", noted_read),
        mock.patch.object(running, "predict", noted_predict),
    ):
        yield
