"""The codes of a class, pasted or dropped: who solved which step, and where most went wrong."""

import time
from collections.abc import Iterator, Sequence
from itertools import chain

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
Known = dict[str, tuple[sheet.Graded, ...]]

HEIGHT, HEAD, ROW, TALLEST = 160, 40, 28, 1_000
WIDE, NARROW = 110, 50
"""Pixels: of the box and of the table, whose first column has the names."""


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
        _collected(codes.collect(chain(codes.entries(pasted), _dropped())))


def _dropped() -> Iterator[CodeEntry]:
    if st.context.is_embedded:  # Inside another site's page nothing can be uploaded.
        return
    file = st.file_uploader("Codes from a file", type=["csv", "txt"], max_upload_size=1, key=FILE)
    if file is not None:
        yield from codes.entries(codes.decoded(file.getvalue()), "of the file")


def _collected(found: Collection) -> None:
    if found.told:
        _tell(found)
    listed = students(found, st.session_state.setdefault(GRADED, {}))
    if listed:
        _table(listed)
        _answers(listed)
    if len(listed) < len(found.codes):
        st.caption(f"{len(listed)} of {len(found.codes)} codes are checked so far.")
        st.rerun()


def _tell(found: Collection) -> None:
    lines = [f"- {text.escape_markdown(each)}" for each in found.told[:MOST_TOLD]]
    if left := found.told[MOST_TOLD:]:
        places = ", ".join(each.partition(":")[0].lower() for each in left)
        lines.append(f"- Also unread, or given twice: {text.escape_markdown(places)}.")
    if found.has_unread and not any(code.name for code in found.codes):
        lines.append(f"- {codes.UNNAMED}")
    st.warning("\n".join(lines))


def students(found: Collection, known: Known) -> list[Student]:
    """Return the students whose answers are graded by now, in their order.

    What was graded once in this visit is not graded again: the box stays while other things move.

    Parameters
    ----------
    found : Collection
    known : dict
        By its key, what each code is worth; what is new is noted there, of other codes nothing
        stays.
    """
    until, is_first = time.monotonic() + SECONDS, True
    for key in known.keys() - {code.key for code in found.codes}:
        del known[key]
    listed = []
    for number, code in enumerate(found.codes, 1):
        key = code.key
        if key not in known:
            if not is_first and time.monotonic() > until:
                break
            known[key] = tuple(sheet.graded(code.replies))
            is_first = False
        answers = {(each.lesson.number, each.number): each for each in known[key]}
        listed.append(Student(code.name or str(number), answers))
    return listed


def _table(listed: Sequence[Student]) -> None:
    table = class_table.on_screen(listed)
    st.dataframe(
        table,
        hide_index=True,
        height=min(ROW * (len(listed) + 1) + HEAD, TALLEST),
        row_height=ROW,
        column_config={
            name: st.column_config.TextColumn(width=width, pinned=width == WIDE)
            for name, width in zip(table, [WIDE] + [NARROW] * len(table.columns), strict=False)
        },
    )
    st.caption(text.sections("lessons")["Table of a class"])
    seeds = sorted({one.reply.seed for each in listed for one in each.answers.values()})
    if len(seeds) > 1:
        st.caption(
            f"The numbers asked about are of seeds {words.listed([str(each) for each in seeds])}: "
            "each answer is checked with its own."
        )
    rows = [
        f"| **{each.name}** {each.step.title} | {_unbroken(each.count)} | {_slip(each)} |"
        for each in class_table.steps(listed)
    ]
    st.markdown("\n".join(["| Step | Solved | Commonest slip |", "| --- | --- | --- |", *rows]))
    export.file("class.csv", lambda: class_table.as_csv(listed), "Save the table", quiet=False)


def _unbroken(said: str) -> str:
    return said.replace(" ", "\N{NO-BREAK SPACE}")


def _slip(each: class_table.StepOfClass) -> str:
    if each.slip is None:
        return ""
    given = text.escape_markdown(each.slip.given)
    return f"{each.slipped} answered “{given}”: {each.slip.why}"


def _answers(listed: Sequence[Student]) -> None:
    """Draw the answers of one student; of a single one at once."""
    which = st.selectbox(
        "Answers of one student",
        range(len(listed)),
        index=0 if len(listed) == 1 else None,
        format_func=lambda at: listed[at].name,
        placeholder="Choose a student",
    )
    if which is not None:
        for graded in listed[which].answers.values():
            st.markdown(_line(graded))


def _line(graded: sheet.Graded) -> str:
    mark = ":material/check:" if graded.is_right else ":material/close:"
    tries = f"{graded.reply.tries} {'try' if graded.reply.tries == 1 else 'tries'}"
    return (
        f"{mark} **{graded.lesson.number}.{graded.number} {sheet.ended(graded.step.title)}** "
        f"{text.escape_markdown(graded.given)} ({tries})"
    )
