"""What a page names in its header is there, and is what its elements import."""

import json
import re
from pathlib import Path

from server.preload import ELEMENTS, STREAMLIT, header, needed

NAMED = re.compile(r"<(/static/js/[\w.-]+\.js)>; rel=modulepreload")


def named(folder: Path = STREAMLIT) -> list[str]:
    return NAMED.findall(header(folder).get("Link", ""))


def test_every_script_that_is_named_exists_once():
    files = named()
    assert len(files) == len(set(files)) == header()["Link"].count(";")
    assert all((STREAMLIT / file.lstrip("/")).is_file() for file in files)


def test_every_element_is_named_and_the_largest_comes_last():
    files = named()
    for element in ELEMENTS:
        assert any(file.startswith(f"/static/js/{element}.") for file in files), element
    assert files[-1].startswith("/static/js/PlotlyChart.")


def test_what_the_page_itself_begins_with_is_not_named_again():
    page = (STREAMLIT / "index.html").read_text()
    assert not [file for file in named() if file in page]


def test_a_build_without_a_manifest_or_with_other_elements_is_served(tmp_path: Path):
    assert header(tmp_path) == {}
    (tmp_path / "manifest.json").write_text("no JSON")
    assert header(tmp_path) == {}
    (tmp_path / "manifest.json").write_text(json.dumps({"index.html": {"file": "a.js"}}))
    assert named(tmp_path) == []


def test_the_header_passes_through_proxies():
    # nginx takes 4 kB for all headers of an answer, and the policies of security are among them.
    assert len(header()["Link"]) < 3000


def test_scripts_that_import_each_other_come_once():
    manifest = {
        "index.html": {"file": "index.js"},
        "a": {"file": "a.js", "name": "A", "imports": ["b"]},
        "b": {"file": "b.js", "name": "B", "imports": ["a", "index.html"]},
    }
    assert needed(manifest, ["A", "B"]) == ["b.js", "a.js"]
    assert needed(manifest, ["C"]) == []
