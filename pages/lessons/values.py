"""What the address of Lessons asks, and what the lessons add to that of every page.

`lesson` and `step` are in the address of every page, so that a step's card stands above whatever
page it sends to.
"""

from dplab.studies.lessons import entries
from pages.comparison.values import simulating
from pages.kit.values import UrlParameter, one_of, whole
from pages.lessons.steps.done import MOST_STEPS, read_done

NO_LESSON = ""
TITLES = {NO_LESSON: "No lesson"} | {
    name: lesson.title for name, lesson in entries.lessons().items()
}

LESSON = one_of("The lesson", "lesson", NO_LESSON, TITLES)
STEP = UrlParameter("step", "1", whole("The step", 1, MOST_STEPS))
DONE = UrlParameter("lessons_done", "", read_done, lambda text: text or "Nothing done")
ON_EVERY_PAGE = (LESSON, STEP, DONE)

ENDED = one_of("The lesson at its end", "lesson_ended", NO_LESSON, TITLES)
"""The lesson whose last step one comes from, on the page Lessons."""

SHEETS = {"questions": "Sheet", "answers": "Answers", "notes": "Teacher's notes"}

CLASS = "class"
"""In the place of a lesson, what a class needs; and the story for it."""

COURSE = "course"
"""In the place of a lesson, what goes with the weeks of a course."""

OPEN = one_of(
    "The open lesson",
    "lessons_open",
    NO_LESSON,
    TITLES | {CLASS: "For a class", COURSE: "In a course"},
)
SHOWN = one_of("What is shown of it", "lessons_shown", "questions", SHEETS)
LENGTHS = {"90": "90 minutes", "45": "45 minutes"}
MINUTES = one_of("The length of the class", "lessons_minutes", "90", LENGTHS)
"""Which timetable is shown, and which lesson the students begin with."""

VALUES = (OPEN, SHOWN, ENDED, MINUTES)

ABOUT = simulating("Lessons", VALUES, presents=False)
