r"""Markdown as the lessons write it, made HTML for a learning platform; formulas stand in \( \).

Both platforms' own filters show these as formulas (MathJax); where there is none, TeX is read.

Examples
--------
>>> to_html("At most $e^ε$, **not** 1 < 2.")
'<p>At most <span class="math inline">\\(e^ε\\)</span>, <strong>not</strong> 1 &lt; 2.</p>'
"""

from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def to_html(text: str) -> str:
    """Return paragraphs as HTML that is XML, too."""
    return str(_reader().render(text)).strip()


@cache
def _reader() -> "MarkdownIt":
    # Whoever has the laboratory alone has neither, and asks for no quiz.
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    reader = MarkdownIt("commonmark", {"html": False, "xhtmlOut": True})
    return reader.use(dollarmath_plugin, renderer=_formula)


def _formula(tex: str, options: dict[str, bool]) -> str:
    before, after = ("\\[", "\\]") if options["display_mode"] else ("\\(", "\\)")
    return f"{before}{escape(tex, quote=False)}{after}"
