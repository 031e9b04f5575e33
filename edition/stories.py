"""The stories, read by scrolling: each scene is a picture at the settings of its link."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from edition import front, prose, views
from edition.drawing.assemble import Images, figure, table
from edition.drawing.render import SvgRenderer
from pages.kit import paths, text


@dataclass(frozen=True)
class ShownScene:
    """A scene as its template needs it.

    The link is that of the live page, below its server. `told` and `sentence` are the story's
    sentence, and the page's; `svg` is by width; `made` says how the numbers were made, and
    they are the `table`.
    """

    link: str
    page: str
    told: Markup
    sentence: Markup
    alt: str
    svg: dict[str, Markup]
    made: Markup
    table: Markup


def scenes(name: str, renderer: SvgRenderer, images: Images) -> Iterator[ShownScene]:
    """Yield the scenes of a story in their order."""
    for number, scene in enumerate(text.stories()[name]["scene"], start=1):
        parts = urlsplit(scene["link"])
        page, texts = paths.name_of(parts.path.strip("/")), dict(parse_qsl(parts.query))
        told = prose.inline(scene["sentence"])
        if page == paths.HOME:
            svg = front.render(renderer, texts)
            numbers = table(views.view(page, texts), f"Scene {number}")
            yield ShownScene(scene["link"], page, told, Markup(), "", svg, Markup(), numbers)
            continue
        place = views.scene(page, texts)
        svg = figure(place, renderer, f"{name}-{number}", images)
        sentence = prose.inline(place.sentence)
        made, numbers = prose.inline(place.made), table(place, f"Scene {number}")
        yield ShownScene(scene["link"], page, told, sentence, place.alt, svg, made, numbers)
