"""No answer to the browser is thrown away by a run that begins.

What a run sent is outdated when the next one begins, and Streamlit throws it away if it is still on
its way. It throws away answers to the browser too: where a file was to be sent to, or where one can
be had. The file was lost without a word, and the press of a button. Here they stay.
"""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from server.patches.patch import Patch

ANSWERS = ("file_urls_response", "backend_operation_response")
"""What a browser asked for and waits for, whatever runs meanwhile."""

_clear = ForwardMsgQueue.clear


def install() -> None:
    """Let no run that begins throw away an answer to the browser."""

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


def applies() -> bool:
    """Tell whether both kinds of answers are still there when a run begins, and nothing else."""
    return kinds_left(keeps=True) == {*ANSWERS}


def kinds_left(*, keeps: bool) -> set[str | None]:
    """Return what of answers and of an outdated text is still on its way when a run begins."""
    queue = ForwardMsgQueue()
    text = ForwardMsg()
    text.metadata.delta_path[:] = [0, 1]
    text.delta.new_element.markdown.body = "Outdated."
    queue.enqueue(text)
    for kind in ANSWERS:
        answer = ForwardMsg()
        getattr(answer, kind).SetInParent()
        queue.enqueue(answer)
    queue.clear(retain_lifecycle_msgs=keeps)
    return {message.WhichOneof("type") for message in queue.flush()}


PATCH = Patch(
    holds="answers to a browser outlive the start of a run",
    targets=("streamlit.runtime.forward_msg_queue.ForwardMsgQueue.clear",),
    versions="streamlit 1.67.0",
    reason="a file that is asked for while something moves was lost, and its button did nothing",
    worth="0 of 2 answers are lost where a run begins before they left; without, both",
    upstream="none known (streamlit/streamlit#7740 is the same of toasts, which it keeps by now)",
    is_unsafe_without=False,
    applies=applies,
    install=install,
)
