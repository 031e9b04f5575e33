"""The web application: Streamlit behind the door, with the fonts and pictures beside it.

`streamlit run app.py` and `uvicorn app:app` both serve it. The screen itself begins in
`pages/main.py`: an entry script *beside* a folder named `pages` would put Streamlit into its
older navigation, in which a deep link on a fresh server opens a page without its frame.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from difflib import get_close_matches
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from streamlit import config
from threadpoolctl import threadpool_limits

# Imported before the first visitor comes, who would otherwise wait a second for it.
import pages.comparison.figures.curves  # noqa: F401
from dpcore.checks import InvalidInput
from dplab.simulation.executors.processes import Processes
from dplab.simulation.sweeps import store
from pages.comparison import places
from pages.comparison.screen import cached
from pages.contents import TURNED
from pages.kit import address, page, paths, text, visitor
from pages.kit.frame import story
from server.admission.middleware import Admission
from server.admission.runs import hear_of_runs
from server.entry import settled
from server.entry.host_guard import HostGuard
from server.entry.hosts import OWN, VARIABLE, read_allowed
from server.entry.ready import Ready
from server.headers import FRAMES, SecurityHeaders, read_frames
from server.log import discreet
from server.open_files import most_tabs, open_many_files
from server.patches import catalogue
from server.pieces import InPieces
from server.prefix import Inside, Outside, streamlits
from server.previews import NAME, Card, Previews
from server.releases import check_ledger, read_releases
from server.static import AssetCache, Compressed
from server.visits.files import Files
from server.visits.reclaim import keep_for_good, use_one_heap
from server.visits.uploads import Uploads
from server.visits.visitor_store import read_room
from server.visits.visitors import Visitors

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parent

OURS = "EXPLORER_"
VARIABLES = (
    *("HOSTS", "FRAMES", "RELEASE", "LEDGER", "STORE", "DATA", "SCHEDULER", "EDITION", "LIVE"),
    *("VISITOR_MB", "SERVER_MB", "RUNS_MB", "PLACES"),
)
"""What may be set, behind `OURS`; `docs/hosting.md` has a line for each."""

NEAR = 0.8
"""LEGDER and HOST are as near as that; SERVICE_HOST, of Kubernetes, has 0.57."""


def check_spelling(environment: Iterable[str]) -> None:
    """Refuse a name that is nearly one of ours: a budget would be whole again in another ledger.

    Not every other name, of which Kubernetes sets some.
    """
    given = (name.removeprefix(OURS) for name in environment if name.startswith(OURS))
    for name in given:
        near = get_close_matches(name, VARIABLES, n=1, cutoff=NEAR)
        if near and name != near[0]:
            raise InvalidInput(f"{OURS}{name} is no setting; {OURS}{near[0]} is one. Correct it.")


# Visitors share the cores: one visitor's matrix products take one core and leave the others.
threadpool_limits(limits=1, user_api="blas")
use_one_heap()

try:
    check_spelling(os.environ)
    settled.check(ROOT / ".streamlit" / "config.toml", os.environ)
    PREFIX = streamlits([paths.path_of(name) for name in paths.names()])
    ALLOWED = read_allowed(os.environ.get(VARIABLE, ""))
    FRAMED_BY = read_frames(os.environ.get(FRAMES, ""))
    store.check_address(os.environ)
    visitor.kept.room = read_room(os.environ)
    KEEPS_PLACES = places.are_kept(os.environ)
    read_releases(os.environ)  # refused at the start, not when somebody wants to release
    hear_of_runs()
    catalogue.install()
except (InvalidInput, catalogue.UnsafeStart) as refusal:
    sys.exit(str(refusal))

# `pages/main.py` asks every page for its title, and the first visitor would wait a second for what
# all of them import.
for name in paths.names():
    page.about(name)


def card_of(name: str) -> Card:
    """Return what a link to a page shows: its question, and the sentence under it."""
    question, _, lead = text.sections(name)["lead"].partition("\n")
    said = story.plain(lead.strip().partition("\n")[0]).replace("*", "")
    return Card(f"{question.removeprefix('# ')} · {NAME}", said)


@asynccontextmanager
async def warm(_: st.App) -> AsyncIterator[None]:
    """Start what computes sweeps with the server: the first visitor's would wait for it."""
    # Streamlit's own list of hosts, behind the door's: for websockets only, without origins.
    config.set_option("server.allowedHosts", sorted({*OWN, *ALLOWED.hosts}))
    try:
        cached.executor()
        cached.express()
    except InvalidInput as refusal:
        LOG.error("No sweep can run: %s", refusal)
    tasks = [asyncio.create_task(visitor.sessions.watch())]
    if KEEPS_PLACES:
        tasks.append(asyncio.create_task(places.keep(Processes(1), places.places(TURNED))))
    keep_for_good()
    try:
        with discreet():
            yield
    finally:
        for task in tasks:
            task.cancel()


app = st.App(
    ROOT / "pages" / "main.py",
    lifespan=warm,
    middleware=[
        Middleware(InPieces),
        Middleware(Outside, prefix=PREFIX),
        Middleware(SecurityHeaders, frames=FRAMED_BY),
        Middleware(HostGuard, allowed=ALLOWED),
        Middleware(Visitors, prefix=PREFIX),
        Middleware(
            Admission,
            kept=visitor.kept,
            most=most_tabs(open_many_files()),
            is_unseen=address.is_unseen,
        ),
        Middleware(
            Ready,
            needs={
                "ledger": check_ledger,
                "store": lambda: cached.store().check(),
                "sweeps": lambda: cached.registry().check_room(),
            },
        ),
        Middleware(
            Previews,
            cards={paths.path_of(name): card_of(name) for name in paths.names()},
            prefix=PREFIX,
            moved=paths.moved,
        ),
        Middleware(Compressed, shelf=AssetCache()),
        Middleware(Uploads, kept=visitor.kept),
        Middleware(Files, kept=visitor.kept),
        Middleware(Inside, prefix=PREFIX),
    ],
    routes=[Mount(f"{PREFIX}/assets", StaticFiles(directory=ROOT / "assets"))],
)
