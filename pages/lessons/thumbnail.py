"""The picture of Lessons among all pages: a row for each lesson, with a mark for each step."""

from dplab.studies.lessons import entries
from pages.kit.figures import style, thumbnail
from pages.kit.figures.thumbnail import WIDTH

APART = 17


def drawn(*, dark: bool) -> str:
    """Return it as SVG."""
    palette = style.DARK if dark else style.LIGHT
    parts = []
    for row, lesson in enumerate(entries.lessons().values(), start=1):
        places = [(WIDTH / 4 + APART * step, APART * row) for step in range(len(lesson.steps))]
        parts.append(thumbnail.line(places, palette.grid))
        parts += [thumbnail.mark(place, palette.methods["objective"]) for place in places]
    return thumbnail.framed(parts, APART * (row + 1))
