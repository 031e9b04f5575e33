"""The front page's instrument: its content, and its first place as HTML."""

from markupsafe import Markup

from edition.drawing.drawn import Easel
from pages.kit import text
from pages.overview import figures

DRAW = """([script, style, data]) => {
  const place = document.createElement("div");
  place.style.width = "1120px";
  const look = document.createElement("style");
  look.textContent = style;
  document.body.append(look, place);
  return import("data:text/javascript," + encodeURIComponent(script)).then(({default: draw}) => {
    draw({data, parentElement: place});
    return new Promise((done) => new ResizeObserver(() => done(place.innerHTML)).observe(place));
  });
}"""

START = 1.0
"""The ε at which the dial stands first."""


def content(epsilon: float = START) -> figures.Content:
    """Return what the instrument's script draws, its dial at the place nearest to an ε."""
    return figures.content() | {"start": figures.nearest(epsilon)}


def drawn(easel: Easel, epsilon: float = START) -> Markup:
    """Return the instrument as it stands at an ε: as HTML, for whoever runs no script."""
    module = (text.INSTRUMENT / "instrument.js").read_text("utf-8")
    return Markup(easel.asked(DRAW, [module, text.style_of_instrument(), content(epsilon)]))
