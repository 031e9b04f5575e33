"""What is said of an answer: why it is right, or what went wrong, where that is known.

An answer is graded by what is computed at the settings, each time that it is shown: no verdict is
stored that other numbers would make wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dpcore import checks
from dplab import numerals
from dplab.studies.lessons.entries import LessonStep
from dplab.studies.lessons.grading import Given, Truth, grade
from dplab.studies.lessons.replies.reading import PERCENTS, read_answer, readings

RIGHT, NOT_YET = "Right.", "Not yet."
OFF = "The digits are right: the answer is off by a factor of 100. Is it a share or a percentage?"
MISPLACED = "The one that you put {place} belongs elsewhere."
THOUSANDS = (
    "Read as {taken}, the comma between thousands.",
    "If you mean {other}, write it with a point.",
)
DECIMAL = (
    "Read as {taken}, with a decimal point.",
    "If you mean {other}, write it with a comma.",
)
"""How a number was read, and how to write the other reading."""
EACH_ONCE = "Put each of them in one place; every place needs one."
NONE_CHOSEN = "Choose one of the answers, then check it."
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Feedback:
    """What is said of an answer, as Markdown; `miss` names a misunderstanding that is known."""

    is_right: bool
    text: str
    miss: str = ""

    def _repr_markdown_(self) -> str:
        """Return the text, which a notebook shows as such."""
        return self.text


def read(step: LessonStep, text: str, truth: Truth) -> Given:
    """Return the answer that a text stands for; of a picture, what is true of it.

    Raises
    ------
    InvalidInput
        If a number was asked for and none was typed.
    """
    if step.kind == "number":
        return read_answer(text, step.unit)
    if step.kind == "order":
        return tuple(text.split(","))
    return bool(truth.answer) if step.kind == "picture" else text


def of(step: LessonStep, text: str, truth: Truth) -> Feedback:
    """Return what is said of an answer as it was typed, and of a number also how it was read.

    Raises
    ------
    InvalidInput
        As `read`.
    """
    said = on(step, read(step, text, truth), truth)
    how = _how_read(step, text, truth) if step.kind == "number" else ""
    return replace(said, text=f"{said.text} {how}".rstrip())


def on(step: LessonStep, given: Given, truth: Truth) -> Feedback:
    """Return what is said of an answer to a step."""
    # What is asked of a picture is true of it, or not: the truth says which.
    found = grade(Truth(True) if step.kind == "picture" else truth, given)
    if found.is_right:
        return Feedback(True, f"**{RIGHT}** {truth.fill(step.right)}")
    why = truth.fill(step.misses.get(found.miss, step.wrong))
    where = MISPLACED.format(place=PLACES[found.place - 1]) if found.place else ""
    off = OFF if found.unit_is_off and is_share(step, truth) else ""
    text = " ".join(filter(None, (f"**{NOT_YET}**", where, why, off)))
    return Feedback(False, text, miss=found.miss if found.miss in step.misses else "")


def solution(step: LessonStep, truth: Truth) -> str:
    """Return the right answer with why, as Markdown: for who gave up, and for sheets of answers."""
    if step.kind == "picture":
        return f"For example {as_listed(step.example)}. {truth.fill(step.right)}"
    # A whole number before a full stop would begin a list.
    return rf"{spelled(step, truth)}\. {truth.fill(step.right)}"


def came(step: LessonStep, truth: Truth, guess: str) -> str:
    """Return a guess beside what came, as Markdown; nothing where none is asked for."""
    beside = replace(truth, said={**truth.said, "guess": guess})
    return beside.fill(step.guess.came) if step.guess else ""


def as_listed(settings: Mapping[str, object]) -> str:
    """Return settings as a sentence lists them: epsilon = ∞, n = 600."""
    return ", ".join(f"{name} = {endless(typed(value))}" for name, value in settings.items())


def typed(setting: object) -> str:
    """Return a setting as somebody types it.

    Examples
    --------
    >>> [typed(setting) for setting in (20_000, 1e-6, [0.01, 0.1], "sum")]
    ['20000', '1e-6', '0.01, 0.1', 'sum']
    """
    if isinstance(setting, list):
        return ", ".join(map(typed, setting))
    return checks.shortened(f"{setting:.15g}") if isinstance(setting, float) else str(setting)


def endless(text: str) -> str:
    """Return what was typed, and ∞ for all the ways to type that."""
    return "∞" if text.strip().lower() in numerals.ENDLESS else text


def spelled(step: LessonStep, truth: Truth) -> str:
    """Return the right answer as the screen shows it."""
    if isinstance(truth.answer, tuple):
        return ", then ".join(step.options[word] for word in truth.answer)
    if isinstance(truth.answer, str):
        return step.options[truth.answer]
    return f"{checks.written(float(f'{float(truth.answer):.4g}'))} {step.unit}".rstrip()


def _how_read(step: LessonStep, text: str, truth: Truth) -> str:
    """Return how 2,718 was read, and how to write the other reading where that one is right."""
    taken, other = readings(text, step.unit) or ("", "")
    is_other_right = bool(other) and grade(truth, read_answer(other, step.unit)).is_right
    if "," in taken:
        read, write = THOUSANDS
    elif is_other_right:
        read, write = DECIMAL
    else:
        return ""
    said = read.format(taken=taken)
    return f"{said} {write.format(other=other)}" if is_other_right else said


def is_share(step: LessonStep, truth: Truth) -> bool:
    """Tell whether per cent may have been meant: of counts and factors it makes no sense."""
    is_small = isinstance(truth.answer, float) and abs(truth.answer) <= 1
    return step.unit in PERCENTS or is_small
