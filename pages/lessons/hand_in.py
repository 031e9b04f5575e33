"""Downloads of a learner: the progress, and a sheet whose code a teacher can check."""

from datetime import date

import streamlit as st

from dpcore.checks import InvalidInput
from pages.kit import address, export, text
from pages.lessons import sheet
from pages.lessons.steps import answers
from pages.lessons.steps.done import LONGEST_CODE, joined, read_done, spell_done
from pages.lessons.values import DONE

CODE, NAME = "lessons_code", "lessons_name"


def progress() -> None:
    """Draw the code of the progress, and the box for a code from elsewhere."""
    st.markdown(text.sections("lessons")["Progress"])
    code = spell_done(answers.done())
    if code:
        st.code(code, language=None)
    with st.form("lessons_progress", border=False):
        st.text_input("Continue on another device: code", key=CODE, max_chars=LONGEST_CODE)
        st.form_submit_button("Continue", on_click=_take_over)
    if reason := st.session_state.pop(f"{CODE}_refused", ""):
        st.error(text.escape_markdown(reason))


def _take_over() -> None:
    try:
        found = read_done(st.session_state[CODE])
        if not found:
            raise InvalidInput("Paste the code that the other device shows, such as 1.3f,2.7.")
    except InvalidInput as refusal:
        st.session_state[f"{CODE}_refused"] = str(refusal)
        return
    address.put(DONE, spell_done(joined(answers.done(), found)))
    st.session_state[CODE] = ""


def own_sheet() -> None:
    """Draw what saves one's answers as a sheet, once there are any."""
    st.markdown(text.sections("lessons")["Hand in"])
    replies = answers.counted()
    if not replies:
        st.caption("There is nothing to hand in yet: answer a question first.")
        return
    name = st.text_input("Your name, for the sheet", key=NAME, max_chars=100)
    export.file(
        "lessons.html",
        lambda: sheet.as_html(name, replies, date.today()),
        "Save the sheet",
        icon=":material/description:",
    )
    with st.popover("Code of the sheet", icon=":material/code:", type="tertiary"):
        st.code(sheet.spell(replies), language=None, wrap_lines=True)
