"""The picture of Release among all pages: its steps, one after the other."""

from pages.kit.figures import style, thumbnail
from pages.kit.figures.thumbnail import WIDTH
from pages.release.sentences import STEPS

HEIGHT = 80


def drawn(*, dark: bool) -> str:
    """Return it as SVG."""
    palette = style.DARK if dark else style.LIGHT
    color, apart = palette.methods["objective"], WIDTH / (len(STEPS) + 1)
    places = [(apart * number, HEIGHT / 2) for number in range(1, len(STEPS) + 1)]
    marks = [thumbnail.mark(place, color, 9, is_open=place != places[-1]) for place in places]
    return thumbnail.framed([thumbnail.line(places, palette.grid), *marks], HEIGHT)
