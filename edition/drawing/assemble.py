"""A picture as files: its first place in HTML, and a script with all of its places."""

import base64
import hashlib
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup
from PIL import Image

from edition import prose
from edition.dials import DialPicture, DialPlace
from edition.drawing.patches import patches
from edition.drawing.render import WIDTHS, SvgRenderer
from edition.shared import SharedPlace
from edition.shared import places as places_with_a_link
from pages.kit import paths
from pages.kit.figures.table import as_csv, as_html
from pages.kit.view import View

MOST_LONGEST = 5
"""Sentences of which one will take most lines, whatever the width."""

AROUND = 470
"""Pixels above and below a figure: its sentence, its dial, and what stands under it."""

MOST_ROWS, THE_REST = 40, "The live page's CSV has all."
"""Of the table behind a figure: a page is to be read as a file, and has one for each figure."""

HEIGHT = re.compile(r'<svg [^>]*height="(\d+)"')
IMAGE = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=]+)")


class Images(dict[str, bytes]):
    """Files that figures show, by their names below the edition's folder."""


@dataclass(frozen=True)
class ShownPicture:
    """A picture as the templates need it.

    `svg` is the figure at the first place, by width, and `table` its numbers; places are what a
    turn changes. `shared` are the places that have a link of their own, with a desktop's figure.
    """

    picture: DialPicture
    svg: dict[str, Markup]
    places: tuple[Mapping[str, object], ...]
    images: Images
    shared: tuple[SharedPlace, ...]
    table: Markup

    @property
    def name(self) -> str:
        """The name of the picture's files: the live page's address."""
        return paths.address_of(self.picture.page)

    @property
    def first(self) -> DialPlace:
        """Where the dial stands."""
        return self.picture.places[self.picture.dial.first]

    @property
    def sentence(self) -> Markup:
        """The sentence there."""
        return prose.inline(self.first.view.sentence)

    @property
    def longest(self) -> list[Markup]:
        """The longest sentences: which of them takes most lines depends on the width."""
        said = [prose.inline(place.view.sentence) for place in self.picture.places]
        return sorted(said, key=lambda sentence: -len(sentence.striptags()))[:MOST_LONGEST]

    @property
    def height(self) -> int:
        """Pixels of a frame in which it has room, on a desktop and on most phones."""
        return AROUND + max(
            int(found[1]) for svg in self.svg.values() if (found := HEIGHT.search(svg))
        )

    @property
    def script(self) -> str:
        """All places, as a classic script: from a file, browsers fetch nothing else."""
        data = {"base": {**self.svg, "table": self.table}, "places": self.places}
        written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"explorer.picture({json.dumps(self.name)}, {written});\n"


def assemble(picture: DialPicture, renderer: SvgRenderer) -> ShownPicture:
    """Draw a picture at all places of its dial."""
    images, name = Images(), paths.address_of(picture.page)
    svgs = [figure(place.view, renderer, name, images) for place in picture.places]
    base, tables = svgs[picture.dial.first], [table(place.view, name) for place in picture.places]
    numbers = tables[picture.dial.first]
    places = tuple[Mapping[str, object], ...](
        {
            "name": place.name,
            "sentence": prose.inline(place.view.sentence),
            "alt": place.view.alt,
            "made": prose.inline(place.view.made),
            "address": place.texts,
            **{side: patches(base[side], svg[side]) for side in WIDTHS},
            "table": [] if rows == numbers else [(0, len(numbers), rows)],
        }
        for place, svg, rows in zip(picture.places, svgs, tables, strict=True)
    )
    dial = picture.dial
    shared = tuple(
        SharedPlace(
            f"{name}.html",
            at,
            (dial.value.name, picture.places[at].texts[dial.value.name]),
            prose.inline(picture.places[at].view.sentence).striptags(),
            # An image of a figure's own is a file, which a card does not find.
            "" if images else svgs[at]["wide"],
        )
        for at in places_with_a_link(len(svgs), dial.first)
    )
    return ShownPicture(picture, base, places, images, shared, numbers)


def table(shown: View[Any], called: str) -> Markup:
    """Return the numbers of a figure as a table, those that the live page saves as CSV."""
    rows = shown.rows()
    return Markup(as_html(called, as_csv(rows), most=MOST_ROWS, rest=THE_REST) if len(rows) else "")


def figure(shown: View[Any], renderer: SvgRenderer, name: str, images: Images) -> dict[str, Markup]:
    """Draw a figure for a desktop and for a phone, the names in it beginning with `name`.

    Its images become files: both widths share them, and the text stays short.
    """

    def file_of(found: re.Match[str]) -> str:
        content = _smaller(base64.b64decode(found[1]))
        file = f"pictures/{name}-{hashlib.sha256(content).hexdigest()[:12]}.webp"
        images[file] = content
        return file

    def svg(side: str) -> Markup:
        phone = side == "narrow"
        light, dark = (shown.draw(dark=dark, phone=phone) for dark in (False, True))
        themed = renderer.themed(light, dark, WIDTHS[side], f"{name}-{side}")
        return Markup(IMAGE.sub(file_of, themed))  # Plotly escapes what figures say.

    return {side: svg(side) for side in WIDTHS}


@cache  # Both widths show it.
def _smaller(png: bytes) -> bytes:
    """Return an image as WebP: the same pixels in three fifths of the bytes."""
    with io.BytesIO() as file:
        Image.open(io.BytesIO(png)).save(file, "WEBP", lossless=True, quality=100, method=5)
        return file.getvalue()
