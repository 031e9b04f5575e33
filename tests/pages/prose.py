"""The prose of the screen, sentence by sentence, from page.md, help.toml and modules' strings.

What an f-string computes is written as …, white space is one blank, markdown's emphasis is left
out. Docstrings are no prose of the screen.

Examples
--------
>>> list(sentences("Noise is added. *How much*, ε says."))
['Noise is added.', 'How much, ε says.']
>>> list(texts(ast.parse("f'{name} loses ' + most + ' at most.'")))
['… loses … at most.']
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

COMPUTED = "…"
EMPHASIS = re.compile(r"\*|(?<!\w)_|_(?!\w)")
# A heading, a list's entry and a table's row are paragraphs of their own.
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=- |\d+\. |\|)|^#+ (.*)\n", re.M)
MARK = re.compile(r"^(-|\d+\.) +")
OPENING = r"(?=“|[(\"\[]?[A-ZΔ…$\\αβγδεηκλ‖√\d{])"
END = re.compile(rf"(?<=[.?!])\s+{OPENING}|(?<=[.?!][)”])\s+{OPENING}")


def plain(text: str) -> str:
    """Return a text without emphasis, with one blank between words and one … for each gap."""
    return re.sub(rf"{COMPUTED}+", COMPUTED, " ".join(EMPHASIS.sub("", text).split()))


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a label is one, too."""
    for paragraph in filter(None, PARAGRAPH.split(text)):
        yield from filter(None, END.split(plain(MARK.sub("", paragraph.strip()))))


def of_file(path: Path) -> list[str]:
    """Return the sentences of a page.md, a help.toml or a module."""
    content = path.read_text("utf-8")
    if path.suffix == ".py":
        found = list(texts(ast.parse(content)))
    elif path.suffix == ".toml":
        found = list(_strings(tomllib.loads(content)))
    else:
        found = [content]
    return [sentence for text in found for sentence in sentences(text)]


def _strings(part: object) -> Iterator[str]:
    """Yield the texts of a TOML file, however deep; links are none."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for name, each in inside:
        if isinstance(each, dict | list):
            yield from _strings(each)
        elif isinstance(each, str) and name != "link":
            yield each


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts in a syntax tree; those inside of others, too, but no docstrings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    text = _text(node)
    if text is not None:
        yield text
    for inside in ast.iter_child_nodes(node) if text is None else _computed(node):
        yield from texts(inside)


def _text(node: ast.AST) -> str | None:
    """Return the text that a constant, an f-string or a sum of them makes, or None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or COMPUTED for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = _text(node.left), _text(node.right)
        if sides != (None, None):
            return "".join(COMPUTED if side is None else side for side in sides)
    return None


def _computed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in the gaps of a text."""
    if isinstance(node, ast.FormattedValue):
        yield node.value
    elif _text(node) is None:
        yield node
    else:
        for inside in ast.iter_child_nodes(node):
            yield from _computed(inside)
