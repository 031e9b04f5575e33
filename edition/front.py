"""The front page's instrument: its content, and its first place as HTML."""

import re
from collections.abc import Mapping

from markupsafe import Markup

from edition.drawing.assemble import table as table_of
from edition.drawing.render import SvgRenderer
from edition.shared import SharedPlace, places
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
    for (const each of place.querySelectorAll("input")) each.setAttribute("value", each.value);
    return new Promise((done) => new ResizeObserver(() => done(place.innerHTML)).observe(place));
  });
}"""

COMPONENTS = ("dial", "drawing", "instrument")
"""In an order in which each has what it asks the others for."""

IMPORTS = re.compile(r'^import (\{ .+ \}) from "\./\w+\.js";$', re.M)
EXPORTS = re.compile(r"^export (?=(?:function|const) (\w+))", re.M)
WHOLE = "export default function ("

WIDTHS = {"wide": 1120, "narrow": 358}
"""Pixels on a desktop, where it is wider than a figure, and on a phone."""

START = {EPSILON.name: "1"}
"""The address at which the dial stands first."""


def module() -> str:
    """Return the scripts of the instrument as one module, which asks for no other."""
    scripts = "".join(map(classic, COMPONENTS))
    return f"const explorer = {{}};\n{scripts}export default explorer.instrument;\n"


def classic(name: str) -> str:
    """Return the script of a component as a page without a server runs it: no module.

    What scripts have of each other they have of `explorer`.
    """
    source = (text.COMPONENTS / f"{name}.js").read_text("utf-8")
    given = ", ".join(EXPORTS.findall(source))
    plain = EXPORTS.sub("", IMPORTS.sub(r"const \1 = explorer;", source))
    plain = plain.replace(WHOLE, f"explorer.{name} = function (")
    return f"{{\n{plain}Object.assign(explorer, {{ {given} }});\n}}\n"


def style() -> str:
    """Return the styles of the same."""
    return "".join(map(text.style_of, COMPONENTS))


def content(texts: Mapping[str, str] = START) -> Content:
    """Return what the instrument's script draws at an address."""
    return view(question(reading(texts))).answer


def table() -> Markup:
    """Return its numbers at all places of the dial."""
    return table_of(view(question(reading(START))), "overview")


def render(renderer: SvgRenderer, texts: Mapping[str, str] = START) -> dict[str, Markup]:
    """Return the instrument at an address, by width: as HTML, for whoever runs no script."""
    data = content(texts)
    return {
        side: Markup(renderer.evaluate(DRAW, [module(), style(), data, width], width=width))
        for side, width in WIDTHS.items()
    }


def shared(renderer: SvgRenderer) -> list[SharedPlace]:
    """Return the places of the instrument that have a link of their own."""
    drawn, found = content(), list[SharedPlace]()
    for at in places(len(drawn["stops"]), drawn["told"]["at"]):
        stop = drawn["stops"][at]
        here = (EPSILON.name, stop["epsilon"])
        seen = render(renderer, dict([here]))["wide"]
        smaller = f'<div style="zoom: 0.84">{seen}</div>'  # so that the gauge is on the card
        found.append(SharedPlace("index.html", at, here, "".join(stop["said"]), smaller))
    return found
