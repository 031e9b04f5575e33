"""The answer to whoever finds no room: what is the case, and that it asks again by itself."""

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from server.limits import RETRY
from server.notices import look


def no_room(sentence: str, *, is_page: bool) -> Response:
    """Return the answer with status 503, as a page or as text."""
    headers = {"Retry-After": str(RETRY), "Cache-Control": "no-store"}
    if not is_page:
        return PlainTextResponse(f"{sentence}\n", 503, headers)
    return HTMLResponse(look.document("One moment, please", sentence, RETRY), 503, headers)
