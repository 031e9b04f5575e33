"""Messages reach the loop together, in their order, whatever one of them does."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from server import messages
from server.messages import ANSWERS, Gathered, keep_answers, send_together


def test_what_comes_before_the_loop_looks_wakes_it_once():
    woken, ran = [], []
    gathered = Gathered(woken.append, lambda callback: callback())
    for number in range(80):
        gathered.add(lambda number=number: ran.append(number))
    assert len(woken) == 1
    woken.pop()()
    assert ran == list(range(80))
    gathered.add(lambda: ran.append(80))
    assert len(woken) == 1


def test_nothing_is_lost_or_overtakes_between_two_threads():
    async def receive():
        loop, seen, ended = asyncio.get_running_loop(), [], asyncio.Event()
        gathered = Gathered(loop.call_soon_threadsafe, loop.call_soon)

        def send():
            for number in range(20_000):
                gathered.add(lambda number=number: seen.append(number))
            gathered.add(ended.set)

        thread = threading.Thread(target=send)
        thread.start()
        await asyncio.wait_for(ended.wait(), 60)
        thread.join()
        return seen

    assert asyncio.run(receive()) == list(range(20_000))


def test_the_fault_of_one_stops_no_other():
    async def receive():
        loop, seen, faults = asyncio.get_running_loop(), [], []
        loop.set_exception_handler(lambda _, context: faults.append(context["exception"]))
        gathered = Gathered(loop.call_soon_threadsafe, loop.call_soon)
        for callback in (lambda: seen.append(1), lambda: 1 / 0, lambda: seen.append(2)):
            gathered.add(callback)
        await asyncio.sleep(0.1)
        return seen, faults

    seen, faults = asyncio.run(receive())
    assert seen == [1, 2]
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


def test_sessions_hand_over_together(monkeypatch):
    monkeypatch.setattr(AppSession, "_call_soon_on_event_loop", AppSession._call_soon_on_event_loop)
    send_together()

    class Loop:
        def __init__(self):
            self.woken, self.soon = [], []

        def call_soon_threadsafe(self, callback):
            self.woken.append(callback)

        def call_soon(self, callback):
            self.soon.append(callback)

    for session in [SimpleNamespace(_event_loop=Loop()) for _ in range(2)]:
        for _ in range(5):
            AppSession._call_soon_on_event_loop(session, print)
        (take,) = session._event_loop.woken
        take()
        assert session._event_loop.soon == [print] * 5


def kinds_left(answer: str, *, keeps: bool) -> set[str]:
    """Return what of an answer and of an outdated text is still on its way when a run begins."""
    queue = ForwardMsgQueue()
    text, answering = ForwardMsg(), ForwardMsg()
    text.metadata.delta_path[:] = [0, 1]
    text.delta.new_element.markdown.body = "Outdated."
    getattr(answering, answer).SetInParent()
    for message in (answering, text):
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=keeps)
    queue.enqueue(text)  # The new run's, beside it.
    return {message.WhichOneof("type") for message in queue.flush()}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_to_the_browser_outlives_the_start_of_a_run(monkeypatch, answer):
    monkeypatch.setattr(ForwardMsgQueue, "clear", messages._clear)
    # Once Streamlit keeps it by itself, `keep_answers` can go.
    assert kinds_left(answer, keeps=True) == {"delta"}
    keep_answers()
    assert kinds_left(answer, keeps=True) == {"delta", answer}
    assert kinds_left(answer, keeps=False) == {"delta"}
