"""The front page's instrument: its content, and its first place as HTML."""

from collections.abc import Mapping

from markupsafe import Markup

from edition.drawing.render import SvgRenderer
from pages.kit import text
from pages.kit.values import reading
from pages.overview.figures import Content
from pages.overview.values import EPSILON, question
from pages.overview.view import view

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

START = {EPSILON.name: "1"}
"""The address at which the dial stands first."""


def content(texts: Mapping[str, str] = START) -> Content:
    """Return what the instrument's script draws at an address."""
    return view(question(reading(texts))).answer


def render(renderer: SvgRenderer, texts: Mapping[str, str] = START) -> dict[str, Markup]:
    """Return the instrument at an address, by width: as HTML, for whoever runs no script."""
    module = (text.INSTRUMENT / "instrument.js").read_text("utf-8")
    style, data = text.style_of_instrument(), content(texts)
    return {
        side: Markup(renderer.evaluate(DRAW, [module, style, data, width], width=width))
        for side, width in WIDTHS.items()
    }
