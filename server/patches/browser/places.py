"""Streamlit's script that lays elements out: a figure stays where it was drawn.

As it comes, a figure whose data changed is another element: the one before is taken away and the
new one made from nothing, so that for some frames nothing is there. Rewritten, the figure at a
place is the same element whatever it shows, and `figures` has Plotly draw the new data into it.

Measured while ε moved ten steps a page, at two speeds: on Trade-off a figure was missing in 3 to 8
of each 100 frames, on Geometry in 10 to 15, and with the patch in none.

The script is left as it is where a place is not found, and where `figures` does not apply: a figure
that stayed would show what it showed at first.
"""

import re

from server.patches.browser import figures, files
from server.patches.patch import Patch

NAME = "index."
"""How the script's file begins; a hash of its content follows."""

KEYED = re.compile(
    r"(visitElementNode\((\w+)\)\{let \w+=\{[^}]*\},\w+=this\.getCurrentKey\()"
    r"(\w+)(\(\2\.element\)\))"
)
"""Where an element among its siblings is known by its id, which follows from its content."""

INSIDE = re.compile(
    r"(case`plotlyChart`:\{let (\w+)=[^;]*;return [^;]*?\{element:\2,\.\.\.\w+\}),\2\.id\)"
)
"""Where a figure is known by its id once more."""

KEPT = re.compile(r"(new Set\(\[`toast`,`audio`,`video`,)(`cameraInput`,`audioInput`\]\))")
"""Which elements are not kept in the page when another one takes their place."""

PLACES = (KEYED, INSIDE, KEPT)


def is_known(script: str) -> bool:
    """Tell whether this is the script for which the patch was written."""
    return all(len(place.findall(script)) == 1 for place in PLACES)


def applies() -> bool:
    """Tell whether one of the installed scripts is that one, and figures draw new data."""
    return figures.applies() and sum(map(is_known, files.scripts(NAME).values())) == 1


def rewritten(script: str) -> str:
    """Return the script in which a figure is known by its place; as it is, if that cannot be."""
    if not (is_known(script) and figures.applies()):
        return script
    script = KEYED.sub(r"\1\2.element.type===`plotlyChart`?void 0:\3\4", script)
    script = INSIDE.sub(r"\1)", script)
    return KEPT.sub(r"\1`plotlyChart`,\2", script)


PATCH = Patch(
    holds="a figure stays in its place when its data change",
    targets=(
        "streamlit/static/static/js/index.*.js",
        "streamlit/static/static/js/PlotlyChart.*.js",
    ),
    versions="streamlit 1.67.0",
    reason="a figure whose data change is taken away, and made anew from nothing",
    worth="while ε moves a figure is missing in 0 frames, in place of 3 to 15 of each 100",
    upstream="streamlit/streamlit#8782 (a way to end it: the pull request #16052, open)",
    is_unsafe_without=False,
    applies=applies,
)
