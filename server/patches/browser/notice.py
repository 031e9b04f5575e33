"""The notice in Streamlit's page for where no answers come (`server.notices.connection`)."""

from server.notices.connection import with_notice
from server.patches.browser import files
from server.patches.patch import Patch


def applies() -> bool:
    """Tell whether the installed page has the places for it."""
    return with_notice(files.page()) != files.page()


PATCH = Patch(
    holds="a page that cannot reach its server says so",
    targets=("streamlit/static/index.html",),
    versions="streamlit 1.67.0",
    reason="behind a proxy that passes no websockets, Streamlit's page stays blank",
    worth="the reason and what to do, after 4 s; without, a blank page",
    upstream="none known",
    is_unsafe_without=False,
    applies=applies,
)
