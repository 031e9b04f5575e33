"""Turns: who gets a place, and how long a run has it."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field

import pytest

from server.admission import run_queue
from server.admission.run_queue import Permit, RunQueue
from server.limits import LONG_EACH, LONG_IN_ALL

SOON, PATIENCE = 0.01, 60


@dataclass(eq=False)
class Waiting:
    """A tab that wants to run, and notes its turns."""

    visitor: str
    began: list[str]
    name: str = ""
    permits: list[Permit] = field(default_factory=list)

    def go(self, permit: Permit) -> None:
        self.began.append(self.name or self.visitor)
        self.permits.append(permit)


def played(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


@pytest.mark.parametrize("places", [1, 3])
def test_never_more_run_than_there_are_places(places: int):
    async def story() -> None:
        queue, began = RunQueue(places), []
        tabs = [Waiting(f"visitor {n}", began) for n in range(6)]
        for tab in tabs:
            queue.ask(tab)
        for number in range(6):
            assert len(began) == min(6, number + places)
            tabs[number].permits[0].end()

    played(story())


def test_turns_go_round_visitors_and_not_tabs():
    async def story() -> None:
        queue, began = RunQueue(1), []
        tabs = [Waiting("eve", began, f"eve {n}") for n in range(3)]
        tabs += [Waiting("ada", began), Waiting("ben", began)]
        for tab in tabs:
            queue.ask(tab)
        for _ in range(4):
            permit = next(tab.permits.pop() for tab in tabs if tab.permits)
            permit.end()
        assert began == ["eve 0", "eve 1", "ada", "ben", "eve 2"]

    played(story())


def test_whoever_asks_again_and_again_waits_behind_those_who_wait():
    async def story() -> None:
        queue, began = RunQueue(1), []
        eve, ada, ben = (Waiting(name, began) for name in ("eve", "ada", "ben"))
        for tab in (eve, ada, ben):
            queue.ask(tab)
        queue.ask(eve)
        eve.permits[0].end()
        ada.permits[0].end()
        assert began == ["eve", "ada", "ben"]

    played(story())


def test_who_waits_no_longer_gets_no_place():
    async def story() -> None:
        queue, began = RunQueue(1), []
        first, second, third = (Waiting(name, began) for name in ("ada", "eve", "ben"))
        for tab in (first, second, third):
            queue.ask(tab)
        assert queue.waits(second)
        queue.leave(second)
        assert not queue.waits(second)
        assert queue.is_alone(third)
        first.permits[0].end()
        assert began == ["ada", "ben"]

    played(story())


def test_a_place_is_given_back_once():
    async def story() -> None:
        queue, began = RunQueue(1), []
        tabs = [Waiting(f"visitor {n}", began) for n in range(3)]
        for tab in tabs:
            queue.ask(tab)
        tabs[0].permits[0].end()
        tabs[0].permits[0].end()
        assert len(began) == 2

    played(story())


def test_what_takes_long_gives_its_place_back_and_goes_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run_queue, "QUICK", SOON)
    monkeypatch.setattr(run_queue, "LONG_IN_ALL", 1)

    async def story() -> None:
        queue, began = RunQueue(1), []
        slow, quick = Waiting("ada", began), Waiting("eve", began)
        queue.ask(slow)
        queue.ask(quick)
        assert began == ["ada"]
        await asyncio.sleep(3 * SOON)
        assert began == ["ada", "eve"]
        slow.permits[0].end()  # frees no second place
        queue.ask(Waiting("ben", began))
        assert began == ["ada", "eve"]

    played(story())


def test_the_more_go_on_the_longer_a_run_keeps_its_place(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run_queue, "LONG", 2.0)
    monkeypatch.setattr(run_queue, "QUICK", 0.5)

    async def story() -> None:
        queue = RunQueue(1)
        ages = []
        for number in range(LONG_IN_ALL):
            ages.append(min(age for age in (0.5, 1.0, 1.5, 2.0, 9.0) if queue.is_long(age)))
            queue.going_on.add(Permit(queue, f"visitor {number}"))
        assert ages == [0.5, 1.0, 1.5, *[2.0] * (LONG_IN_ALL - 3)]
        assert not queue.is_long(1000.0), "there would be threads without an end"

    played(story())


def test_of_what_goes_on_one_visitor_has_no_more_than_a_share(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run_queue, "QUICK", 0.0)

    async def story() -> None:
        queue, began = RunQueue(1), []
        tabs = [Waiting("eve", began, f"eve {number}") for number in range(6)]
        for tab in tabs:
            queue.ask(tab)
        while not queue.free:  # The last of them gives its place back, too.
            await asyncio.sleep(SOON)
        assert len(began) == LONG_EACH
        queue.ask(Waiting("ada", began))
        assert began[-1] == "ada"
        tabs[0].permits[0].end()
        await asyncio.sleep(SOON)
        assert began[LONG_EACH + 1 :] == [f"eve {LONG_EACH}"], "once one has ended"

    played(story())


def test_after_a_look_its_place_rests_in_proportion():
    async def story() -> None:
        queue, began = RunQueue(1, rest=3.0), []
        first, second = Waiting("ada", began), Waiting("eve", began)
        queue.ask(first)
        queue.ask(second)
        await asyncio.sleep(SOON)
        first.permits[0].end()
        assert began == ["ada"]
        async with asyncio.timeout(PATIENCE):
            while began != ["ada", "eve"]:
                await asyncio.sleep(SOON)

    played(story())
