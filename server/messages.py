"""Messages to the browser: handed to the server's loop together, and none that answers is lost.

Streamlit hands over each alone. A move of ε sends some eighty messages from the thread of its
script, and each woke the loop: the two threads took the interpreter from each other eighty times.
Here the loop is woken once, and takes all that has come until it looks.

What a run sent is outdated when the next one begins, and Streamlit throws it away if it is still on
its way. It throws away answers to the browser too: where a file was to be sent to, or where one can
be had. The file was lost without a word, and the press of a button. Here they stay.
"""

from collections import deque
from collections.abc import Callable

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

ANSWERS = ("file_urls_response", "backend_operation_response")
"""What a browser asked for and waits for, whatever runs meanwhile."""

Callback = Callable[[], None]

_one_by_one = AppSession._call_soon_on_event_loop
_clear = ForwardMsgQueue.clear


class Gathered:
    """Callbacks on their way to a loop.

    Parameters
    ----------
    hand_over : callable
        Has the loop call something soon; from any thread.
    soon : callable
        The same, from the loop's own thread.
    """

    def __init__(
        self, hand_over: Callable[[Callback], object], soon: Callable[[Callback], object]
    ) -> None:
        self._hand_over, self._soon = hand_over, soon
        self._waiting: deque[Callback] = deque()
        self._is_woken = False

    def add(self, callback: Callback) -> None:
        """Have the loop call this after what came before; from any thread."""
        self._waiting.append(callback)
        if not self._is_woken:
            self._is_woken = True
            self._hand_over(self._take)

    def _take(self) -> None:
        # Before looking: what comes while we look wakes the loop again, for nothing at worst.
        self._is_woken = False
        while self._waiting:
            # One by one, so that the fault of one stops no other.
            self._soon(self._waiting.popleft())


def send_together() -> None:
    """Have all sessions of this process hand over their messages together."""

    def together(session: AppSession, callback: Callback) -> None:
        gathered = session.__dict__.get("_gathered")
        if gathered is None:
            new = Gathered(lambda take: _one_by_one(session, take), session._event_loop.call_soon)
            gathered = session.__dict__.setdefault("_gathered", new)  # of two threads, the first's
        gathered.add(callback)

    AppSession._call_soon_on_event_loop = together  # type: ignore[method-assign, assignment]


def keep_answers() -> None:
    """Let no run that begins throw away an answer to the browser, in this process."""

    def clear(
        queue: ForwardMsgQueue,
        retain_lifecycle_msgs: bool = False,
        fragment_ids_this_run: list[str] | None = None,
    ) -> None:
        answers = [each for each in queue._queue if each.WhichOneof("type") in ANSWERS]
        _clear(queue, retain_lifecycle_msgs, fragment_ids_this_run)
        if retain_lifecycle_msgs:
            left = {id(each) for each in queue._queue}
            queue._queue += [each for each in answers if id(each) not in left]

    ForwardMsgQueue.clear = clear  # type: ignore[method-assign, assignment]
