"""What Lessons puts into the address: whose sheets and notes are open, and which of them."""

from pages.kit import address, controls
from pages.lessons.steps import place

SHEETS = {"questions": "Sheet", "answers": "Answers", "notes": "Teacher's notes"}

CLASS = "class"
"""In the place of a lesson, what a class of ninety minutes needs; and the story for it."""

COURSE = "course"
"""In the place of a lesson, what goes with the weeks of a course."""

OPEN = address.one_of(
    "The open lesson",
    "lessons_open",
    place.NO_LESSON,
    place.TITLES | {CLASS: "Ninety minutes", COURSE: "In a course"},
)
SHOWN = address.one_of("What is shown of it", "lessons_shown", "questions", SHEETS)
VALUES = (OPEN, SHOWN, place.ENDED)


def shown() -> str:
    """Draw the choice among sheet, answers and notes, and return it."""
    return controls.one(SHOWN, "For print", SHEETS)
