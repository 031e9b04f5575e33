"""Prose and help texts, loaded from the files beside the pages."""

import tomllib
from functools import cache
from pathlib import Path

PAGES = Path(__file__).parents[1]
ASSETS = PAGES.parent / "assets"


@cache
def sections(page: str) -> dict[str, str]:
    """Return the prose of a page by heading; what stands before the first is called "lead"."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    lead, *rest = text.split("\n## ")
    parts = (part.partition("\n") for part in rest)
    return {"lead": lead.strip()} | {heading.strip(): body.strip() for heading, _, body in parts}


@cache
def _helps() -> dict[str, str]:
    return tomllib.loads((ASSETS / "help.toml").read_text(encoding="utf-8"))


def help_on(control: str) -> str:
    """Return the one-line help of a control."""
    return _helps()[control]


@cache
def script(name: str) -> str:
    """Return the template of an exported script."""
    return (ASSETS / "scripts" / f"{name}.txt").read_text(encoding="utf-8")


MARKDOWN = frozenset(r"\`*_[]<>$~|:")


def literal(text: str) -> str:
    """Return what comes from a visitor's file so that markdown shows it as it is."""
    return "".join(f"\\{sign}" if sign in MARKDOWN else sign for sign in text)
