"""The stories, read by scrolling: each scene is a picture at the settings of its link."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from edition import front, prose
from edition.contents import SCENES
from edition.drawing.drawn import Easel
from edition.drawing.shown import Images, figure
from pages.kit import paths, text


@dataclass(frozen=True)
class ShownScene:
    """A scene as its template needs it.

    The link is that of the live page, below its server. `told` and `sentence` are the story's
    sentence, and the page's; `svg` is by width; `made` says how the numbers were made.
    """

    link: str
    page: str
    told: Markup
    sentence: Markup
    alt: str
    svg: dict[str, Markup]
    made: Markup


def scenes(name: str, easel: Easel, images: Images) -> Iterator[ShownScene]:
    """Yield the scenes of a story in their order."""
    for number, scene in enumerate(text.stories()[name]["scene"], start=1):
        parts = urlsplit(scene["link"])
        page, texts = paths.name_of(parts.path.strip("/")), dict(parse_qsl(parts.query))
        told = prose.inline(scene["sentence"])
        if page == paths.HOME:
            drawn = front.drawn(easel, float(texts["epsilon"]))
            yield ShownScene(scene["link"], page, told, Markup(), "", drawn, Markup())
            continue
        place = SCENES[page](texts)
        svg = figure(place, easel, f"{name}-{number}", images)
        sentence = prose.inline(place.sentence)
        yield ShownScene(
            scene["link"], page, told, sentence, place.alt, svg, prose.inline(place.made)
        )
