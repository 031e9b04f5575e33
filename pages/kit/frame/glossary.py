"""Words that need an explanation: marked where they stand on a page, and all of them under Lessons.

The first occurrence of each of a page's words in its lead, its main sentence and how that was
computed is a link to its explanation, so that the keyboard reaches it. `assets/page/page.js` shows
that beside the word, on tap, hover and focus, and has screen readers say it. The explanations lie
once in the page, unseen; whoever prefers to read finds them in the page's fold, too.
"""

import re
from functools import cache
from html import escape

import streamlit as st

from pages.kit import text
from pages.kit.frame import mode
from pages.kit.page import about
from pages.kit.text import Word

HEADING = "Words"

APART = re.compile(r"(\$[^$]*\$|`[^`]*`|!?\[[^]]*\]\([^)]*\))")
"""Formulas, code and links: no word in these is marked."""


def show(page: str) -> None:
    """Lay the explanations of a page's words into it, and what reads them aloud."""
    if words := words_of(page):
        each = "".join(
            f'<span role="tooltip" popover="manual" id="{_name(word)}">{escape(word.means)}</span>'
            for word in words
        )
        with st.container(key="words"):
            st.html(f'{each}<span role="status" class="read-aloud"></span>')


def words_of(page: str) -> tuple[Word, ...]:
    """Return the words of a page."""
    return tuple(text.glossary()[name] for name in about(page).words)


def marked(said: str) -> str:
    """Return Markdown with the first occurrence of each word of the page on show marked."""
    parts = APART.split(said)
    for word in words_of(mode.on_show()) if mode.on_show() else ():
        for place in range(0, len(parts), 2):
            before, found, after = _parted(parts[place], word)
            if found:
                # What is marked stands apart, so that no other word is looked for in it.
                parts[place : place + 1] = [before, f"[{found}](#{_name(word)})", after]
                break
    return "".join(parts)


def _parted(said: str, word: Word) -> tuple[str, str, str]:
    found = _spelling(word).search(said)
    if not found:
        return said, "", ""
    return said[: found.start()], found[0], said[found.end() :]


@cache
def _spelling(word: Word) -> re.Pattern[str]:
    """Return what finds a word by any of its names, also of several, or at a sentence's start."""
    names = sorted((word.name, *word.also), key=len, reverse=True)
    each = "|".join(
        f"[{re.escape(name[0].upper())}{re.escape(name[0])}]{re.escape(name[1:])}" for name in names
    )
    return re.compile(rf"(?<![\w\\])(?:{each})s?(?![\w\\])")


def _name(word: Word) -> str:
    return f"word-{tuple(text.glossary()).index(word.name)}"


def explained(label: str, means: str, name: str) -> str:
    """Return HTML of a button with its explanation, which is shown as that of a word is."""
    return (
        f'<button type="button" class="explained" aria-describedby="word-{name}">{escape(label)}'
        f'</button><span role="tooltip" popover="manual" id="word-{name}">{escape(means)}</span>'
    )


def entries_of(page: str) -> str:
    """Return the words of a page with their explanations, as Markdown."""
    return _entries(words_of(page))


def all_words() -> None:
    """Write the whole glossary, in the order of the alphabet."""
    glossary = text.glossary().values()
    st.markdown(_entries(tuple(sorted(glossary, key=lambda word: word.name.casefold()))))


def _entries(words: tuple[Word, ...]) -> str:
    return "\n\n".join(map(_entry, words))


def _entry(word: Word) -> str:
    also = f" (also: {', '.join(word.also)})" if word.also else ""
    return f"**{word.name}**{also}. {word.means} *{word.source}.*"
