"""Codes of a class are checked in the background: with progress, in turn, and each answer once."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from concurrent.futures import Executor, Future

import pytest

from dpcore.checks import InvalidInput, Overrun, Unavailable
from dplab.studies.lessons import entries
from dplab.studies.lessons.replies import background
from dplab.studies.lessons.replies.background import TruthQueue, TruthRequest
from pages.comparison.screen import cached
from pages.kit.visitor import kept
from pages.lessons import sheet
from pages.lessons.class_kit import codes, handed_in
from pages.lessons.steps.answers import Reply
from tests.pages.screen import complaints, opened, words


class ByHand(Executor):
    """Computes what it was given when it is told to."""

    def __init__(self) -> None:
        self.waiting: list = []
        self.computed: list[TruthRequest] = []

    def submit(self, function, /, *args, **kwargs):
        future: Future = Future()
        self.waiting.append((future, function, args, kwargs))
        return future

    def step(self) -> None:
        future, function, args, kwargs = self.waiting.pop(0)
        self.computed.append(args)
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)

    def all(self) -> None:
        while self.waiting:
            self.step()


@pytest.fixture
def executor() -> ByHand:
    return ByHand()


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def queue(executor: ByHand, now: list[float]) -> TruthQueue:
    return TruthQueue(lambda: executor, clock=lambda: now[0])


def asked(*epsilons: float) -> dict:
    return {
        TruthRequest("promises", "ratio", "foundations", (("epsilon", str(epsilon)),)): (
            lambda epsilon=epsilon: {"epsilon": epsilon}
        )
        for epsilon in epsilons
    }


def epsilons(executor: ByHand) -> list[float]:
    return [at["epsilon"] for _, _, at in executor.computed]


def test_what_is_there_is_never_computed_again_for_anybody(queue, executor):
    queue.ask("ada", asked(1, 2))
    executor.all()
    for owner in ("ada", "eve"):
        found = queue.ask(owner, asked(1, 2))
        assert [round(found.of(each).answer, 2) for each in asked(1, 2)] == [2.72, 7.39]
    executor.all()
    assert epsilons(executor) == [1, 2]


def test_two_who_ask_the_same_at_once_compute_it_once(queue, executor):
    queue.ask("ada", asked(1, 2))
    queue.ask("eve", asked(1, 2))
    executor.all()
    assert epsilons(executor) == [1, 2]


def test_those_who_ask_take_turns_and_are_told_of_each_other(queue, executor):
    assert queue.ask("ada", asked(*range(1, 31))).ahead == 0
    found = queue.ask("eve", asked(101, 102))
    assert (found.known, found.ahead) == ({}, 1)
    executor.all()
    assert epsilons(executor)[:6] == [1, 2, 101, 3, 102, 4]
    assert queue.ask("eve", asked(101, 102)).ahead == 0


def test_no_more_is_under_way_at_a_time_than_leaves_a_process_free(queue, executor):
    queue.ask("ada", asked(1, 2, 3))
    queue.ask("eve", asked(4))
    assert len(executor.waiting) == background.UNDER_WAY == 1


def test_what_is_not_asked_for_any_more_is_not_computed(queue, executor, now):
    queue.ask("ada", asked(*range(1, 10)))
    queue.ask("ada", asked(20))
    executor.all()
    assert epsilons(executor) == [1, 20]
    queue.ask("ada", asked(30, 31, 32))
    now[0] += background.ABANDONED_AFTER + 1
    executor.all()
    assert epsilons(executor) == [1, 20, 30]


def test_a_question_without_an_answer_says_why_and_is_kept_too(queue, executor, monkeypatch):
    faults = iter([InvalidInput("There is none."), Overrun(8.0)])
    monkeypatch.setattr(entries, "truth", lambda *_: (_ for _ in ()).throw(next(faults)))
    one, other = asked(1, 2)
    for _ in range(2):
        found = queue.ask("ada", asked(1, 2))
        executor.all()
    with pytest.raises(InvalidInput, match=r"^There is none\.$"):
        found.of(one)
    with pytest.raises(InvalidInput, match="takes too long"):
        found.of(other)
    assert len(executor.computed) == 2


@pytest.mark.parametrize("fault", [Unavailable("gone"), RuntimeError("broken")])
def test_what_passes_is_told_once_and_tried_again_for_whoever_asks(
    queue, executor, monkeypatch, fault
):
    with monkeypatch.context() as broken:
        broken.setattr(entries, "truth", lambda *_: (_ for _ in ()).throw(fault))
        queue.ask("ada", asked(1))
        executor.all()
    (only,) = asked(1)
    with pytest.raises(InvalidInput, match="cannot be computed now"):
        queue.ask("ada", asked(1)).of(only)
    queue.ask("ada", asked(1))
    executor.all()
    assert queue.ask("ada", asked(1)).of(only).answer > 2


def test_without_an_executor_it_is_said_and_the_next_is_tried():
    def none() -> Executor:
        raise InvalidInput("No processes.")

    # As many as twenty codes ask for: a call within a call for each would be too deep.
    found = TruthQueue(none).ask("ada", asked(*range(1, 1_201)), patience=60)
    assert len(found.known) == 1_200


def test_a_setting_that_cannot_be_read_is_refused_without_a_computation(queue, executor):
    def unreadable() -> dict:
        raise InvalidInput("ε must be a number.")

    (only,) = asked(1)
    found = queue.ask("ada", {only: unreadable})
    with pytest.raises(InvalidInput, match="ε must be"):
        found.of(only)
    assert executor.waiting == []


def test_so_many_are_kept_and_no_more(queue, executor, monkeypatch):
    monkeypatch.setattr(background, "MOST", 3)
    queue.ask("ada", asked(1, 2, 3, 4))
    executor.all()
    assert set(queue.ask("ada", asked(1, 2, 3, 4)).known) == {*asked(2, 3, 4)}


# On the page.


@pytest.fixture
def of_server(executor: ByHand, monkeypatch: pytest.MonkeyPatch) -> Iterator[ByHand]:
    queue = TruthQueue(lambda: executor)
    monkeypatch.setattr(cached, "truths", lambda: queue)
    monkeypatch.setattr(handed_in, "PATIENCE", 0.0)
    yield executor
    kept.clear()


def code(seed: int, *numbers: int) -> str:
    replies = {("promises", k): Reply("1", False, 1, seed) for k in numbers}
    return sheet.spell(replies)


def pasting(pasted: str):
    app = opened("lessons", lessons_open="class")
    app.text_area(key=handed_in.BOX).input(pasted)
    return app.run()


def test_a_class_is_shown_as_far_as_it_is_and_whole_at_the_end(of_server):
    app = pasting("\n".join(code(seed, 1, 2) for seed in range(3)))
    assert complaints(app) == []
    assert "0 of 3 codes are checked so far." in said(app)
    assert not app.dataframe
    of_server.step()
    of_server.step()
    app.run()
    assert "1 of 3 codes are checked so far." in said(app)
    assert len(app.dataframe[0].value) == 2
    of_server.all()
    app.run()
    assert complaints(app) == []
    assert "checked so far" not in said(app)
    assert len(app.dataframe[0].value) == 4


def said(app) -> str:
    return words(app) + " ".join(each.proto.text for each in app.get("progress"))


@pytest.mark.usefixtures("of_server")
def test_nothing_is_computed_in_the_page_itself(monkeypatch):
    monkeypatch.setattr(entries, "truth", lambda *_: pytest.fail("computed in the run"))
    pasting("\n".join(code(seed, *range(1, 8)) for seed in range(30)))


def test_thirty_codes_of_one_seed_cost_what_one_costs(of_server):
    """Seven steps are seven right answers, whoever gave the replies."""
    answers = [
        sheet.spell({("promises", k): Reply(str(who), False, 1, 5) for k in (1, 2, 4, 5, 6, 7)})
        for who in range(30)
    ]
    pasting("\n".join(answers))
    of_server.all()
    assert len(of_server.computed) == 6
    # The next visitor's class has them at once.
    assert len(pasting("\n".join(answers)).dataframe[0].value) == 31
    assert len(of_server.computed) == 6


def test_a_class_of_more_than_are_asked_for_at_once_is_checked_to_its_end(of_server):
    app = pasting("\n".join(code(seed, 1) for seed in range(2 * handed_in.AT_ONCE + 1)))
    for _ in range(3):
        of_server.all()
        app.run()
    assert len(app.dataframe[0].value) == 2 * handed_in.AT_ONCE + 2


def packed(entries_of_code: list) -> str:
    text = zlib.compress(json.dumps(entries_of_code).encode(), 9)
    return urlsafe_b64encode(text).decode().rstrip("=")


def test_a_code_with_more_seeds_than_steps_is_refused_with_a_sentence():
    many = packed([["promises", 1, "2", 1, seed] for seed in range(30)])
    with pytest.raises(InvalidInput, match="has 30 seeds for 1 of the steps"):
        sheet.read(many)
    found = codes.collect(codes.entries(f"{many}\n{code(0, 1)}"))
    assert len(found.codes) == 1
    assert found.told[0].startswith("Line 1: This code has 30 seeds for 1 of the steps")


def test_a_code_with_as_many_seeds_as_steps_is_read():
    replies = {("promises", k): Reply("1", False, 1, k) for k in range(1, 8)}
    assert sheet.read(sheet.spell(replies)) == replies
    assert sheet.read(sheet.spell({})) == {}
