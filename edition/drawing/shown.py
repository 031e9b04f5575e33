"""A picture as files: its first place in HTML, and a script with all of its places."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from edition import prose
from edition.dials import DialPicture, DialPlace
from edition.drawing.drawn import WIDTHS, Easel
from edition.drawing.patches import patches
from pages.kit import paths

IMAGE = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=]+)")


@dataclass(frozen=True)
class ShownPicture:
    """A picture as the templates need it.

    Parameters
    ----------
    picture : DialPicture
    svg : mapping
        The figure at the first place, by width.
    places : tuple of dict
        What a turn changes.
    images : mapping
        Files that figures show, by their names below the edition's folder.
    """

    picture: DialPicture
    svg: dict[str, Markup]
    places: tuple[Mapping[str, object], ...]
    images: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """The name of the picture's files: the live page's address."""
        return paths.address_of(self.picture.page)

    @property
    def first(self) -> DialPlace:
        """Where the dial stands."""
        return self.picture.places[self.picture.start]

    @property
    def sentence(self) -> Markup:
        """The sentence there."""
        return prose.inline(self.first.sentence)

    @property
    def script(self) -> str:
        """All places, as a classic script: from a file, browsers fetch nothing else."""
        data = {"base": self.svg, "places": self.places, "images": list(self.images)}
        written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"explorer.picture({json.dumps(self.name)}, {written});\n"


def shown(picture: DialPicture, easel: Easel) -> ShownPicture:
    """DrawnFigure a picture at all places of its dial."""
    images = dict[str, bytes]()
    drawn = {
        side: [_beside(picture, _svg(picture, at, side, easel), images) for at in picture.places]
        for side in WIDTHS
    }
    base = {side: svgs[picture.start] for side, svgs in drawn.items()}
    places = tuple[Mapping[str, object], ...](
        {
            "name": place.name,
            "sentence": prose.inline(place.sentence),
            "alt": place.alt,
            "address": picture.address(place),
            **{side: patches(base[side], drawn[side][at]) for side in WIDTHS},
        }
        for at, place in enumerate(picture.places)
    )
    # Plotly escapes what figures say.
    safe = {side: Markup(svg) for side, svg in base.items()}
    return ShownPicture(picture, safe, places, images)


def _beside(picture: DialPicture, svg: str, images: dict[str, bytes]) -> str:
    """Return a figure whose images are files: widths share them, and the text stays short."""

    def name(found: re.Match[str]) -> str:
        content = base64.b64decode(found[1])
        digest = hashlib.sha256(content).hexdigest()[:12]
        file = f"pictures/{paths.address_of(picture.page)}-{digest}.png"
        images[file] = content
        return file

    return IMAGE.sub(name, svg)


def _svg(picture: DialPicture, place: DialPlace, side: str, easel: Easel) -> str:
    phone = side == "narrow"
    light, dark = (place.draw(dark=dark, phone=phone) for dark in (False, True))
    return easel.themed(light, dark, WIDTHS[side], f"{picture.page}-{side}")
