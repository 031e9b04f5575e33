"""Words that need an explanation: in a row under every page, and all of them under Lessons.

The row explains each on tap, hover and focus. It is one piece of HTML: a popover for each word
would be a dozen elements more on every page. A word is a button, so that the keyboard reaches it
and a tap gives it the focus; its explanation is shown by the style sheet, and read by screen
readers as the button's description. Escape does not close it: HTML closes so only what a press has
opened (`popover`), and this opens with the focus.
"""

from html import escape

import streamlit as st

from pages.kit import text
from pages.kit.page import about
from pages.kit.text import Word

HEADING = "Words"


def show(page: str) -> None:
    """Draw the row of a page, if it has words."""
    if words := words_of(page):
        with st.container(key="words"):
            st.html(_row(words))


def words_of(page: str) -> tuple[Word, ...]:
    """Return the words that stand under a page."""
    return tuple(text.glossary()[name] for name in about(page).words)


def all_words() -> None:
    """Write the whole glossary, in the order of the alphabet."""
    glossary = text.glossary().values()
    ordered = sorted(glossary, key=lambda word: word.name.casefold())
    st.markdown("\n\n".join(_entry(word) for word in ordered))


def explained(label: str, means: str, name: str) -> str:
    """Return HTML of a button with its explanation, which `assets/page/page.js` shows beside it."""
    return (
        f'<button type="button" class="explained" aria-describedby="word-{name}">{escape(label)}'
        f'</button><span role="tooltip" popover="manual" id="word-{name}">{escape(means)}</span>'
    )


def _row(words: tuple[Word, ...]) -> str:
    each = "".join(
        f'<span class="word"><button type="button" aria-describedby="word-{at}">'
        f'{escape(word.name)}</button><span role="tooltip" id="word-{at}">'
        f"{escape(word.means)}</span></span>"
        for at, word in enumerate(words)
    )
    return f'<div class="words"><span>{HEADING}</span>{each}</div>'


def _entry(word: Word) -> str:
    also = f" (also: {', '.join(word.also)})" if word.also else ""
    return f"**{word.name}**{also}. {word.means} *{word.source}.*"
