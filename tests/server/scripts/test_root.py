"""The script that looks for its server looks beside the page, if it is the one that is known."""

import pytest

from server.scripts.root import BASE, NAME, patched
from server.static import STREAMLIT, content_of

FILES = [file for file in STREAMLIT.glob(f"static/js/{NAME}*.js") if BASE.search(file.read_text())]


@pytest.fixture(scope="module")
def script() -> str:
    (file,) = FILES
    return file.read_text()


def test_the_installed_script_is_known_and_changed_at_one_place_only(script: str):
    before, name, after = BASE.search(script).groups()
    rest = script.split(before + after)
    assert len(rest) == 2
    assert patched(script).startswith(rest[0])
    assert patched(script).endswith(after + rest[1])
    assert f"{name}.BACKEND_BASE_URL??new URL('.',location.href).href)" in patched(script)
    assert len(patched(script)) < len(script) + 50


def test_another_script_is_left_as_it_is(script: str):
    for other in (BASE.sub("", script), script + BASE.search(script)[0]):
        assert patched(other) == other


def test_it_is_served_so_and_other_files_of_its_name_are_not_changed():
    for file in STREAMLIT.glob(f"static/js/{NAME}*.js"):
        assert (content_of(file) != file.read_bytes()) == (file in FILES)
