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

GIVEN = "idleness, makeRange, makeTurns"
TAKES = f'import {{ {GIVEN} }} from "./dial.js";'
GIVES = "export default function ("
"""What the scripts of dial and instrument have of each other, and what a server has of them."""

WIDTHS = {"wide": 1120, "narrow": 358}
"""Pixels on a desktop, where it is wider than a figure, and on a phone."""

START = {EPSILON.name: "1"}
"""The address at which the dial stands first."""


def module() -> str:
    """Return the scripts of dial and instrument as one module, which asks for no other."""
    return _as(_source("dial"), {"export function": "function", "export const": "const"}) + _as(
        _source("instrument"), {TAKES: ""}
    )


def classic(name: str) -> str:
    """Return the script of a component as a page without a server runs it: no module."""
    told = {
        "dial": {"export function": "function", "export const": "const"},
        "instrument": {
            TAKES: f"const {{ {GIVEN} }} = explorer;",
            GIVES: "explorer.instrument = function (",
        },
    }[name]
    given = f"Object.assign(explorer, {{ {GIVEN} }});\n" if name == "dial" else ""
    return f"{{\n{_as(_source(name), told)}{given}}}\n"


def _source(name: str) -> str:
    return (text.COMPONENTS / f"{name}.js").read_text("utf-8")


def _as(source: str, instead: Mapping[str, str]) -> str:
    for said, other in instead.items():
        if said not in source:
            raise ValueError(f"The script must say {said!r}.")
        source = source.replace(said, other)
    return source


def content(texts: Mapping[str, str] = START) -> Content:
    """Return what the instrument's script draws at an address."""
    return view(question(reading(texts))).answer


def render(renderer: SvgRenderer, texts: Mapping[str, str] = START) -> dict[str, Markup]:
    """Return the instrument at an address, by width: as HTML, for whoever runs no script."""
    style, data = text.style_of("dial") + text.style_of("instrument"), content(texts)
    return {
        side: Markup(renderer.evaluate(DRAW, [module(), style, data, width], width=width))
        for side, width in WIDTHS.items()
    }
