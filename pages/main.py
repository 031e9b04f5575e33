"""The entry script: the table of contents, the frame around every page, the edge.

The edge is the one place that catches what goes wrong.
"""

import logging
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import streamlit as st

from dpcore.checks import InvalidInput
from pages.comparison.own import line
from pages.comparison.screen import live
from pages.contents import CONTENTS, NAMES
from pages.kit import address, page, paths, text, visitor
from pages.kit.frame import bar, glossary, mode, page_frame, under_way
from pages.lessons.steps import card
from pages.lessons.values import ON_EVERY_PAGE as LESSON

LOG = logging.getLogger(__name__)
LOGO = str(Path(__file__).parents[1] / "assets" / "logo.svg")

BAR = "contents"
"""Where the session keeps the pages of the bar by section, as Streamlit has them."""
MENU = ':is([data-testid="stTopNavPopover"], [data-testid="stSidebarNav"])'
"""What opens under a section of the bar, and a phone's drawer."""

OWN = [value for name in NAMES for value in page.about(name).values]


@cache
def style(shown: str, *, dark: bool, also: str) -> str:
    """Return the styles of a page; its section is marked in the bar, which Streamlit leaves out."""
    rules = text.style() + text.style_of("dial") + (text.style(also) if also else "") + questions()
    loose, *sections = CONTENTS.values()
    for place, inside in enumerate(sections, start=len(loose) + 1):
        if shown in inside:
            rules = rules.replace(":nth-child(0)", f":nth-child({place})")
    if dark:
        rules = rules.replace("@media dark-paper", "@media print")
    return f"<style>{rules}</style>"


def questions() -> str:
    """Return the rules that write under each page in a menu which question it answers."""
    return "".join(
        f'{MENU} [label="{page.about(name).title}"]::after {{ content: "{text.question(name)}"; }}'
        for name in NAMES
    )


def log(fault: Exception) -> None:
    """Write down the kind of a fault and its place; its message may quote a visitor's data."""
    place = fault.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = place and place.tb_frame.f_code.co_qualname
    # In the message and not in its arguments: the log writes each kind of message once a minute.
    LOG.error(f"{type(fault).__name__} at {where}")


visitor.name()  # every session is known, and ends in time
if BAR not in st.session_state:  # A page looks for its file whenever it is made.
    st.session_state[BAR] = {
        section: [
            st.Page(
                page.file_of(name),
                title=page.about(name).title,
                url_path=paths.address_of(name),
                default=name == NAMES[0],
            )
            for name in names
        ]
        for section, names in CONTENTS.items()
    }
chosen = st.navigation(st.session_state[BAR], position="top")
shown = paths.name_of(chosen.url_path)
st.set_page_config(
    page_title=f"{chosen.title} · Privacy-Accuracy Explorer", page_icon=LOGO, layout="wide"
)
st.logo(LOGO, size="large")
address.show((*OWN, live.RUN, *LESSON, *under_way.VALUES))
mode.begin(shown)
under_way.arrive()
also = "present" if mode.is_on() else "lesson" if card.is_beside(shown) else ""
st.html(style(shown, dark=visitor.is_dark(), also=also))

try:
    bar.show()
    may_lead_here = page.about(shown).simulates and not mode.is_on()
    with card.beside(shown) if may_lead_here else nullcontext(), line.under_title(shown):
        chosen.run()
except InvalidInput as refusal:
    page_frame.error(text.escape_markdown(str(refusal)))
except Exception as fault:
    log(fault)
    page_frame.error(
        "Something went wrong here, and it is our fault. Your settings are kept; try others."
    )
if not mode.is_on():
    glossary.show(shown)
    page_frame.foot()
page_frame.on_paper(address.query(page.values_of(shown)))
try:
    if not mode.is_on():
        card.prepare(shown)
except Exception as fault:  # The page is drawn; whoever checks an answer is told.
    log(fault)
