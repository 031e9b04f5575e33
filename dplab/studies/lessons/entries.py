"""What the lessons ask, and in which order: one TOML file for each in `dplab/studies/lessons`.

A lesson is a row of *steps*. A step sends to a page at settings, says what to do there, asks one
question and explains the answers. What is right is computed by a function of the lesson's module,
`dplab.studies.lessons.<name>`, at the settings of the step (`grading.Truth`).

| key | meaning |
| --- | --- |
| number, title, minutes | its place in the list, its name, how long it takes |
| able, lead | what one will be able to do, and what it is about |
| draw | on which records a reader draws errors against ε before the first step (`costs.drawn`) |
| steps | each as below; the last is without a hint |
| title, page, at | the step's name, its page, and settings there by their names in the address |
| do, ask, kind | what to do, the question, and its kind: `KINDS` |
| live | what the page's controls are for besides: said after `do`, where there are any |
| unit | of a number, shown behind the box |
| options | of a choice or an order: what the screen calls each word |
| check | the function that computes the answer |
| right, wrong, hint | what is said of a right answer, of a wrong one, and what helps |
| uses | controls that the step needs besides those of its example, by their names in the address |
| look | key of what the question is about, where that is no figure: it comes first |
| misses | what is said of known misunderstandings, by their names; of a choice, by its words |
| guess | a number to be guessed before the picture moves: at, ask, unit, came |
| example | of a picture: settings that show what is asked; what a sheet of answers prints |
| source | where it stands: paper, section, theorem |
| summary | what one has seen, in two sentences at most |
| exam | questions with numbers of their own for each seed: ask, solution, check, at |
| notes | for teachers: goals, mistakes, timing, board |

Texts are Markdown; `{name}` is a number of the `Truth`, in Python's format language, and a brace
that stays is written twice. Settings are values: of numbers only those that count something have no
point. What a step does not name is at its default.

Examples
--------
>>> lesson = lessons()["promises"]
>>> lesson.number, lesson.steps[0].page
(1, 'foundations')
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

from dpcore.checks import InvalidInput
from dpcore.data.recipes import RECIPES
from dplab.simulation.settings import Settings
from dplab.studies.lessons.grading import Truth

FOLDER = Path(__file__).parent

Kind = Literal["number", "choice", "order", "picture"]
KINDS = ("number", "choice", "order", "picture")
"""A number is typed, a word chosen, words put in order, a picture made on the page."""

At = Mapping[str, Any]
"""Settings by their names in the address."""

Texts = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """A number that a visitor says before it is seen; it is compared, and never wrong.

    `at` are settings of the page while it is guessed, where they are not yet the step's. `came` is
    said beside the guess, with numbers of the step's `Truth` and `{guess}`.
    """

    at: At
    ask: str
    came: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One thing to do, one question.

    Each of its fields is in the table above.
    """

    title: str
    page: str
    do: str
    ask: str
    kind: Kind
    check: str
    right: str
    wrong: str
    source: str
    live: str = ""
    uses: Sequence[str] = ()
    look: str = ""
    hint: str = ""
    unit: str = ""
    at: At = field(default_factory=dict)
    options: Texts = field(default_factory=dict)
    misses: Texts = field(default_factory=dict)
    example: At = field(default_factory=dict)
    guess: Prediction | None = None

    @property
    def on_live_page(self) -> str:
        """What to do where the page has its controls."""
        return f"{self.do} {self.live}".rstrip()


@dataclass(frozen=True, kw_only=True)
class ExamQuestion:
    """A question for an exam, with numbers of its own for each seed.

    `ask` and `solution` name numbers of the truth as `{name}`.
    """

    ask: str
    solution: str
    check: str


@dataclass(frozen=True, kw_only=True)
class Notes:
    """What a teacher wants to know: goals, what students get wrong, timing, the board."""

    goals: str
    mistakes: str
    timing: str
    board: str


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson.

    Its name is its file's, and that of the module of its answers.
    """

    name: str
    number: int
    title: str
    minutes: int
    able: str
    lead: str
    summary: str
    steps: tuple[LessonStep, ...]
    notes: Notes
    exam: tuple[ExamQuestion, ...] = ()
    draw: str = ""


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by name, in their order.

    Raises
    ------
    InvalidInput
        If a file says what no lesson says, or two have one number.
    """
    found = sorted(
        (lesson(path.stem, path.read_text("utf-8")) for path in FOLDER.glob("*.toml")),
        key=lambda each: each.number,
    )
    if [each.number for each in found] != list(range(1, len(found) + 1)):
        raise InvalidInput("lessons must be numbered from 1, without gaps.")
    return MappingProxyType({each.name: each for each in found})


def lesson(name: str, text: str) -> Lesson:
    """Return the lesson that a TOML text describes."""
    document = tomllib.loads(text)
    parts = {
        "name": name,
        "steps": tuple(_step(name, each) for each in document.get("steps", ())),
        "exam": tuple(_built(ExamQuestion, each, name) for each in document.get("exam", ())),
        "notes": _built(Notes, document.get("notes", {}), name),
    }
    return cast(Lesson, _built(Lesson, document | parts, name))


def _step(name: str, document: Mapping[str, Any]) -> LessonStep:
    guess = _built(Prediction, document["guess"], name) if "guess" in document else None
    step: LessonStep = _built(LessonStep, {**document, "guess": guess}, name)
    if step.kind not in KINDS:
        raise InvalidInput(f"{name}: kind must be one of {', '.join(KINDS)}; got {step.kind}.")
    if bool(step.options) != (step.kind in ("choice", "order")):
        raise InvalidInput(f"{name}, “{step.title}”: a choice or an order has options, no other.")
    if step.guess and step.kind == "picture":
        raise InvalidInput(f"{name}, “{step.title}”: of a picture no number is known beforehand.")
    if bool(step.example) != (step.kind == "picture"):
        raise InvalidInput(f"{name}, “{step.title}”: a picture has an example, no other has one.")
    return step


def _built(cls: type[Any], document: Mapping[str, Any], name: str) -> Any:
    known = {each.name for each in fields(cls)}
    if unknown := sorted(document.keys() - known):
        raise InvalidInput(f"{name}: {cls.__name__} has no entry {unknown[0]}.")
    try:
        return cls(**document)
    except TypeError as fault:
        raise InvalidInput(f"{name}: {cls.__name__}: {fault}.") from None


def settings_of(at: At) -> Settings:
    """Return the shared settings among those of a step, and all that its recipe asks for."""
    names = [each.name for each in fields(Settings) if each.name in at]
    settings = Settings(**{name: at[name] for name in names})
    knobs = RECIPES[settings.data].knobs if settings.data in RECIPES else {}
    given = tuple((name, at.get(name, knob.default)) for name, knob in knobs.items())
    return replace(settings, knobs=given)


def truth(name: str, check: str, at: At) -> Truth:
    """Return the right answer to a question of a lesson, computed at settings."""
    answers = import_module(f"dplab.studies.lessons.{name}")
    return cast(Callable[[At], Truth], getattr(answers, check))(at)
