"""The class kit hands out the lessons' questions for a learning platform."""

import io
import zipfile
from xml.etree import ElementTree as ET

import pytest

from dplab.studies.lessons.quizzes.questions import of_all
from pages.lessons.class_kit import platforms
from tests.pages.screen import complaints, opened

SERVER = "https://lab.example"


@pytest.mark.parametrize("name", platforms.FORMATS)
def test_a_file_has_every_question_with_the_numbers_of_its_seed_and_links_to_the_server(name):
    asked = [each.key for each in of_all(seed=7)]
    content = platforms.written(name, 7, SERVER)
    if isinstance(content, bytes):
        archive = zipfile.ZipFile(io.BytesIO(content))
        assert {f"{key}.xml" for key in asked} < {*archive.namelist()}
        text = archive.read("lesson.1.1.xml").decode()
    else:
        root = ET.fromstring(content)
        assert [each.findtext("idnumber") for each in root.findall("question")[1:]] == asked
        text = content
    assert f"{SERVER}/foundations?" in text
    assert "seed=7" in text
    assert content == platforms.written(name, 7, SERVER)


def test_the_kit_has_a_button_for_each_file():
    app = opened("lessons", lessons_open="class", seed="7")
    assert complaints(app) == []
    labels = {each.proto.label for each in app.get("download_button")}
    assert {*platforms.FORMATS.values()} <= labels
