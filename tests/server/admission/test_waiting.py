"""What waits: the newest of what moves, and every press, in the order in which they came."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message

from server.admission.client_request import ClientRequest, Kind, parse_request
from server.admission.waiting import Waiting
from server.client_messages import read
from server.limits import MOST_WAITING, MOST_WAITING_BYTES
from tests.server.admission.browser import ROWS, STOP, move, poll, press, rerun, upload


def requests(*messages: Message) -> list[ClientRequest]:
    """Return what messages of one tab ask for."""
    found: list[ClientRequest] = []
    for message in messages:
        content = read(message["bytes"])
        assert content
        found.append(parse_request(message, content, found[-1] if found else None))
    return found


def left(*messages: Message) -> list[Message]:
    waiting = Waiting()
    for each in requests(*messages):
        waiting.add(each)
    return [each.message for each in waiting]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (move(0), Kind.MOVE),
        (move(0, fragment_id="part"), Kind.MOVE),
        (press("go"), Kind.PRESS),
        (poll(), Kind.POLL),
        (STOP, Kind.STOP),
        (ROWS, Kind.AT_ONCE),
    ],
)
def test_kinds(message: Message, kind: Kind):
    assert requests(message)[0].kind is kind


def test_files_that_come_and_go_are_presses_and_those_that_stay_are_not():
    kinds = [each.kind for each in requests(upload(), upload("a"), upload("a"), upload(), upload())]
    assert kinds == [Kind.MOVE, Kind.PRESS, Kind.MOVE, Kind.PRESS, Kind.MOVE]


def test_another_page_brings_no_files():
    assert requests(upload("a"), upload(page="other"))[1].kind is Kind.MOVE


def test_a_newer_move_stands_for_the_older_ones_of_its_place():
    assert left(move(1), move(2), move(3)) == [move(3)]
    assert left(move(1), move(2, "other"), move(3)) == [move(2, "other"), move(3)]
    back = move(2, is_history_navigation=True)
    assert left(move(1), back, move(3)) == [back, move(3)]
    assert left(move(1), move(2, fragment_id="part")) == [move(1), move(2, fragment_id="part")]


def test_what_says_less_stands_for_nothing():
    """A link to a page says nothing of what the page shows."""
    link = rerun(page_script_hash="page")
    assert left(move(1), link) == [move(1), link]
    assert left(link, move(1)) == [move(1)]


def test_nothing_stands_for_a_press():
    assert left(press("a"), press("a"), press("b"), move(1)) == [
        press("a"),
        press("a"),
        press("b"),
        move(1),
    ]


def test_what_was_moved_before_a_press_is_known_when_it_counts():
    assert left(move(1), press("a"), move(2), move(3)) == [press("a"), move(3)]
    assert left(move(1, "other"), press("a")) == [move(1, "other"), press("a")]


def test_a_look_waits_alone():
    assert left(poll(), poll()) == [poll()]
    assert left(poll(), move(1)) == [move(1)]
    assert left(poll(), press("a")) == [press("a")]
    assert left(move(1), poll()) == [move(1)]


def test_stop_ends_what_was_asked_before_it():
    assert left(move(1), STOP, STOP, move(2)) == [move(1), STOP, move(2)]


def test_so_much_waits_and_no_more_is_read():
    waiting = Waiting()
    for number in range(MOST_WAITING):
        assert not waiting.is_full
        waiting.add(*requests(press(f"button {number}")))
    assert waiting.is_full
    waiting.pop()
    assert not waiting.is_full
    waiting.clear()
    for _ in range(3):
        (large,) = requests(press("x" * (MOST_WAITING_BYTES // 3)))
        waiting.add(large)
    assert waiting.is_full


MESSAGES = st.lists(
    st.one_of(
        st.builds(move, st.integers(0, 9), st.sampled_from(["page", "other"])),
        st.builds(press, st.sampled_from("abc"), st.sampled_from(["page", "other"])),
        st.just(poll()),
        st.just(STOP),
    ),
    max_size=30,
)


@given(MESSAGES)
def test_presses_are_never_lost_doubled_or_put_out_of_order(messages: list[Message]):
    presses = [message for message in messages if requests(message)[0].kind is Kind.PRESS]
    waiting = left(*messages)
    assert [message for message in waiting if message in presses] == presses
    places = iter(messages)
    assert all(any(each is message for each in places) for message in waiting), "in their order"


@given(MESSAGES)
def test_the_last_move_of_a_page_is_what_it_shows_in_the_end(messages: list[Message]):
    runs = [each for each in requests(*messages) if each.kind in (Kind.MOVE, Kind.PRESS)]
    if runs:
        assert [m for m in left(*messages) if m not in (STOP, poll())][-1] == runs[-1].message
