"""For a class of 45 or 90 minutes: timetable, slides with notes, links, sheets, and the codes."""

import streamlit as st

from dplab.studies.lessons import entries
from pages.comparison.screen import settings
from pages.kit import controls, text
from pages.kit.frame import page_frame, story
from pages.lessons import stories
from pages.lessons.class_kit import handed_in, links, platforms
from pages.lessons.values import CLASS, LENGTHS, MINUTES

TIMETABLES = {"90": "Ninety minutes", "45": "Forty-five minutes"}
"""The timetable of each length, by its heading."""

FIRST_SLIDES = {"90": 1, "45": 5}
"""The slide that a class of that length begins with."""

FIRST_LESSONS = {"90": "promises", "45": "which_noise"}
"""The lesson that its students begin with; from its end a link leads to the next one."""


def show() -> None:
    """Draw all that a class needs, and the box for its codes."""
    controls.link_to("lessons", "All lessons", ":material/arrow_back:", {"lessons_open": ""})
    prose = text.sections("lessons")
    st.header("For a class", anchor=False)
    minutes = controls.one(MINUTES, "How long is the class?", LENGTHS)
    st.markdown(prose[TIMETABLES[minutes]])
    slides = story.shipped()[CLASS]
    stories.present(CLASS, slides, "Present the slides", FIRST_SLIDES[minutes])
    stories.notes(CLASS, slides)
    st.subheader("The link for students", anchor=False)
    settings.number("seed", "Seed of the class: each has numbers of its own")
    links.warn()
    links.show(entries.lessons()[FIRST_LESSONS[minutes]], 1)
    page_frame.lazy_expander("Link and QR code of any step", links.show_any)
    st.subheader("On paper", anchor=False)
    st.markdown(prose["On paper"])
    with st.container(horizontal=True):
        for lesson in entries.lessons().values():
            controls.link_to(
                "lessons",
                f"{lesson.number}. {lesson.title}",
                ":material/print:",
                {"lessons_open": lesson.name},
            )
    platforms.show()
    handed_in.show()
