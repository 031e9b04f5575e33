r"""Markdown as the pages write it, made HTML, of which it has none itself; formulas become MathML.

Examples
--------
>>> print(inline("**At most**, `a` costs little"))
<strong>At most</strong>, <code>a</code> costs little
>>> print(inline("TU Theorem 7"))
<a href="references.html#TU">TU</a> Theorem 7
"""

import re
from collections.abc import Sequence
from functools import cache

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from pages.kit import text

UNITS = r"%|(?:points?|people|records?|draws?|times|in 100)\b"

TOGETHER = re.compile(
    rf"(?<=\d) (?={UNITS})|(?<=±) (?=\d)|(?<=\b[εδλγnDdk]) (?==)|(?<=\b[εδλγnDdk] =) (?=\S)"
)
"""A blank at which no line ends: before a unit, and in an equation."""

LONG = 23
"""Signs of a formula within a line that a phone of 320 pixels has room for."""

KEYS = re.compile(rf"\b({'|'.join(re.escape(each['key']) for each in text.references())})\b")
"""What stands for a paper."""

BADGE = re.compile(r":(\w+)-badge\[(.*?)\]")


def blocks(said: str) -> Markup:
    """Return some paragraphs."""
    return _finished(_reader().render(said))


def inline(said: str) -> Markup:
    """Return one paragraph without its tag."""
    return _finished(_reader().renderInline(said))


def anchor(key: str) -> str:
    """Return what a reference is called in an address.

    Examples
    --------
    >>> anchor("Balle, Cherubin and Hayes 2022")
    'Balle-Cherubin-and-Hayes-2022'
    """
    return re.sub(r"\W+", "-", key)


def _finished(html: str) -> Markup:
    """Return the same with Streamlit's badges, whose texts are escaped by now."""
    return Markup(BADGE.sub(r'<span class="badge \1">\2</span>', html))


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    # What may be wider than a phone is scrolled there.
    begin = '<div class="scrolled" tabindex="0" role="group" aria-label="Table"><table>'
    reader.add_render_rule("table_open", lambda *_: begin)
    reader.add_render_rule("table_close", lambda *_: "</table></div>")
    reader.add_render_rule("text", _linked)
    return reader.use(dollarmath_plugin, renderer=_formula)


def _linked(_: object, tokens: Sequence[Token], at: int, *__: object) -> str:
    """Return a text with links from keys of papers to their references; units stay with numbers.

    Code and formulas are no texts.
    """
    return KEYS.sub(
        lambda found: f'<a href="references.html#{anchor(found[0])}">{found[0]}</a>',
        TOGETHER.sub("\u00a0", escapeHtml(tokens[at].content)),
    )


def _formula(tex: str, options: dict[str, bool]) -> str:
    # What may be wider than a phone is scrolled there, by the keyboard, too: no browser breaks it.
    if options["display_mode"]:
        return f'<span class="formula" tabindex="0">{convert(tex, display="block")}</span>'
    made = str(convert(tex))
    is_long = len(Markup(made).striptags()) > LONG
    return f'<span class="long" tabindex="0">{made}</span>' if is_long else made
