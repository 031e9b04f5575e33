"""Four ways to serve predictions: how each is drawn, and who asks what, when, as small drawings.

A drawing reads from top to bottom, as time goes: at the left who asks, at the right who has the
records. Two arrows differ in their heads and dashes as well as in colour.
"""

import html
import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pages.kit.figures import style
from pages.kit.figures.style import LOOKS, Look, Palette

WAY_LOOKS = {
    "functional": LOOKS["objective"],
    "tddl_gaussian": replace(LOOKS["objective_tight"], dash="longdash", mark="triangle-up"),
    "tddl_laplace": replace(LOOKS["output"], dash="dashdot"),
    "pinp": replace(LOOKS["objective_2008"], dash="longdashdot", mark="diamond"),
}
"""Of each way, in the order of the legend: colours of mechanisms, since no figure shows both."""

WIDTH, HEIGHT = 300, 170
ASKS, KNOWS = 52, 248
"""Where the lines of who asks and of who knows stand."""


def look(way: str, *, broken: bool) -> Look:
    """Return how a way is drawn: dotted and hollow where its plan does not keep its claim."""
    usual = WAY_LOOKS[way]
    return replace(usual, dash="dot", mark=f"{usual.mark}-open") if broken else usual


def color(way: str, *, dark: bool) -> str:
    """Return the colour of a way in the theme in use."""
    return WAY_LOOKS[way].dark if dark else WAY_LOOKS[way].light


def decades(values: Iterable[float]) -> list[int]:
    """Return the ends of a logarithmic axis that holds positive values, in decades."""
    logs = [math.log10(each) for each in values if each > 0]
    low, high = math.floor(min(logs)), math.ceil(max(logs))
    return [low, max(high, low + 1)]


@dataclass(frozen=True)
class Message:
    """An arrow of a drawing.

    Parameters
    ----------
    y : int
        Its height, from the top.
    text : str
        What stands on it.
    is_answer : bool
        Whether it goes from who knows to who asks.
    """

    y: int
    text: str
    is_answer: bool = False


MESSAGES: dict[str, tuple[Message, ...]] = {
    "interactive": (
        Message(52, "z₁"),
        Message(74, "answer", is_answer=True),
        Message(98, "z₂, chosen after it"),
        Message(120, "answer", is_answer=True),
    ),
    "semi-interactive": (
        Message(60, "T points, all at once"),
        Message(92, "one classifier", is_answer=True),
    ),
    "non-interactive": (Message(60, "one function", is_answer=True),),
}
LATER = {
    "interactive": "… up to T questions",
    "semi-interactive": "then any point, without asking",
    "non-interactive": "then any point, without asking",
}
"""What stands at the bottom."""


def drawing(model: str, *, alt: str, dark: bool) -> str:
    """Return a drawing of one model as an HTML picture.

    The model is a key of `MESSAGES`, and `alt` the drawing in words.
    """
    colours = style.palette(dark)
    parts = [_life(ASKS, "who asks", colours), _life(KNOWS, "n records", colours)]
    parts += [_arrow(each, colours) for each in MESSAGES[model]]
    parts.append(_text(WIDTH / 2, HEIGHT - 8, LATER[model], colours.quiet))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{style.TEXT_FONT}" font-size="14">{"".join(parts)}</svg>'
    )
    # Streamlit leaves no SVG in a page's HTML, but pictures.
    data = b64encode(svg.encode()).decode()
    css = "display: block; width: 100%; max-width: 22rem"
    return f'<img alt="{html.escape(alt)}" style="{css}" src="data:image/svg+xml;base64,{data}">'


def _life(x: int, name: str, colours: Palette) -> str:
    box = (
        f'<rect x="{x - 46}" y="4" width="92" height="26" rx="5" fill="none" '
        f'stroke="{colours.quiet}"/>'
    )
    line = _path([(x, 30), (x, HEIGHT - 26)], colours.grid, "")
    return line + box + _text(x, 22, name, colours.ink)


def _arrow(message: Message, colours: Palette) -> str:
    start, end = (KNOWS, ASKS) if message.is_answer else (ASKS, KNOWS)
    color = colours.methods["objective"] if message.is_answer else colours.quiet
    back = 7 if message.is_answer else -7
    head = f"M{end + back} {message.y - 4}L{end} {message.y}L{end + back} {message.y + 4}"
    filling = color if message.is_answer else "none"
    dashes = "" if message.is_answer else "4 3"
    return (
        _path([(start, message.y), (end, message.y)], color, dashes)
        + f'<path d="{head}" fill="{filling}" stroke="{color}" stroke-width="1.6"/>'
        + _text(WIDTH / 2, message.y - 5, message.text, colours.ink)
    )


def _path(points: Sequence[tuple[int, int]], color: str, dashes: str) -> str:
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    look = f'fill="none" stroke="{color}" stroke-width="1.6" stroke-dasharray="{dashes}"'
    return f'<path d="{d}" {look}/>'


def _text(x: float, y: float, text: str, color: str) -> str:
    return f'<text x="{x:g}" y="{y}" text-anchor="middle" fill="{color}">{text}</text>'
