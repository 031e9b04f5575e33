"""The edition asks views: of every picture, scene and step, and what places share once."""

from collections.abc import Generator
from urllib.parse import parse_qsl, urlsplit

import pytest

from dplab.studies.lessons import entries
from edition import views
from edition.views import RememberingRecords
from pages.comparison.records import Records
from pages.contents import NAMES
from pages.kit import paths, text
from pages.kit.page import values_of
from pages.kit.values import texts_of

DONE: list[object] = []


def study(question: int, records: object = None) -> int:
    DONE.append((question, records))
    return question


def of_records(_: Records, number: int, *, twice: bool = False) -> int:
    DONE.append((number, twice))
    return number


def in_steps(_: Records, number: int) -> Generator[float, None, int]:
    DONE.append(number)
    yield 1.0
    return number


def test_nothing_is_computed_twice():
    DONE.clear()
    records = RememberingRecords()
    for _ in range(2):
        assert [records.ask(study, each) for each in (1, 2)] == [1, 2]
        assert [records.get(of_records, 1, twice=each) for each in (False, True)] == [1, 1]
        assert [records.get_in_steps(in_steps, each) for each in (1, 2)] == [1, 2]
    assert DONE == [(1, None), (2, None), (1, False), (1, True), 1, 2]


@pytest.mark.parametrize("page", views.pictured())
def test_a_dial_begins_at_one_of_its_places_and_has_each_once(page: str):
    dial = paths.module(f"{page}.values").EDITION
    assert 0 <= dial.first < len(dial.places)
    for each in (dial.name, lambda place: tuple(dial.texts(place).items())):
        assert len(set(map(each, dial.places))) == len(dial.places)


def test_every_page_with_a_figure_is_in_the_edition_in_the_order_of_the_contents():
    drawn = [name for name in NAMES if name in views.pictured()]
    assert drawn == views.pictured()
    assert set(views.names()) - set(drawn) == {
        "overview",
        "papers",
    }  # these have pages of their own


def asked() -> list[tuple[str, dict[str, str]]]:
    """Return what every scene of a story and every step of a lesson asks, each once."""
    links = [urlsplit(each["link"]) for told in text.stories().values() for each in told["scene"]]
    scenes = [(paths.name_of(each.path.strip("/")), dict(parse_qsl(each.query))) for each in links]
    steps = [step for lesson in entries.lessons().values() for step in lesson.steps]
    known = {
        (page, tuple(texts.items()))
        for page, texts in (*scenes, *((step.page, texts_of(step.at)) for step in steps))
    }
    return [(page, dict(texts)) for page, texts in sorted(known)]


def test_every_scene_and_step_names_only_what_its_page_knows():
    for page, texts in asked():
        known = {value.name: value for value in values_of(page)}
        assert texts.keys() <= known.keys()
        for name, value in texts.items():
            known[name].read(value)


@pytest.mark.whole
@pytest.mark.parametrize(("page", "texts"), asked(), ids=str)
def test_every_scene_and_step_has_a_sentence(page: str, texts: dict[str, str]):
    assert views.scene(page, texts).sentence
