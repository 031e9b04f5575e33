"""The picture of Overview among all pages: wrong labels along the dial."""

from pages.kit.figures import style, thumbnail
from pages.kit.figures.thumbnail import INSET, WIDTH
from pages.overview import figures

HEIGHT = 160


def drawn(*, dark: bool) -> str:
    """Return it as SVG."""
    cost = figures.content()["cost"]
    color = (style.DARK if dark else style.LIGHT).methods["objective"]
    low, mean, high = (
        [
            (INSET + place * (WIDTH - 2 * INSET), HEIGHT - INSET - count / cost["top"] * HEIGHT)
            for place, count in zip(cost["places"], cost[name], strict=True)
        ]
        for name in ("low", "mean", "high")
    )
    band = thumbnail.area([*low, *reversed(high)], style.band(color))
    marks = [thumbnail.mark(place, color) for place in mean]
    return thumbnail.framed([band, thumbnail.line(mean, color), *marks], HEIGHT)
