"""Stories: links to pictures with a sentence each, read from a file and written into one.

A file of a story is TOML, as those that ship in `assets/stories`:

    title = "What a class needs to see"
    lead = "What it is about."
    [[scene]]
    link = "/trade-off?epsilon=0.1"
    sentence = "At ε = 0.1 the noise drowns the answer."
    notes = "For the speaker, if there is anything to add: no slide shows it."

It may come from anybody: a link leads to a page of this program and sets values that the page
knows, or the file is refused; texts are shown as text.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from dpcore.checks import InvalidInput, cut
from pages.kit import page, paths, text

LARGEST, MOST_SCENES = 64_000, 30
"""Characters of a file, and scenes of a story."""

LONGEST = {"title": 80, "lead": 300, "link": 2_000, "sentence": 200, "notes": 1_000}
"""Characters of each text. A longer sentence would leave a slide no room for its figure."""


@dataclass(frozen=True)
class StoryScene:
    """A picture and what is said of it.

    The page is named by its folder; `at` is what the address says there, name by name; all else is
    at its default. `notes` are for whoever presents it.
    """

    page: str
    at: tuple[tuple[str, str], ...]
    sentence: str
    notes: str = ""

    @property
    def link(self) -> str:
        """What stands in the address behind the server's name."""
        query = urlencode(self.at)
        return paths.path_of(self.page) + (f"?{query}" if query else "")


@dataclass(frozen=True)
class Story:
    """Scenes in their order, under a title; `lead` says what they are about."""

    title: str
    lead: str
    scenes: tuple[StoryScene, ...]


def read(source: str) -> Story:
    """Return the story in a file.

    Raises
    ------
    InvalidInput
        If it is none, is too long, or leads elsewhere; the sentence says where and what to do.
    """
    if len(source) > LARGEST:
        raise InvalidInput(
            f"A story has at most {LARGEST:,} characters; this file has {len(source):,}."
        )
    return of_contents(text.toml(source, "a story, as it is saved here"))


def decoded(content: bytes) -> Story:
    """Return the story in the bytes of a file.

    Raises
    ------
    InvalidInput
        As `read`; also if it is not text in UTF-8.
    """
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInput(
            "This file is not text in UTF-8, as every story is that was saved here."
        ) from None


def of_contents(contents: Mapping[str, Any]) -> Story:
    """Return the story in what TOML makes of a file.

    Raises
    ------
    InvalidInput
        As `read`.
    """
    given = contents.get("scene", [])
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_SCENES:
        raise InvalidInput(
            f"A story has 1 to {MOST_SCENES} scenes, each after a line [[scene]]; this file has "
            f"{len(given) if isinstance(given, list) else 'none'}."
        )
    scenes = tuple(_scene(number, each) for number, each in enumerate(given, start=1))
    lead = _text(contents, "lead", "The story") if "lead" in contents else ""
    return Story(_text(contents, "title", "The story"), lead, scenes)


def _scene(number: int, given: Any) -> StoryScene:
    where = f"Scene {number}"
    if not isinstance(given, dict):
        raise InvalidInput(f"{where} must be a link and a sentence below a line [[scene]].")
    link, sentence = _text(given, "link", where), _text(given, "sentence", where)
    notes = _text(given, "notes", where) if "notes" in given else ""
    try:
        return replace(scene(link, sentence), notes=notes)
    except InvalidInput as reason:
        raise InvalidInput(f"{where}: {reason}") from None


def scene(link: str, sentence: str) -> StoryScene:
    """Return the scene at a link of this program, or at one to where its page once lay.

    Raises
    ------
    InvalidInput
        If it leads elsewhere, or to a page without a figure, or sets what cannot be used.
    """
    try:
        parts = urlsplit(link)
        parts = urlsplit(paths.moved(parts.path, parts.query) or link)
    except ValueError:  # such as http://[
        parts = urlsplit("//")
    name = {paths.path_of(name): name for name in paths.names()}.get(parts.path, "")
    if parts.scheme or parts.netloc or parts.fragment or not name or not page.about(name).presents:
        raise InvalidInput(
            "a link must begin with a page that has a figure, such as "
            f"/trade-off?epsilon=0.1; got “{cut(link)}”."
        )
    known = {value.name: value for value in page.values_of(name)}
    at = dict(parse_qsl(parts.query, keep_blank_values=True))
    for unknown in at.keys() - known.keys():
        raise InvalidInput(f"{parts.path} has no setting called “{cut(unknown)}”; leave it out.")
    for value_name, said in at.items():
        known[value_name].read(said)
    return StoryScene(name, tuple(at.items()), sentence)


def _text(given: Mapping[str, Any], name: str, where: str) -> str:
    found = given.get(name)
    if not isinstance(found, str) or not (plain := cleaned(found)):
        raise InvalidInput(f'{where} needs a {name}: a text in quotes, {name} = "…".')
    if len(plain) > LONGEST[name]:
        raise InvalidInput(
            f"{where} has a {name} of {len(plain):,} characters; at most {LONGEST[name]:,} are "
            "read. Shorten it."
        )
    return plain


def cleaned(said: str) -> str:
    """Return a text in one line, without signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())


def plain(markdown: str) -> str:
    """Return a sentence of a page without the marks of Markdown."""
    return cleaned(re.sub(r"\\(.)", r"\1", markdown.replace("**", "")))


def offered(markdown: str) -> str:
    """Return a page's sentence as one for a scene; cut behind a word where it is too long."""
    said, most = plain(markdown), LONGEST["sentence"]
    return said if len(said) <= most else said[: most - 1].rpartition(" ")[0] + "…"


def spelled(story: Story) -> str:
    """Return the file of a story, which `read` reads."""
    lines = [_line("title", story.title)]
    lines += [_line("lead", story.lead)] if story.lead else []
    for each in story.scenes:
        lines += ["", "[[scene]]", _line("link", each.link), _line("sentence", each.sentence)]
        lines += [_line("notes", each.notes)] if each.notes else []
    return "\n".join(lines) + "\n"


def _line(name: str, said: str) -> str:
    # JSON's strings are TOML's, but for signs that `cleaned` leaves out.
    return f"{name} = {json.dumps(cleaned(said), ensure_ascii=False)}"


@cache
def shipped() -> dict[str, Story]:
    """Return the stories that come with the program, by the names of their files."""
    return {name: of_contents(contents) for name, contents in text.stories().items()}
