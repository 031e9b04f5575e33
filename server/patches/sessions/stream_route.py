"""Browsers speak to Streamlit at the address where they are admitted, and only there."""

from streamlit.web.server.starlette import starlette_websocket

from server.entry.host_guard import STREAM
from server.patches.patch import Patch


def applies() -> bool:
    """Tell whether Streamlit's one websocket is at the address that admission watches."""
    routes = starlette_websocket.create_websocket_routes(None, "")  # type: ignore[arg-type]
    return [getattr(route, "path", "") for route in routes] == [STREAM]


PATCH = Patch(
    holds="the stream is admitted",
    targets=("streamlit.web.server.starlette.starlette_websocket.create_websocket_routes",),
    versions="streamlit 1.67.0",
    reason="a websocket at another address would pass by admission, its limits and its turns",
    worth="every message is counted and in turn; elsewhere, none",
    upstream="none known",
    is_unsafe_without=True,
    applies=applies,
)
