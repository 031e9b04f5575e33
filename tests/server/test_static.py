"""Streamlit's own files: smaller on their way, the same on arrival, and no other file."""

import gzip
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urljoin

import brotli
import pytest
from starlette.responses import PlainTextResponse

from server import static
from server.patches.browser import figures, rewritten
from server.patches.browser.compile_hint import HINT
from server.patches.browser.files import STREAMLIT
from server.patches.browser.rewritten import content_of, may_change
from server.static import DEFAULT_FONT, OWN_FONT, TEXTS, AssetCache, Compressed, codings
from tests.server.asgi import scope_of, sent_by
from tests.serving import ROOT

DECODED = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
ELSEWHERE = b"Streamlit's own answer"


def quick(content: bytes) -> bytes:
    return brotli.compress(content, quality=1)


def compressed(shelf: AssetCache) -> Compressed:
    return Compressed(PlainTextResponse(ELSEWHERE), shelf)


def answer(
    app: Compressed, path: str, accepted: str = "", method: str = "GET", known: str = ""
) -> tuple[int, Mapping[str, str], bytes]:
    said = {"accept-encoding": accepted, "if-none-match": known}
    start, *body = sent_by(app, scope_of(path, method=method, headers=said))
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, b"".join(part["body"] for part in body)


def when_made(shelf: AssetCache, file: Path) -> None:
    """Wait until the file lies on the shelf in Brotli, as any later browser gets it."""
    shelf.take(file, {"br"})
    arrived = threading.Event()
    while not arrived.wait(0.01):
        if shelf.take(file, {"br"})[1] == "br":
            return


@pytest.fixture
def shelf(tmp_path: Path) -> AssetCache:
    return AssetCache(tmp_path / "cache", quick)


@pytest.fixture(scope="module")
def samples() -> list[Path]:
    """The largest file of each type, and the first one."""
    files = sorted((STREAMLIT / "static").rglob("*"), key=lambda file: -file.stat().st_size)
    found = [next((f for f in files if f.suffix == suffix), None) for suffix in TEXTS]
    return [file for file in found if file]


@pytest.mark.parametrize("accepted", ["", "identity", "gzip, deflate", "gzip, deflate, br, zstd"])
def test_a_file_arrives_as_it_lies_on_the_disk(
    shelf: AssetCache, samples: list[Path], accepted: str
):
    app = compressed(shelf)
    for file in samples:
        path = f"/{file.relative_to(STREAMLIT).as_posix()}"
        if "br" in accepted:
            when_made(shelf, file)
        status, headers, body = answer(app, path, accepted)
        coding = headers.get("content-encoding", "")
        assert coding == ("br" if "br" in accepted else "gzip" if "gzip" in accepted else "")
        assert DECODED[coding](body) == content_of(file)
        assert (status, headers["content-length"]) == (200, str(len(body)))
        assert headers["content-type"] == TEXTS[file.suffix]
        assert headers["vary"] == "Accept-Encoding"
        assert ("immutable" in headers["cache-control"]) != may_change(file)
        assert not coding or len(body) < len(content_of(file)) / 2


def test_head_says_the_same(shelf: AssetCache, samples: list[Path]):
    path = f"/{samples[0].relative_to(STREAMLIT).as_posix()}"
    assert answer(compressed(shelf), path, "gzip", "HEAD") == answer(
        compressed(shelf), path, "gzip"
    )


@pytest.mark.parametrize(
    ("accepted", "understood"),
    [
        ("", {""}),
        ("br;q=0, gzip;q=0.0", set()),
        ("BR ; q=0.01,gzip;q=1.0", {"br", "gzip"}),
        ("xbr, gzipped", {"xbr", "gzipped"}),
        (" , gzip", {"", "gzip"}),
    ],
)
def test_a_coding_counts_if_it_is_named_and_not_ruled_out(accepted: str, understood: set[str]):
    assert codings(accepted) == understood


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/trade-off",
        "/static",
        "/static/",
        "/static/js/",
        "/static/js/nothing.js",
        "/static/../index.html",
        "/static/js/../../../__init__.py",
        "//static/js/x.js",
        "/index.html",
    ],
)
def test_what_is_not_on_the_list_is_left_to_streamlit(shelf: AssetCache, path: str):
    assert answer(compressed(shelf), path, "gzip, br")[2] == ELSEWHERE


def test_other_methods_and_websockets_are_left_to_streamlit(shelf: AssetCache, samples: list[Path]):
    path = f"/{samples[0].relative_to(STREAMLIT).as_posix()}"
    assert answer(compressed(shelf), path, "gzip", "POST")[2] == ELSEWHERE
    seen = []

    async def app(scope, *_):
        seen.append(scope["type"])

    for kind in ("websocket", "lifespan"):
        sent_by(Compressed(app, shelf), scope_of(path, kind))
    assert seen == ["websocket", "lifespan"]


def test_gzip_serves_while_brotli_is_made(tmp_path: Path, samples: list[Path]):
    may_go_on = threading.Event()

    def slow(content: bytes) -> bytes:
        may_go_on.wait()
        return quick(content)

    shelf = AssetCache(tmp_path, slow)
    assert shelf.take(samples[0], {"br", "gzip"})[1] == "gzip"
    assert shelf.take(samples[0], {"br", "gzip"})[1] == "gzip"
    may_go_on.set()
    when_made(shelf, samples[0])


def test_another_server_need_not_compress_again(tmp_path: Path, samples: list[Path]):
    when_made(AssetCache(tmp_path, quick), samples[0])

    def never(content: bytes) -> bytes:
        raise AssertionError(content[:9])

    while not list(tmp_path.glob("*.br")):  # written a moment after it is first served
        threading.Event().wait(0.01)
    assert AssetCache(tmp_path, never).take(samples[0], {"br"})[1] == "br"


@pytest.mark.parametrize("damage", [b"", b"no Brotli", quick(b"another file")])
def test_a_damaged_cache_is_not_believed(tmp_path: Path, samples: list[Path], damage: bytes):
    shelf = AssetCache(tmp_path, quick)
    shelf._kept(content_of(samples[0])).write_bytes(damage)
    when_made(shelf, samples[0])
    assert brotli.decompress(shelf.take(samples[0], {"br"})[0]) == content_of(samples[0])


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, samples: list[Path]):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    shelf = AssetCache(blocked / "cache", quick)
    for file in samples:
        when_made(shelf, file)


def test_the_font_that_nobody_reads_leads_to_ours(shelf: AssetCache):
    font = next((STREAMLIT / "static" / "media").glob("SourceSansVF-Upright.*.woff2"))
    path = f"/{font.relative_to(STREAMLIT).as_posix()}"
    assert path.startswith(DEFAULT_FONT)
    status, headers, _ = answer(compressed(shelf), path)
    assert (status, headers["location"]) == (301, OWN_FONT)
    ours = urljoin(path, OWN_FONT).removeprefix("/")
    assert (ROOT / ours).is_file()
    assert f'"{ours}"' in (ROOT / ".streamlit" / "config.toml").read_text()


def test_rewritten_scripts_are_served_so_and_others_as_they_are(shelf: AssetCache):
    (script,) = STREAMLIT.glob(f"static/js/{figures.NAME}*.js")
    (other,) = STREAMLIT.glob("static/js/react-dom.*.js")
    for accepted in DECODED:
        for file, expected in (
            (script, (HINT + figures.rewritten(script.read_text())).encode()),
            (other, other.read_bytes()),
        ):
            path = f"/{file.relative_to(STREAMLIT).as_posix()}"
            _, headers, body = answer(compressed(shelf), path, accepted)
            assert DECODED[headers.get("content-encoding", "")](body) == expected


def test_a_script_that_is_rewritten_is_asked_for_again_and_sent_if_it_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (script,) = STREAMLIT.glob(f"static/js/{figures.NAME}*.js")
    path = f"/{script.relative_to(STREAMLIT).as_posix()}"

    def today(known: str = "") -> tuple[int, str, bytes]:
        """Return what a server that starts now answers to a browser that knows a tag."""
        shelf = AssetCache(tmp_path / "cache", quick)
        status, headers, body = answer(compressed(shelf), path, known=known)
        assert headers["cache-control"] == "no-cache"
        return status, headers["etag"], body

    status, tag, body = today()
    assert (status, body) == (200, content_of(script))
    assert today(f'"other", {tag}') == (304, tag, b"")
    monkeypatch.setattr(static, "content_of", lambda file: file.read_bytes())
    status, other, body = today(tag)
    assert (status, body) == (200, script.read_bytes())
    assert other != tag


def test_only_scripts_that_may_be_rewritten_are_asked_for_again():
    changing = {
        file.name.split(".")[0] for file in (STREAMLIT / "static").rglob("*") if may_change(file)
    }
    assert changing == {"index", "PlotlyChart"}


def test_a_script_is_rewritten_once_however_many_ask_for_it_at_once_and_in_which_coding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (script,) = STREAMLIT.glob(f"static/js/{figures.NAME}*.js")
    done = []
    count = (figures.NAME, lambda text: done.append(len(text)) or f"{text}// Rewritten")
    monkeypatch.setattr(rewritten, "REWRITTEN", (count,))
    rewritten._rewritten.cache_clear()
    shelf = AssetCache(tmp_path / "cache", quick)
    with ThreadPoolExecutor(6) as visitors:
        asked = [set(), {"gzip"}, {"br", "gzip"}] * 4
        list(visitors.map(lambda accepted: shelf.take(script, accepted), asked))
    shelf.tag(script)
    shelf._make(script)
    rewritten._rewritten.cache_clear()
    assert len(done) == 1
