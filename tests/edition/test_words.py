"""What the edition says is true on pages that have a dial, and no other control."""

import re
from collections.abc import Iterator
from typing import Any

from dplab.studies.lessons import entries as of_lessons
from dplab.studies.lessons.entries import LessonStep
from dplab.studies.papers import entries as of_papers
from edition import site, views
from pages.kit import text

CONTROLS = re.compile(
    r"\b(press|click|drag|slider|button|tiles?|CSV|on demand|until you|release again)\b"
    r"|\bmove [ελγn]\b|\b(compare also|fold (under|below|of)|all columns|bars beside|play some)\b",
    re.IGNORECASE,
)
"""How texts speak of what only the live page has."""


def of_step(step: LessonStep) -> list[str]:
    """Return what a step says that is not done on the live page."""
    guess = [step.guess.ask, step.guess.came] if step.guess else []
    told = (step.do, step.ask, step.right, step.wrong, step.hint)
    return [*told, *step.options.values(), *step.misses.values(), *guess]


def folders() -> Iterator[tuple[str, ...]]:
    """Yield the folders whose texts a page of the edition shows."""
    yield from (("papers",), ("lessons",), ("overview",))
    yield from ((name,) for name in views.pictured())
    yield from (("kernels", "kernels/features"), ("foundations", "foundations/noisy_sum"))


def texts() -> Iterator[tuple[str, str]]:
    """Yield all that is written for the edition's pages, each with its place."""
    for each in folders():
        said: dict[str, Any] = site._folds(*each) | {"lead": site._lead(each[-1])}
        yield from ((f"{each[-1]}, {head}", str(body)) for head, body in said.items())
    for lesson in of_lessons.lessons().values():
        yield from ((lesson.title, said) for said in (lesson.lead, lesson.summary, lesson.able))
        graded = [step for step in lesson.steps if step.kind != "picture"]
        yield from ((step.title, said) for step in graded for said in of_step(step))
    for name, story in text.stories().items():
        yield from ((name, scene["sentence"]) for scene in story["scene"])
        yield name, story["lead"]
    for entry in of_papers.entries().values():
        yield from ((entry.name, said) for said in (entry.learned, entry.why, *entry.cautions))
    yield from ((word.name, word.means) for word in text.glossary().values())


def test_no_page_of_the_edition_speaks_of_a_control_that_it_does_not_have():
    said = list(texts())
    assert [(place, found[0]) for place, each in said if (found := CONTROLS.search(each))] == []
    assert len(said) > 300


def test_what_only_controls_can_do_stands_beside_a_steps_text_and_not_in_it():
    live = [step for each in of_lessons.lessons().values() for step in each.steps if step.live]
    assert live
    for step in live:
        assert step.on_live_page == f"{step.do} {step.live}"
        assert CONTROLS.search(step.live)
