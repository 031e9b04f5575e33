r"""Markdown as the pages write it, made HTML, of which it has none itself; formulas become MathML.

Examples
--------
>>> print(inline("**At ε = 1**, `a` costs little"))
<strong>At ε = 1</strong>, <code>a</code> costs little
"""

import re
from functools import cache

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from server.scripts.units import UNITS

TOGETHER = re.compile(rf"(?<=\d) (?={UNITS})|(?<=±) (?=\d)")
LONG = 23
"""Signs of a formula within a line that a phone of 320 pixels has room for."""

BADGE = re.compile(r":(\w+)-badge\[(.*?)\]")


def blocks(said: str) -> Markup:
    """Return some paragraphs."""
    return _finished(_reader().render(_joined(said)))


def inline(said: str) -> Markup:
    """Return one paragraph without its tag."""
    return _finished(_reader().renderInline(_joined(said)))


def _joined(said: str) -> str:
    """Return a text in which no line ends between a number and its unit, as on the live pages."""
    return TOGETHER.sub("\u00a0", said)


def _finished(html: str) -> Markup:
    """Return the same with Streamlit's badges, whose texts are escaped by now."""
    return Markup(BADGE.sub(r'<span class="badge \1">\2</span>', html))


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return reader.use(dollarmath_plugin, renderer=_formula)


def _formula(tex: str, options: dict[str, bool]) -> str:
    # What may be wider than a phone is scrolled there, by the keyboard, too: no browser breaks it.
    if options["display_mode"]:
        return f'<span class="formula" tabindex="0">{convert(tex, display="block")}</span>'
    made = str(convert(tex))
    is_long = len(Markup(made).striptags()) > LONG
    return f'<span class="long" tabindex="0">{made}</span>' if is_long else made
