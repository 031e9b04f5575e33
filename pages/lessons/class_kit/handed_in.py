"""The codes of a class, pasted or dropped: who solved which step, and where most went wrong."""

import time
from collections.abc import Iterator, Sequence

import streamlit as st

from pages.kit import export, text, words
from pages.kit.frame import page_frame
from pages.lessons import sheet
from pages.lessons.class_kit import class_table, codes
from pages.lessons.class_kit.class_table import Student
from pages.lessons.class_kit.codes import CodeEntry, Collection

BOX, FILE, GRADED = "lessons_sheet", "lessons_codes", "lessons_graded"
SECONDS = 2.0
"""Of one run for answers that are computed: then the page shows what is there, and goes on."""

MOST_TOLD = 12
HEIGHT = 160


def show() -> None:
    """Draw the box for codes, and the table of what is in them, each answer graded anew."""
    st.header("Codes of a class", anchor=False)
    st.markdown(text.sections("lessons")["Codes of a class"])
    pasted = st.text_area(
        "Codes, one to a line",
        key=BOX,
        max_chars=codes.BOX,
        height=HEIGHT,
        help=text.help_on("lessons_codes"),
    )
    with page_frame.refusing():
        entries = [*codes.entries(pasted), *_dropped()]
        if entries:
            _collected(codes.collect(entries))


def _dropped() -> Iterator[CodeEntry]:
    if st.context.is_embedded:  # Inside another site's page nothing can be uploaded.
        return
    file = st.file_uploader("Codes from a file", type=["csv", "txt"], max_upload_size=1, key=FILE)
    if file is not None:
        yield from codes.entries(codes.decoded(file.getvalue()), "of the file")


def _collected(found: Collection) -> None:
    if found.told:
        _tell(found.told)
    students = _graded(found)
    if students:
        _table(students)
        _answers(students)
    if len(students) < len(found.codes):
        st.caption(f"{len(students)} of {len(found.codes)} codes are checked so far.")
        st.rerun()


def _tell(told: Sequence[str]) -> None:
    lines = [f"- {text.escape_markdown(each)}" for each in told[:MOST_TOLD]]
    if left := told[MOST_TOLD:]:
        places = ", ".join(each.partition(":")[0].lower() for each in left)
        lines.append(f"- The same holds of others: {text.escape_markdown(places)}.")
    if any("is no code" in each for each in told):
        lines.append(f"- {codes.UNNAMED}")
    st.warning("\n".join(lines))


def _graded(found: Collection) -> list[Student]:
    """Return the students whose answers are graded by now, in order; the first time takes longer.

    What was graded once in this visit is not graded again: the box stays while other things move.
    """
    known = st.session_state.get(GRADED, {})
    graded, until = {}, time.monotonic() + SECONDS
    students = []
    for number, code in enumerate(found.codes, 1):
        if code.key not in known and time.monotonic() > until:
            break
        each = known.get(code.key) or tuple(sheet.graded(code.replies))
        graded[code.key] = each
        answers = {(one.lesson.number, one.number): one for one in each}
        students.append(Student(code.name or str(number), answers))
    st.session_state[GRADED] = graded
    return students


def _table(students: Sequence[Student]) -> None:
    st.dataframe(
        class_table.on_screen(students),
        hide_index=True,
        column_config={"Student": st.column_config.TextColumn(pinned=True)},
    )
    st.caption(text.sections("lessons")["Table of a class"])
    seeds = sorted({one.reply.seed for each in students for one in each.answers.values()})
    if len(seeds) > 1:
        st.caption(
            f"The numbers asked about are of seeds {words.listed([str(each) for each in seeds])}: "
            "each answer is checked with its own."
        )
    rows = [
        f"| **{each.name}** {each.step.title} | {each.count} | {_slip(each)} |"
        for each in class_table.steps(students)
    ]
    st.markdown("\n".join(["| Step | Solved | Commonest slip |", "| --- | --- | --- |", *rows]))
    export.file("class.csv", lambda: class_table.as_csv(students), "Save the table", quiet=False)


def _slip(each: class_table.StepOfClass) -> str:
    if each.slip is None:
        return ""
    given = text.escape_markdown(each.slip.given)
    return f"{each.slipped} answered “{given}”: {each.slip.why}"


def _answers(students: Sequence[Student]) -> None:
    """Draw the answers of one student; of a single one at once."""
    which = st.selectbox(
        "Answers of one student",
        range(len(students)),
        index=0 if len(students) == 1 else None,
        format_func=lambda at: students[at].name,
        placeholder="Choose a student",
    )
    if which is not None:
        for graded in students[which].answers.values():
            st.markdown(_line(graded))


def _line(graded: sheet.Graded) -> str:
    mark = ":material/check:" if graded.is_right else ":material/close:"
    tries = f"{graded.reply.tries} {'try' if graded.reply.tries == 1 else 'tries'}"
    return (
        f"{mark} **{graded.lesson.number}.{graded.number} {sheet.ended(graded.step.title)}** "
        f"{text.escape_markdown(graded.given)} ({tries})"
    )
