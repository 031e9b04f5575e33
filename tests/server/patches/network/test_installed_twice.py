"""Patches that are installed twice, as where `app` is imported under two names, cut nobody more."""

import asyncio

import pytest

from server import limits
from server.patches.network.unread_answers import UnreadAnswers


class Transport:
    """Of a connection of which all is read."""

    waits, is_aborted = 100_000, False

    def get_write_buffer_size(self) -> int:
        return self.waits

    def abort(self) -> None:
        self.is_aborted = True


@pytest.mark.parametrize("times", [1, 2])
def test_a_connection_that_has_read_all_is_not_cut(times: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "UNREAD", 0.05)

    class Protocol:
        def __init__(self) -> None:
            self.transport = Transport()

        def pause_writing(self) -> None: ...
        def resume_writing(self) -> None: ...
        def connection_lost(self, _: Exception | None) -> None: ...

    unread = UnreadAnswers(lambda: None)
    for _ in range(times):
        unread.watch(Protocol)

    async def reads_all() -> bool:
        protocol = Protocol()
        protocol.pause_writing()
        protocol.transport.waits = 0
        protocol.resume_writing()
        await asyncio.sleep(0.3)
        return not protocol.transport.is_aborted

    assert asyncio.run(reads_all())
