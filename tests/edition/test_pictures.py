"""The edition's pictures are the live pages': the same figure, the same words, at every place."""

from functools import cache
from urllib.parse import parse_qsl, urlsplit

import pytest
from edition.contents import PICTURES, SCENES
from streamlit.testing.v1 import AppTest

from dplab.studies.lessons import entries
from edition.dials import DialPicture
from pages.comparison.screen import cached
from pages.kit import chart, paths, text, visitor
from pages.kit.figures.style import FigureDict
from pages.kit.values import texts_of
from tests.pages.screen import PATIENCE, opened


@cache
def made(page: str) -> DialPicture:
    """Return a page's picture."""
    return PICTURES[page]()


LOOKS = [
    pytest.param({"dark": False, "phone": False}, id="light desktop"),
    pytest.param({"dark": True, "phone": True}, id="dark phone"),
]


def some_places(picture: DialPicture) -> list[int]:
    """Return where the dial begins, one end, and a place between."""
    return sorted({0, picture.start, 2 * len(picture.places) // 3})


QUICK = ("decide", "trade_off", "foundations")
"""Whose pictures take a second: the others' scenes in stories are held in every run."""

CASES = [
    *(pytest.param(name, False, id=name) for name in QUICK),
    *(pytest.param(name, True, id=f"{name}, whole", marks=pytest.mark.whole) for name in PICTURES),
]
"""Some places of a few dials in every run, and all of all where all is asked for."""


@pytest.fixture(scope="module", autouse=True)
def sweeps_at_hand():
    """Have sweeps computed in this process, and kept nowhere else."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("EXPLORER_STORE", "sqlite://")
        patched.setenv("EXPLORER_SCHEDULER", "threads")
        made = cached.registry, cached.store, cached.executor, cached.express
        for each in made:
            each.clear()
        yield
        for each in made:
            each.clear()


def settled(app: AppTest) -> AppTest:
    """Return a page as it is once its sweep has ended, where it has one."""
    runs = app.session_state["sweep_runs"] if "sweep_runs" in app.session_state else ()  # noqa: SIM401
    for run in runs:
        cached.registry().wait(run, PATIENCE, app.session_state["visitor"])
        app.run()
    return app


@pytest.fixture
def drawn(looks, monkeypatch) -> list[tuple[FigureDict, str]]:
    """Return what live pages draw from now on, in words too, with some looks."""
    found: list[tuple[FigureDict, str]] = []

    def show(figure: FigureDict, _: str, *, alt: str, **__: object) -> None:
        found.append((figure, alt))

    monkeypatch.setattr(chart, "show", show)
    monkeypatch.setattr(visitor, "is_dark", lambda: looks["dark"])
    monkeypatch.setattr(visitor, "is_phone", lambda: looks["phone"])
    return found


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize(("name", "is_whole"), CASES)
def test_a_picture_is_the_live_pages(name, is_whole, looks, drawn):
    picture = made(name)
    for number in range(len(picture.places)) if is_whole else some_places(picture):
        place = picture.places[number]
        drawn.clear()
        app = settled(opened(name, **picture.address(place)))
        assert place.sentence in [each.value for each in app.markdown]
        assert place.made in ("", *(each.value for each in app.caption)) or name == "adversary"
        assert (place.draw(**looks), picture.alt(place, phone=looks["phone"])) in drawn


def scenes() -> list[tuple[str, dict[str, str]]]:
    """Return every scene of a story that shows a figure: its page, and what its address says."""
    links = {each["link"] for told in text.stories().values() for each in told["scene"]}
    parts = map(urlsplit, sorted(links))
    found = [(paths.name_of(each.path.strip("/")), dict(parse_qsl(each.query))) for each in parts]
    return [(page, texts) for page, texts in found if page != paths.HOME]


def steps() -> list[tuple[str, dict[str, str]]]:
    """Return the same of every lesson's steps, each picture once, but for those of stories."""
    every = [step for lesson in entries.lessons().values() for step in lesson.steps]
    found = {(step.page, tuple(texts_of(step.at).items())) for step in every}
    return [(page, dict(at)) for page, at in sorted(found) if (page, dict(at)) not in scenes()]


@pytest.mark.parametrize("looks", LOOKS[:1])
@pytest.mark.parametrize(
    ("page", "texts"),
    [
        pytest.param(*scene, marks=pytest.mark.whole if number % 6 else ())
        for number, scene in enumerate(scenes())
    ],
)
def test_a_scene_of_a_story_is_the_live_pages(page, texts, looks, drawn):
    check(page, texts, looks, drawn)


@pytest.mark.whole
@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize(("page", "texts"), steps())
def test_a_picture_of_a_lesson_is_the_live_pages(page, texts, looks, drawn):
    check(page, texts, looks, drawn)


def check(page, texts, looks, drawn) -> None:
    """Compare a scene with the live page; its words are those of a desktop's figure."""
    place = SCENES[page](texts)
    # Every live game has noise of its own.
    noise = {"foundations_game": "0"} if "game" in texts.values() else {}
    app = settled(opened(page, **texts, **noise))
    said = {each.value for each in (*app.markdown, *app.caption, *app.info)}
    # Tables of papers are the page's own, as rows.
    below = {each for each in place.below if not each.startswith("| ")}
    assert {place.sentence, *below} <= said
    assert place.made in {"", *said} or page == "adversary"
    here = [alt for drawing, alt in drawn if drawing == place.draw(**looks)]
    assert here
    assert looks["phone"] or place.alt in here


def test_each_picture_says_how_its_numbers_were_made():
    for name in QUICK[:-1]:
        assert all("20,000 records" in each.made for each in made(name).places)
    patients = [SCENES[page](texts).made for page, texts in scenes() if page == "adversary"]
    assert patients
    assert all("Breast cancer" in each for each in patients)


@pytest.mark.parametrize("name", QUICK)
def test_a_dial_begins_at_one_of_its_places_and_has_each_once(name):
    picture = made(name)
    assert 0 <= picture.start < len(picture.places)
    for part in ("value", "name"):
        told = [getattr(each, part) for each in picture.places]
        assert len(set(told)) == len(told)
