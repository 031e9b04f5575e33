"""The texts of the pages, loaded from the files in their folders, and what visitors typed.

A page's prose is its `page.md`, its tooltips are `help.toml`, the script that "Code" exports is
`script.txt`, and what draws its figure in a notebook `plot.txt`; a part of a page,
"foundations/game", has its own in its folder. `comparison` has tooltips too: those of the controls
that all pages share.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dpcore.checks import InvalidInput, plain_toml

PAGES = Path(__file__).parents[1]
STORIES = PAGES.parent / "assets" / "stories"
COMPONENTS = PAGES.parent / "assets" / "components"
"""Scripts and styles of dials and the instrument, for a server and for pages without one."""

VERSION = "0.1.0"
"""Of all of it, as in `pyproject.toml`."""

HOW_IT_WORKS = "How this works"
"""The fold at the end of a page."""

TABS = {
    "Mathematics": "The mathematics",
    "Assumptions": "Assumptions",
    "Limits": "What this does not show",
}
"""Its tabs, in this order, and the headings of their texts."""

MATHEMATICS = TABS["Mathematics"]

SIMULATION = "This is a simulation: these numbers use the true data and are not private."
"""Stands above the numbers of every page that simulates."""


@cache
def sections(page: str) -> dict[str, str]:
    """Return the prose of a page or part by heading; before the first stands the "lead"."""
    text = (PAGES / page / "page.md").read_text(encoding="utf-8")
    lead, *rest = text.split("\n## ")
    parts = (part.partition("\n") for part in rest)
    return {"lead": lead.strip()} | {heading.strip(): body.strip() for heading, _, body in parts}


def question(page: str) -> str:
    """Return the question that a page answers, its title."""
    return sections(page)["lead"].partition("\n")[0].removeprefix("# ")


@cache
def statement() -> str:
    """Return what `docs/accessibility.md` says, below its heading."""
    text = (PAGES.parent / "docs" / "accessibility.md").read_text(encoding="utf-8")
    return text.partition("\n")[2]


@cache
def style(name: str = "main") -> str:
    """Return a style sheet: "main" of all pages, "present" of slides, "lesson" of steps."""
    return (PAGES / f"{name}.css").read_text(encoding="utf-8")


@cache
def style_of(component: str) -> str:
    """Return the style sheet of a component: "dial" or "instrument"."""
    return (COMPONENTS / f"{component}.css").read_text(encoding="utf-8")


@cache
def _helps() -> dict[str, str]:
    """Return all help texts: one name means one control, whichever page it stands on."""
    found: dict[str, str] = {}
    for path in sorted(PAGES.rglob("help.toml")):
        found |= tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def help_on(control: str) -> str:
    """Return the one-line help of a control."""
    return _helps()[control]


@dataclass(frozen=True)
class Word:
    """An entry of the glossary: what a word means, and where that stands."""

    name: str
    means: str
    source: str
    page: str
    also: tuple[str, ...] = ()


@cache
def glossary() -> dict[str, Word]:
    """Return the words that are explained, by their names."""
    path = PAGES.parent / "assets" / "glossary.toml"
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["word"]
    each = (Word(**entry | {"also": tuple(entry.get("also", ()))}) for entry in entries)
    return {word.name: word for word in each}


@cache
def references() -> tuple[dict[str, str], ...]:
    """Return what pages and glossary refer to: key, who, title and where of each."""
    path = PAGES.parent / "assets" / "references.toml"
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["reference"])


@cache
def readings() -> tuple[dict[str, Any], ...]:
    """Return courses and books with what goes with their parts: what, who, source, and rows."""
    path = PAGES.parent / "assets" / "reading.toml"
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["reading"])


@cache
def moves() -> tuple[dict[str, Any], ...]:
    """Return the pages and parts that are elsewhere now, as `pages/moved.toml` has them."""
    return tuple(tomllib.loads((PAGES / "moved.toml").read_text(encoding="utf-8")).get("move", ()))


@cache
def script_template(page: str, name: str = "script") -> str:
    """Return the template of a script that a page exports."""
    return (PAGES / page / f"{name}.txt").read_text(encoding="utf-8")


@cache
def stories() -> dict[str, dict[str, Any]]:
    """Return the stories that come with the program, as TOML has them, by their files' names."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(STORIES.glob("*.toml"))
    }


def toml(source: str, wanted: str) -> dict[str, Any]:
    """Return what stands in a visitor's TOML file.

    Raises
    ------
    InvalidInput
        If it is not TOML, or takes too long to parse; the sentence says what is `wanted`.
    """
    try:
        plain_toml("the text", source)
        return tomllib.loads(source)
    except (ValueError, RecursionError) as fault:
        why = f" In this one, {fault}" if isinstance(fault, InvalidInput) else ""
        raise InvalidInput(f"This file cannot be read: it must be {wanted}.{why}") from None


def unbroken(said: str) -> str:
    r"""Return words of which no formula is broken over two lines.

    Examples
    --------
    >>> unbroken("Gamma (ε, δ); δ = 1e-6").split(" ")
    ['Gamma', '(ε,\xa0δ);', 'δ\xa0=\xa01e-6']
    """
    return said.replace("(ε, δ)", "(ε,\xa0δ)").replace("δ = ", "δ\xa0=\xa0")


def with_whole_equations(said: str) -> str:
    """Return a text of ours in which no equation is broken over two lines.

    Names of somebody's own table break as they did: theirs may be long.
    """
    return said.replace(" = ", "\xa0=\xa0")


LINKING = re.compile(r"(www|[:@])(?=[\w/.])", re.I)
FOREIGN = frozenset(r"\`*_[]<>$~|:#!&{}")
WORD_JOINER = "\u2060"


def escape_markdown(text: str) -> str:
    """Return what comes from a visitor so that markdown shows it as it is, and links nowhere.

    Line ends, control characters and marks of writing direction become blanks; signs that markdown
    might read are escaped; an unseen character keeps addresses from being made into links.
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    apart = LINKING.sub(rf"\1{WORD_JOINER}", plain)
    return "".join(f"\\{sign}" if sign in FOREIGN else sign for sign in apart)
