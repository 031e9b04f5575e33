"""Whether a proxy should send visitors here: what pages rest on answers, and has room.

Two questions, two answers. `/_stcore/health`, Streamlit's, says that the process lives: where it
does not answer, start another. `/_stcore/ready` says that whoever comes would be served: where it
does not, send them elsewhere, and start nothing anew, since the tables of those who are here would
go. Beside what is asked here, it is refused where there is no room for another tab (`Admission`).

Anybody may ask: the answer is one word, for all who ask within a moment the same one; what is
missing, the log says.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from dpcore.checks import InvalidInput
from server.entry.host_guard import READY

LOG = logging.getLogger(__name__)

KEPT = 1.0
"""Seconds for which an answer holds: whoever asks more often learns no more, and costs no more."""

PATIENCE = 4.0
"""Seconds to wait for it; a probe waits about as long. What took longer is not asked a second time
until it has ended."""

NOT_READY = "not ready"

_NEVER = {"Cache-Control": "no-store"}


class Ready:
    """Answer whether this server is ready.

    Parameters
    ----------
    app : ASGIApp
        What answers all else.
    needs : mapping of str to callable
        What pages rest on, by name; each raises InvalidInput where it is not there.
    """

    def __init__(self, app: ASGIApp, needs: Mapping[str, Callable[[], None]]) -> None:
        self.app, self.needs = app, needs
        self._asked: asyncio.Task[bool] | None = None
        self._until = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"] != READY:
            await self.app(scope, receive, send)
        elif await self._is_ready():
            await PlainTextResponse("ready\n", 200, _NEVER)(scope, receive, send)
        else:
            await PlainTextResponse(f"{NOT_READY}\n", 503, _NEVER)(scope, receive, send)

    async def _is_ready(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._asked is None or (self._asked.done() and now >= self._until):
            self._asked, self._until = asyncio.create_task(self._ask()), now + KEPT
        try:
            # Not ended with whoever asked: others wait for the same.
            return await asyncio.wait_for(asyncio.shield(self._asked), PATIENCE)
        except TimeoutError:
            LOG.warning("Not ready: what pages rest on has not answered in %s seconds.", PATIENCE)
            return False

    async def _ask(self) -> bool:
        found = await asyncio.gather(*(_is_there(name, need) for name, need in self.needs.items()))
        return all(found)


async def _is_there(name: str, need: Callable[[], None]) -> bool:
    try:
        await asyncio.to_thread(need)
    except InvalidInput as why:
        LOG.warning("Not ready, %s: %s", name, why)
        return False
    except Exception as fault:
        # Whatever it is, such as no room for another thread: a probe is answered, and the log has
        # a line and not a traceback for each.
        LOG.error("Not ready, %s: %s", name, type(fault).__name__)
        return False
    return True
