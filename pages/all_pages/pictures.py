"""The picture of each page: what its figure shows as the page first opens, drawn small."""

from base64 import b64encode

from pages.comparison.screen import cached
from pages.kit import paths
from pages.kit.figures import thumbnail
from pages.kit.values import reading

MOST = 40
"""Pictures that are kept: of every page, on light and on dark."""

OWN = {
    "overview": "overview.thumbnail",
    "data": "data.figures.thumbnail",
    "lessons": "lessons.thumbnail",
    "release": "release.thumbnail",
}
"""What draws the picture of a page whose view has no figure."""

AT = {"who_pays": {"who_pays_figure": "along"}, "geometry": {"epsilon": "0.1"}}
"""What the address of a page says where its first figure is hardly seen so small."""


@cached.memoized(MOST, copied=False)
def of_page(name: str, *, dark: bool) -> str:
    """Return HTML of a page's picture, which says nothing that its sentence does not."""
    svg = b64encode(_drawn(name, dark=dark).encode()).decode()
    return f'<img class="thumbnail" alt="" src="data:image/svg+xml;base64,{svg}">'


def _drawn(name: str, *, dark: bool) -> str:
    if name in OWN:
        return str(paths.module(OWN[name]).drawn(dark=dark))
    asked = paths.module(f"{name}.values").question(reading(AT.get(name, {})))
    shown = paths.module(f"{name}.view").view(asked, cached.RECORDS)
    return thumbnail.drawn(shown.draw(dark=dark, phone=False))
