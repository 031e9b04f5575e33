"""The front page's instrument: its content, and its first place as HTML."""

from markupsafe import Markup

from edition.drawing.render import SvgRenderer
from pages.kit import text
from pages.overview import figures

DRAW = """([script, style, data, width]) => {
  const place = document.createElement("div");
  place.style.width = `${width}px`;
  const look = document.createElement("style");
  look.textContent = style;
  document.body.append(look, place);
  return import("data:text/javascript," + encodeURIComponent(script)).then(({default: draw}) => {
    draw({data, parentElement: place});
    return new Promise((done) => new ResizeObserver(() => done(place.innerHTML)).observe(place));
  });
}"""

WIDTHS = {"wide": 1120, "narrow": 358}
"""Pixels on a desktop, where it is wider than a figure, and on a phone."""

START = 1.0
"""The ε at which the dial stands first."""


def content(epsilon: float = START) -> figures.Content:
    """Return what the instrument's script draws, its dial at the place nearest to an ε."""
    return figures.content() | {"start": figures.nearest(epsilon)}


def render(renderer: SvgRenderer, epsilon: float = START) -> dict[str, Markup]:
    """Return the instrument as it stands at an ε, by width: as HTML, for whoever runs no script."""
    module = (text.INSTRUMENT / "instrument.js").read_text("utf-8")
    style, data = text.style_of_instrument(), content(epsilon)
    return {
        side: Markup(renderer.evaluate(DRAW, [module, style, data, width], width=width))
        for side, width in WIDTHS.items()
    }
