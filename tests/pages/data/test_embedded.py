"""Inside another site's page: no place for a file where a browser would not send the cookie."""

from streamlit.runtime.context import ContextProxy

from tests.pages.screen import complaints, opened, words


def test_inside_another_page_no_table_can_be_brought_and_the_page_says_so(monkeypatch):
    assert len(opened("data", data="upload").get("file_uploader")) == 1
    monkeypatch.setattr(ContextProxy, "is_embedded", True)
    app = opened("data", data="upload")
    assert complaints(app) == []
    assert len(app.get("file_uploader")) == 0
    assert "open the dashboard at its own address" in "\n".join(each.value for each in app.info)


def test_inside_another_page_no_story_can_be_brought(monkeypatch):
    monkeypatch.setattr(ContextProxy, "is_embedded", True)
    app = opened("lessons")
    assert complaints(app) == []
    assert len(app.get("file_uploader")) == 0
    assert "Inside another site's page" in words(app)
