"""Each patch is missed where it is not installed, and what is unsafe without it does not start."""

import ast
import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version
from pkgutil import resolve_name

import pytest
from starlette.formparsers import MultiPartParser
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.web.server.starlette import starlette_websocket
from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.importer import import_from_string
from websockets import http11

import app
from server import client_messages
from server.patches import catalogue
from server.patches.browser import figures, files
from server.patches.catalogue import PATCHES
from server.patches.patch import Patch
from server.patches.sessions import put_aside
from server.visits.uploads import LARGEST
from tests.house import syntax
from tests.serving import ROOT

CHANGES = [patch.holds for patch in PATCHES if patch.install != Patch.install]

# In a process in which nothing is changed yet; each try in a copy of it.
ONE_BY_ONE = """
import json, logging, os, sys
from server.admission.runs import hear_of_runs
from server.patches.catalogue import PATCHES, holds

logging.disable()
hear_of_runs()

def missing(but):
    reading, writing = os.pipe()
    if not os.fork():
        for patch in PATCHES:
            if but and patch.holds != but:
                patch.install()
        found = [patch.holds for patch in PATCHES if not holds(patch.applies)]
        os.write(writing, json.dumps(found).encode())
        os._exit(0)
    os.wait()
    return json.loads(os.read(reading, 65536))

print(json.dumps({name: missing(name) for name in ("", "nothing", *json.loads(sys.argv[1]))}))
"""

SABOTAGE = """
import starlette.formparsers
class Fixed(type):
    def __setattr__(cls, name, value):
        if name != "spool_max_size":
            super().__setattr__(name, value)
parser = starlette.formparsers.MultiPartParser
starlette.formparsers.MultiPartParser = Fixed("MultiPartParser", (parser,), {})
import app
"""

OTHER_SCRIPTS = """
from server.patches.browser import files
as_installed = files.scripts
files.scripts = lambda name: {file: f"{text} " * 2 for file, text in as_installed(name).items()}
import app
print(app.app)
"""


def missing() -> list[str]:
    return [patch.holds for patch in PATCHES if not catalogue.holds(patch.applies)]


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_all_hold_with_the_versions_of_the_constraints():
    assert app.app
    assert missing() == []


@pytest.mark.whole
def test_each_is_missed_where_it_alone_is_not_installed():
    ended = run(ONE_BY_ONE, json.dumps(CHANGES))
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found.pop("") == CHANGES  # Nothing holds before it is installed.
    assert found.pop("nothing") == []
    assert found == {name: [name] for name in CHANGES}


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.holds)
def test_each_says_what_it_changes_for_which_versions_why_and_what_that_is_worth(patch: Patch):
    for target in patch.targets:
        if target.startswith("streamlit/"):
            assert list(files.STREAMLIT.parent.parent.glob(target))
        else:
            assert resolve_name(target) is not None
    for name in patch.packages:
        said = re.search(rf"{name} ([0-9.]+)", patch.versions)
        assert said is not None
        assert version(name).startswith(said[1])
    assert re.match(r"none known|[\w-]+/[\w-]+#\d+", patch.upstream)
    assert len(patch.reason) > 20 < len(patch.worth)


def test_nobody_else_reads_or_changes_what_is_private():
    screen = [
        each for each in syntax.modules() if each.is_in("app.py", "edition", "pages", "server")
    ]
    read = [
        f"{module.path}: {ast.unparse(node)}"
        for module in screen
        for node in (() if module.is_in("server/patches") else module.nodes)
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr)
    ]
    assert [each for each in read if not re.search(r": (self|cls)\._", each)] == []


def test_a_line_that_websockets_gives_up_at_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http11, "MAX_LINE_LENGTH", 8192)
    assert missing() == ["long headers are read"]


def test_an_upload_that_goes_to_disk_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(MultiPartParser, "spool_max_size", 2**20)
    assert missing() == ["uploads stay in memory"]


def test_the_largest_upload_is_not_written_to_disk():
    """Streamlit takes 100 MiB and the rest of a form."""
    assert MultiPartParser.spool_max_size > LARGEST > 101 * 2**20


def test_a_message_that_passes_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client_messages, "OBEYED", client_messages.OBEYED | {"clear_cache"})
    assert missing() == ["messages for developers are refused"]


def test_a_stream_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(starlette_websocket, "_ROUTE_WEBSOCKET_STREAM", "_stcore/stream2")
    assert missing() == ["the stream is admitted"]


def test_a_press_that_looks_like_a_move_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(script_requests, "_has_active_trigger_value", lambda _: False)
    assert missing() == ["presses are told from moves"]
    monkeypatch.delattr(script_requests, "_has_active_trigger_value")
    assert missing() == ["presses are told from moves"]


def test_a_run_that_begins_unheard_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(AppSession, "request_rerun", lambda session, state: session._begin(state))
    assert missing() == ["runs take turns"]


def test_what_cannot_be_tried_does_not_hold(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(AppSession, "request_rerun")
    assert missing() == ["runs take turns"]


def test_connections_of_another_class_are_told(monkeypatch: pytest.MonkeyPatch):
    other = "uvicorn.protocols.http.h11_impl:H11Protocol"
    if import_from_string(str(HTTP_PROTOCOLS["auto"])).__name__ == "H11Protocol":
        other = "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol"
    monkeypatch.setitem(HTTP_PROTOCOLS, "auto", other)
    of_connections = [patch.holds for patch in PATCHES if "connection" in "".join(patch.targets)]
    assert missing() == of_connections


def test_reads_that_find_nothing_are_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(put_aside, "names_in", lambda _: set())
    monkeypatch.setattr("streamlit.runtime.state.SessionState.set_widgets_from_proto", print)
    assert missing() == [
        "a tab that comes back without a word stays",
        "a file is known after its server was started again",
    ]


@pytest.fixture
def _other_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "scripts", lambda _: {})
    monkeypatch.setattr(files, "page", lambda: "<html>")
    figures.applies.cache_clear()
    yield
    figures.applies.cache_clear()


@pytest.mark.usefixtures("_other_scripts")
def test_what_is_only_slower_or_uglier_without_is_a_line_in_the_log(caplog):
    reading = [patch for patch in PATCHES if patch.install == Patch.install]
    catalogue.install(reading)
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 5
    assert told[1].startswith(
        f"With streamlit {version('streamlit')} this does not hold: a figure is drawn once, the "
        "first before the others. The server starts without: of six, the first was seen after"
    )


def test_what_is_unsafe_without_stops_the_start_and_says_which_and_what_to_do():
    lost = [replace(patch, applies=lambda: False, install=print) for patch in PATCHES]
    with pytest.raises(catalogue.UnsafeStart) as stopped:
        catalogue.install(lost[:2])
    assert str(stopped.value) == (
        f"With websockets {version('websockets')} this does not hold: long headers are read. "
        "Without it the server does not start. "
        "Install the versions that requirements/constraints.txt names."
    )


def test_a_server_whose_patch_has_no_effect_does_not_start_and_says_which():
    ended = run(SABOTAGE)
    assert ended.returncode == 1
    assert "this does not hold: uploads stay in memory. Without it the server" in ended.stderr


@pytest.mark.whole
def test_a_server_with_other_scripts_starts_and_says_what_is_missing():
    ended = run(OTHER_SCRIPTS)
    assert ended.returncode == 0
    told = [line for line in ended.stderr.splitlines() if "this does not hold" in line]
    assert len(told) == 2
    assert all("a figure" in line for line in told)
