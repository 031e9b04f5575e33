"""Admission before the real Streamlit: what was pressed counts once, and every place comes back."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect

from server.limits import PLACES
from tests.serving import PATIENCE, Server

TABS = 2 * PLACES
TURNS = count(1)
PAGE = "foundations"
ONE, AGAIN = "One draw", "Start again"
"""Buttons of the page that count: one more draw, and none."""


class Tab:
    """A browser's end of a connection, on one page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids: dict[str, str] = {}
        self.draws = self.runs = 0
        self.page = self.session = ""

    def send(self, *widgets: WidgetState, **state: object) -> None:
        asked = BackMsg(rerun_script={"page_script_hash": self.page, **state})
        asked.rerun_script.widget_states.widgets.extend(widgets)
        self.socket.send(asked.SerializeToString())

    def press(self, label: str) -> None:
        """Press a button, as somebody does who has seen one draw and no more yet."""
        pressed = [WidgetState(id=self.ids[label], trigger_value=True)]
        if "foundations_sum_draws" in self.ids:
            pressed.append(WidgetState(id=self.ids["foundations_sum_draws"], string_value="1"))
        self.send(*pressed)

    def move(self, epsilon: str) -> None:
        told = json.dumps({"told": {"text": epsilon, "turn": next(TURNS)}})
        self.send(WidgetState(id=self.ids["epsilon_dial1"], json_value=told))

    def answers(self, number: int) -> None:
        """Wait until so many runs have come to their end."""
        self.runs = 0
        while self.runs < number:
            self._hear(ForwardMsg.FromString(self.socket.recv(timeout=PATIENCE)))

    def _hear(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "delta":
            self._note(message)
        elif kind == "new_session":
            self.session = message.new_session.initialize.session_id
        elif kind == "navigation":
            self.page = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            found = re.search(r"draws=(\d+)", message.page_info_changed.query_string)
            self.draws = int(found[1]) if found else 0
        elif kind == "script_finished":
            self.runs += message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY

    def _note(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        if element.WhichOneof("type") == "button":
            self.ids[element.button.label] = element.button.id
        elif element.WhichOneof("type") == "text_input":
            self.ids[element.text_input.id.rpartition("-")[2]] = element.text_input.id
        elif element.WhichOneof("type") == "bidi_component":
            self.ids[element.bidi_component.id.rpartition("-")[2]] = element.bidi_component.id


@contextmanager
def connected(server: Server, *before: str) -> Iterator[ClientConnection]:
    address = f"{server.url.replace('http', 'ws')}/_stcore/stream"
    names = ["streamlit", *before]
    with connect(address, subprotocols=names, max_size=None, proxy=None) as socket:
        yield socket


@contextmanager
def opened(server: Server) -> Iterator[Tab]:
    with connected(server) as socket:
        tab = Tab(socket)
        tab.send(page_name=PAGE)
        tab.answers(1)
        tab.press(ONE)
        tab.answers(1)
        assert tab.draws == 1
        assert "foundations_sum_draws" in tab.ids
        yield tab


@pytest.fixture
def tabs(small: Server) -> Iterator[list[Tab]]:
    with ExitStack() as stack:
        yield [stack.enter_context(opened(small)) for _ in range(TABS)]


def counted(pressed: Sequence[str]) -> int:
    """Return the draws that there are after one and these presses, one after the other."""
    draws = 1
    for label in pressed:
        draws = draws + 1 if label == ONE else 0
    return draws


def test_every_press_counts_once_and_in_its_order(tabs: list[Tab]):
    """Of all tabs at once, with moves between them: more than there are places for."""
    pressed = [ONE, ONE, ONE, AGAIN, ONE, ONE, AGAIN, ONE, ONE, ONE, ONE]
    for number, label in enumerate(pressed):
        for tab in tabs:
            tab.move(f"0.{number + 1}")
            tab.press(label)
    for tab in tabs:
        tab.press(ONE)
        while tab.draws != counted([*pressed, ONE]):
            tab.answers(1)
    for tab in tabs:
        tab.press(ONE)
        tab.answers(1)
        assert tab.draws == counted([*pressed, ONE, ONE]), "nothing came later"


def test_a_flood_of_moves_ends_with_the_last_and_leaves_every_place_free(tabs: list[Tab]):
    for tab in tabs:
        for number in range(100):
            tab.move(f"0.{number + 100}")
        tab.press(ONE)
    for tab in tabs:
        while tab.draws != 2:
            tab.answers(1)
    for _ in range(2):
        for tab in tabs:
            tab.move("0.5")
        for tab in tabs:
            tab.answers(1)


def test_tabs_that_leave_in_the_middle_give_their_places_back(small: Server, tabs: list[Tab]):
    for tab in tabs:
        tab.press(ONE)
        tab.move("0.2")
        tab.socket.close()
    for _ in range(PLACES):
        with opened(small) as another:
            another.press(ONE)
            another.answers(1)
            assert another.draws == 2


def test_a_tab_that_comes_back_goes_on_where_it_was(small: Server):
    with opened(small) as tab:
        pass
    while tab.draws != 2:  # Again, if the server has not heard yet that the tab had gone.
        with connected(small, "token", tab.session) as tab.socket:
            tab.press(ONE)
            tab.answers(1)
