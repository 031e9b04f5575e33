"""What a message of a browser asks for: a run of which part, and whether it may be left out.

A message that moves something carries the values of all controls of its page. So a newer one of the
same place mostly says all that an older one said, which may then be left out while it waits. Two
kinds must not be: the press of a button, which only its own message says, and a file that came or
went.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from server.patches.sessions.triggers import is_press


class Kind(Enum):
    """What admission has to do with a message."""

    MOVE = "a run that a newer one of its place may take the place of"
    PRESS = "a run that happens once, in its order, and to its end"
    POLL = "a look at what is under way, which comes again by itself"
    STOP = "the end of the run before it"
    AT_ONCE = "no run: where a file is to be sent, the next rows of a table"


@dataclass(frozen=True)
class ClientRequest:
    """A message that waits for its turn.

    Parameters
    ----------
    message : Message
        As it came from the network.
    kind : Kind
    place : tuple
        Page, fragment, and whether the browser went back: equal ones may stand for each other.
    files : tuple of bytes
        What the page's fields for files hold.
    widgets : frozenset of str
        Names of the controls of which it says the values.
    """

    message: Message
    kind: Kind
    place: tuple[str | bool, ...] = ()
    files: tuple[bytes, ...] = ()
    widgets: frozenset[str] = frozenset()

    @property
    def is_run(self) -> bool:
        """Whether Streamlit runs a page or a part of it for this."""
        return self.kind in (Kind.MOVE, Kind.PRESS, Kind.POLL)

    @property
    def is_of_a_part(self) -> bool:
        """Whether it runs a fragment, and leaves the rest of its page as it is."""
        return bool(self.place and self.place[2])

    @property
    def page(self) -> tuple[str | bool, ...]:
        """The page that it is of."""
        return self.place[:2]

    def says_all_of(self, older: "ClientRequest") -> bool:
        """Tell whether this says of every control what an older message of its tab said.

        The message of a link to a page does not: of what the page shows it says nothing.
        """
        return older.widgets <= self.widgets

    def without(self, is_unseen: Callable[[str], bool]) -> "ClientRequest":
        """Return the same, but saying nothing of widgets that nobody sees, and so nobody moved."""
        content = BackMsg.FromString(self.message["bytes"])
        widgets = content.rerun_script.widget_states.widgets
        seen = [each for each in widgets if not is_unseen(each.id)]
        if len(seen) == len(widgets):
            return self
        del widgets[:]
        widgets.extend(seen)
        return replace(self, message={**self.message, "bytes": content.SerializeToString()})

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.message["bytes"])


def parse_request(
    message: Message, content: BackMsg, before: ClientRequest | None = None
) -> ClientRequest:
    """Return what a message asks for.

    Parameters
    ----------
    message : Message
    content : BackMsg
        What stands in it (`server.client_messages.read`).
    before : ClientRequest, optional
        The run that the same tab asked for before.
    """
    if content.HasField("stop_script"):
        return ClientRequest(message, Kind.STOP)
    if not content.HasField("rerun_script"):
        return ClientRequest(message, Kind.AT_ONCE)
    state = content.rerun_script
    page = (state.page_script_hash, state.page_name)
    place = (*page, state.fragment_id, state.is_history_navigation)
    files = tuple(
        widget.SerializeToString()
        for widget in state.widget_states.widgets
        if widget.file_uploader_state_value.uploaded_file_info
    )
    brings = before is not None and before.page == page and before.files != files
    widgets = frozenset(each.id for each in state.widget_states.widgets)
    return ClientRequest(message, _kind(state, brings=brings), place, files, widgets)


def _kind(state: ClientState, *, brings: bool) -> Kind:
    if brings or any(map(is_press, state.widget_states.widgets)):
        return Kind.PRESS
    return Kind.POLL if state.fragment_id and state.is_auto_rerun else Kind.MOVE
