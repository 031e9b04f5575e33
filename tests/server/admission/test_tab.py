"""A tab: what of a browser's messages Streamlit hears, when, and what ends what."""

import asyncio

import pytest
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg

from server.admission import tab as tab_module
from server.admission.run_queue import RunQueue
from server.admission.tab import Queues
from server.limits import MOST_WAITING, PLACES
from tests.server.admission.browser import (
    LEFT,
    ROWS,
    STOP,
    Session,
    frame,
    move,
    poll,
    press,
    rerun,
    settled,
)

PATIENCE = 60
"""Seconds until what is to come counts as missing: on a busy machine it may come late."""

CLEAR = frame(BackMsg(clear_cache=True).SerializeToString())
GONE = move(1, fragment_id="gone")


def full_queues() -> Queues:
    """Return queues of which others hold every place."""
    queues = Queues()
    queues.moves = RunQueue(0)
    return queues


def queues_of(places: int) -> Queues:
    queues = Queues()
    queues.moves = RunQueue(places)
    return queues


def test_a_move_is_heard_at_once():
    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(move(1))
            assert ada.heard == [move(1)]
            assert ada.signs == []

    asyncio.run(story())


def test_a_newer_move_ends_the_one_that_runs_and_takes_its_place():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            await ada.says(move(1), move(2))
            assert ada.ran == [move(1), move(2)]
            assert ada.runs[0][1].is_stopped
            assert not ada.runs[1][1].is_stopped

    asyncio.run(story())


def test_beside_one_that_is_ending_no_third_begins():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            await ada.says(move(1), move(2), move(3), move(4))
            assert ada.ran == [move(1), move(2)]
            assert ada.runs[1][1].is_stopped
            await ada.ends(1)
            assert ada.ran == [move(1), move(2), move(4)]
            await ada.ends(0)
            await ada.says(move(5))
            assert ada.ran[-1] == move(5)
            assert ada.runs[2][1].is_stopped

    asyncio.run(story())


def test_while_others_wait_what_runs_comes_to_its_end():
    async def story() -> None:
        queues = queues_of(1)
        async with Session(queues) as ada, Session(queues, "eve") as eve:
            await ada.says(move(1))
            await eve.says(move(1))
            await ada.says(move(2), move(3))
            assert not ada.runs[0][1].is_stopped
            await ada.ends()
            assert (eve.ran, ada.ran) == ([move(1)], [move(1)])
            await eve.ends()
            assert ada.ran == [move(1), move(3)]

    asyncio.run(story())


@pytest.mark.parametrize("newer", [move(2), press("b"), move(2, "other"), poll()])
def test_nothing_ends_a_press(newer: Message):
    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(press("a"), newer)
            assert ada.ran == [press("a")]
            assert not ada.runs[0][1].is_stopped
            await ada.ends()
            assert ada.ran == [press("a"), newer]

    asyncio.run(story())


def link(page: str = "page") -> Message:
    """Return the message of a link to a page: it says nothing of what the page shows."""
    return rerun(page_script_hash=page)


@pytest.mark.parametrize("page", ["page", "other"])
def test_a_link_ends_a_move_only_when_streamlit_has_taken_its_values(page: str):
    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(move(1), link(page))
            assert ada.ran == [move(1)]
            assert not ada.runs[0][1].is_stopped
            await ada.draws()
            assert ada.runs[0][1].is_stopped
            assert ada.ran == [move(1), link(page)]

    asyncio.run(story())


def test_a_move_that_waits_is_not_forgotten_for_a_link():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            await ada.says(press("a"), move(1), link("other"), link())
            await ada.ends()
            assert ada.ran == [press("a"), move(1)]
            assert not ada.runs[1][1].is_stopped
            for _ in range(2):
                await ada.ends()
            assert ada.ran[2:] == [link("other"), link()]

    asyncio.run(story())


def test_every_press_runs_once_in_its_order():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            asked = [press("a"), press("a"), move(1), press("b"), move(2), move(3), press("c")]
            await ada.says(*asked)
            for _ in range(len(asked)):
                if ada._scriptrunner:
                    await ada.ends()
            assert ada.ran == [press("a"), press("a"), press("b"), press("c")]

    asyncio.run(story())


def test_a_part_waits_for_the_page_and_the_page_not_for_a_part():
    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(move(1), move(2, fragment_id="part"))
            assert ada.ran == [move(1)]
            assert not ada.runs[0][1].is_stopped
            await ada.ends()
            assert ada.ran == [move(1), move(2, fragment_id="part")]
            await ada.says(move(3))
            assert ada.ran[-1] == move(3)
            assert ada.runs[1][1].is_stopped

    asyncio.run(story())


def test_looks_take_no_place_from_moves():
    async def story() -> None:
        queues = queues_of(1)
        async with (
            Session(queues) as ada,
            Session(queues, "eve") as eve,
            Session(queues, "ben") as ben,
        ):
            await ada.says(move(1))
            await eve.says(poll())
            assert eve.ran == [poll()]
            await ben.says(poll())
            assert ben.ran == [], "of looks too, only so many at a time"
            await eve.ends()
            async with asyncio.timeout(PATIENCE):
                while not ben.ran:
                    await asyncio.sleep(0.01)

    asyncio.run(story())


def test_what_is_no_run_waits_for_nothing():
    async def story() -> None:
        async with Session(full_queues()) as ada:
            await ada.says(move(1), ROWS)
            assert ada.heard == [ROWS]

    asyncio.run(story())


def test_stop_is_heard_after_what_it_is_to_stop():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            await ada.says(press("a"), press("b"), STOP)
            assert ada.heard == [press("a")]
            await ada.ends()
            assert ada.heard == [press("a"), press("b"), STOP]
            await ada.says(STOP)
            assert ada.heard[-1] == STOP, "at once, where nothing waits"
            await ada.ends()
            await ada.says(press("c"), move(1), STOP)
            assert ada.heard[-2:] == [press("c"), STOP], "at once, where a move waits"
            await ada.ends()
            assert ada.heard[-2:] == [move(1), STOP], "and for that move too"

    asyncio.run(story())


def test_what_streamlit_does_not_run_gives_its_place_back():
    async def story() -> None:
        queues = queues_of(1)
        async with Session(queues) as ada, Session(queues, "eve") as eve:
            await ada.says(GONE)
            assert ada.ran == []
            await eve.says(move(1))
            assert eve.ran == [move(1)]
            assert ada.signs == [False], "the browser would show that it waits, for good"

    asyncio.run(story())


@pytest.mark.parametrize("places", [1, PLACES])
def test_a_tab_that_closes_gives_its_places_back(places: int):
    async def story() -> None:
        queues = queues_of(places)
        async with Session(queues) as ada:
            await ada.says(move(1), move(2), move(3), LEFT)
            assert ada.is_gone
        for number in range(len(ada.runs)):
            await ada.ends(number)
        async with Session(queues, "eve") as eve:
            await eve.says(move(1))
            assert eve.ran == [move(1)]

    asyncio.run(story())


def test_who_waits_sees_it_at_once_and_again_after_an_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tab_module, "MOMENT", 0.0)

    async def story() -> None:
        queues = queues_of(1)
        async with Session(queues) as ada, Session(queues, "eve") as eve:
            await ada.says(press("a"))
            assert ada.signs == []
            await eve.says(move(1))
            assert eve.signs == [True]
            await ada.says(press("b"))
            assert ada.signs == [True]
            await ada.ends()  # Eve's turn
            await asyncio.sleep(0.01)
            assert ada.signs == [True, True]
            assert eve.signs == [True]

    asyncio.run(story())


def test_a_look_that_waits_shows_nothing():
    async def story() -> None:
        queues = Queues()
        queues.polls = RunQueue(0)
        async with Session(queues) as ada:
            await ada.says(poll())
            assert (ada.ran, ada.signs) == ([], [])

    asyncio.run(story())


def test_who_moves_without_end_waits_like_others():
    async def story() -> None:
        queues = Queues()
        async with Session(queues, "eve") as eve, Session(queues) as ada:
            await eve.says(*(move(number) for number in range(100)))
            assert len(eve.ran) == PLACES + 1, "one is ending"
            await ada.says(move(1))
            await eve.says(*(move(number) for number in range(100)))
            await eve.ends()  # what waited before Ada came
            assert ada.ran == []
            await eve.ends()
            assert ada.ran == [move(1)]

    asyncio.run(story())


def test_what_is_too_much_stays_in_the_network_until_there_is_room():
    async def story() -> None:
        async with Session(queues_of(1)) as ada:
            presses = [press(f"button {number}") for number in range(MOST_WAITING + 20)]
            await ada.says(*presses)
            assert ada._network.qsize() > 0
            for _ in presses:
                await ada.ends()
            assert ada.ran == presses

    asyncio.run(story())


def test_messages_that_no_page_needs_are_dropped():
    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(CLEAR, press("a"), CLEAR, frame(b""))
            assert ada.heard == [press("a")]
            assert len(ada.weighed) == 1

    asyncio.run(story())


def test_a_tab_that_ends_is_forgotten():
    async def story() -> None:
        queues = Queues()
        queues.moves = RunQueue(0)
        async with Session(queues) as ada:
            await ada.says(move(1))
            assert queues.moves.waits(ada.tab)
            await ada.says(LEFT)
            assert not queues.moves.waits(ada.tab)
        await settled()

    asyncio.run(story())


def test_what_nobody_sees_nobody_moved_but_on_another_page_it_is_said_again():
    def shown(*names: str, page: str) -> Message:
        widgets = [{"id": name, "string_value": "0"} for name in names]
        return rerun(page_script_hash=page, widget_states={"widgets": widgets})

    async def story() -> None:
        every, seen = ("hidden", "box", "hidden box"), ("box", "hidden box")
        async with Session(Queues()) as ada:
            for page in ("one", "one", "other", "other"):
                await ada.says(shown(*every, page=page))
                await ada.ends()
            assert ada.ran == [
                shown(*names, page=page) for page in ("one", "other") for names in (every, seen)
            ]

    asyncio.run(story())
