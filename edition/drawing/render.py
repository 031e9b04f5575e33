"""A figure as SVG: drawn by Plotly in Chromium at build, in colours that follow the theme.

A reader's browser draws nothing: it has the picture at every place of the dial, and no library.
Colours are names of custom properties, so that one picture serves both themes, and paper. What is
an image, as a map of errors is, has its colours in itself: there the picture of the dark theme is
drawn too, and its parts that differ stand beside the light one's.

Examples
--------
>>> coloured("fill: rgb(253, 252, 250);")
'fill: var(--ground);'
"""

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from html import escape
from itertools import count
from pathlib import Path

import plotly
from playwright.sync_api import Page, ViewportSize, sync_playwright

from edition.drawing.chromium import executable
from edition.drawing.patches import PART
from pages.kit.figures.style import DARK, LIGHT, FigureDict, Palette
from pages.kit.text import PAGES

PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
FONTS = PAGES.parent / "assets" / "fonts"

WIDTHS = {"wide": 880, "narrow": 358}
"""Pixels of a figure on a desktop, and on a phone of 390."""

HEIGHT = 450
"""Of a figure that says nothing, as Plotly has it."""

DRAW = """async ([figure, width]) => {
  let last = 1; // Plotly names parts by chance: here the same in each build.
  Math.random = () => (last = (16807 * last) % 2147483647) / 2147483647;
  const layout = {...figure.layout, width, updatemenus: [], sliders: []};
  const {height = HEIGHT} = layout;
  const drawn = {data: figure.data, layout, config: {staticPlot: true}};
  const address = await Plotly.toImage(drawn, {format: "svg", width, height});
  return decodeURIComponent(address.slice(address.indexOf(",") + 1));
}""".replace("HEIGHT", str(HEIGHT))

LIGHT_DARK = re.compile(r"light-dark\((#\w+), (#\w+)\)")
COLOUR = re.compile(r"rgb\((\d+), (\d+), (\d+)\)")
OURS = re.compile(r'\bid="defs-([0-9a-f]{6})"')
CLASS = re.compile(r' class="[^"]*"')
"""What no style here asks for."""

CLIPS = re.compile(r'\bid="clip([0-9a-f]{6})"')
"""What contours are cut with: several figures of one page have names of their own."""

OUTER, ATTRIBUTE = re.compile(r"\A<svg [^>]*>"), re.compile(r' [\w:-]+="[^"]*"')
"""The outer tag, whose attributes Plotly writes in one order or in another."""

POINTS = re.compile(r'<g>((?:<path transform="[^"]*" d="[^"]*" style="[^"]*"/>){2,})</g>')
POINT = re.compile(r'<path transform="translate\(([^)]*)\)" ([^>]*)/>')


CARD: ViewportSize = {"width": 1200, "height": 630}
CARD_STYLE = (
    "position: fixed; inset: 0; z-index: 1; padding: 48px 56px; font: 22px Inter, sans-serif;"
    " background: var(--ground); color: var(--ink)"
)
LAY_CARD = """(html) => {
  const card = document.createElement("div");
  card.id = "card";
  card.innerHTML = html;
  document.body.append(card);
  const svg = card.querySelector("h1 + svg");
  if (svg) Object.assign(svg.style, { width: "1088px", height: "440px", maxWidth: "none" });
}"""


class SvgRenderer:
    """A page of Chromium on which Plotly draws."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def evaluate(self, script: str, given: object, *, width: int = 1000) -> str:
        """Return what a script answers in a window of so many pixels."""
        self._page.set_viewport_size({"width": width, "height": 900})
        return str(self._page.evaluate(script, given))

    def svg(self, figure: FigureDict, width: int, name: str) -> str:
        """Return a figure as SVG, its identifiers beginning with a name: two are equal twice."""
        svg = CLASS.sub("", self.evaluate(DRAW, [figure, width]))
        found = OURS.search(svg)
        svg = svg.replace(found[1], name) if found else svg
        for number, clip in enumerate(CLIPS.findall(svg)):
            svg = svg.replace(f"clip{clip}", f"clip-{name}-{number}")
        return OUTER.sub(_in_order, _as_markers(svg, name))

    def themed(self, light: FigureDict, dark: FigureDict, width: int, name: str) -> str:
        """Return a figure as SVG that follows the theme."""
        svg = self.svg(light, width, name)
        return coloured(_both(svg, self.svg(dark, width, name)) if "<image" in svg else svg)

    def card(self, title: str, figure: str) -> bytes:
        """Return what a link to a page shows where it is pasted: its title over its figure, PNG.

        The figure is an SVG, or other HTML.
        """
        palette = properties(dark=False)
        self._page.set_viewport_size(CARD)
        self._page.evaluate(
            LAY_CARD, f'<div style="{palette} {CARD_STYLE}"><h1>{escape(title)}</h1>{figure}</div>'
        )
        card = self._page.screenshot()
        self._page.evaluate("document.getElementById('card').remove()")
        return card


@contextmanager
def svg_renderer() -> Iterator[SvgRenderer]:
    """Open Chromium with Plotly and the fonts of the figures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(f"<style>{_faces()}</style><p>ε b</p>")
        page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
        page.add_script_tag(path=PLOTLY)
        yield SvgRenderer(page)
        browser.close()


def _faces() -> str:
    """Return Inter as the dashboard has it: words are measured before they are placed."""
    ranges = {"latin": "U+0-2FF, U+2000-2BFF", "greek": "U+370-3FF"}
    return "".join(
        f"@font-face {{ font-family: Inter; font-weight: 100 900; unicode-range: {signs};"
        f" src: url(data:font/woff2;base64,{_encoded(f'inter-{part}.woff2')}); }}"
        for part, signs in ranges.items()
    )


def _encoded(file: str) -> str:
    return base64.b64encode((FONTS / file).read_bytes()).decode()


def _in_order(found: re.Match[str]) -> str:
    """Return a tag with its attributes in the order of their names."""
    return f"<svg{''.join(sorted(ATTRIBUTE.findall(found[0])))}>"


def _as_markers(svg: str, name: str) -> str:
    """Return an SVG with points that look alike as one path, which is marked with them.

    A browser lays out one part in place of hundreds, and draws the same: each point as a whole, in
    the order of the records.
    """
    number = count()

    def marked(found: re.Match[str]) -> str:
        places, looks = zip(*POINT.findall(found[1]), strict=True)
        if len(set(looks)) > 1:
            return found[0]
        marker = f"{name}-point-{next(number)}"
        return (
            f'<g><marker id="{marker}" markerUnits="userSpaceOnUse" overflow="visible">'
            f"<path {looks[0]}/></marker>"
            f'<path d="M{"L".join(places)}" style="fill: none; marker: url(#{marker})"/></g>'
        )

    return POINTS.sub(marked, svg)


def coloured(svg: str) -> str:
    """Return an SVG whose colours are the names of the palette's."""
    names = _names()
    return COLOUR.sub(lambda found: names.get(_hex(found), found[0]), svg)


def properties(*, dark: bool) -> str:
    """Return the palette of a theme as custom properties, and what `either` asks for."""
    palette = "".join(f" --{name}: {colour};" for name, colour in _flat(DARK if dark else LIGHT))
    return f"--light: {'' if dark else 'initial'}; --dark: {'initial' if dark else ''};{palette}"


def either(light: str, dark: str) -> str:
    """Return a colour for each theme, as any browser reads it.

    What CSS calls `light-dark` is from 2024. A property that is "initial" has no value, so that
    `var` takes what stands beside it; an empty one is nothing.
    """
    return f"var(--light, {light}) var(--dark, {dark})"


def without_light_dark(css: str) -> str:
    """Return a style sheet for browsers from before 2024 as well.

    Examples
    --------
    >>> without_light_dark("color: light-dark(#fff, #000);")
    'color: var(--light, #fff) var(--dark, #000);'
    """
    return LIGHT_DARK.sub(lambda found: either(*found.groups()), css)


def _hex(found: re.Match[str]) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in found.groups())


@cache
def _names() -> dict[str, str]:
    """Return the custom property of each colour; of two names for a colour, the first."""
    dark, names = dict(_flat(DARK)), dict[str, str]()
    for name, colour in _flat(LIGHT):
        first = names.setdefault(colour, f"var(--{name})")
        if dark[name] != dark[first[6:-1]]:
            raise ValueError(f"{colour} is {first} and --{name}, which differ in the dark theme.")
    return names


def _flat(palette: Palette) -> Iterator[tuple[str, str]]:
    for field in fields(palette):
        value = getattr(palette, field.name)
        if isinstance(value, str):
            yield field.name, value
        elif isinstance(value, dict):
            yield from ((f"{field.name}-{key}", colour) for key, colour in value.items())
        else:
            yield from ((f"{field.name}-{key}", colour) for key, colour in enumerate(value))


def _both(light: str, dark: str) -> str:
    """Return two pictures as one: where they differ, each part is seen in its theme alone."""
    pairs = zip(PART.findall(light), PART.findall(dark), strict=True)
    return "".join(one if one == other else _apart(one, other) for one, other in pairs)


def _apart(light: str, dark: str) -> str:
    """Return a part with two colours, or two parts."""
    if COLOUR.sub("", light) == COLOUR.sub("", dark):
        others = COLOUR.finditer(dark)
        return COLOUR.sub(lambda found: _pair(found, next(others)), light)
    if not (light.endswith("/>") and dark.endswith("/>")):
        raise ValueError(f"Themes differ in more than a part of their own: {light} and {dark}")
    return "".join(
        part.replace(" ", f' class="only-{theme}" ', 1)
        for theme, part in (("light", light), ("dark", dark))
    )


def _pair(light: re.Match[str], dark: re.Match[str]) -> str:
    """Return a colour of the palette as it is, and any other with its other theme's."""
    is_named = _hex(light) in _names()
    return light[0] if is_named else either(_hex(light), _hex(dark))
