"""The codes of a class, pasted or dropped: who solved which step, and where most went wrong."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

import streamlit as st

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies.background import TruthRequest
from pages.comparison.screen import cached, live
from pages.kit import export, text, visitor, words
from pages.kit.frame import page_frame
from pages.lessons import sheet
from pages.lessons.class_kit import class_table, codes
from pages.lessons.class_kit.class_table import Student
from pages.lessons.class_kit.codes import CodeEntry, Collection, StudentCode
from pages.lessons.steps import place
from pages.lessons.steps.answers import Replies

BOX, FILE, GRADED = "lessons_sheet", "lessons_codes", "lessons_graded"
PATIENCE, LOOK = 0.5, 1.0
"""Seconds to wait for right answers that are computed: then the page shows what is there, and looks
again every so many."""

AT_ONCE = 20
"""Codes whose right answers are asked for together: the next ones would wait behind them."""

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
    known = st.session_state.setdefault(GRADED, {})
    listed, _ = students(found, known, PATIENCE)
    if len(listed) == len(found.codes):
        if listed:
            _table(listed)
            _answers(listed)
        return

    # Without what belongs to the whole, such as the file: it would be another one at each look.
    def look() -> None:
        now, others = students(found, known)
        if len(now) == len(found.codes):
            st.rerun()
        _progress(len(now), len(found.codes), others)
        if now:
            _marks(now)

    live.again(LOOK, look)


def _progress(done: int, total: int, ahead: int) -> None:
    others = words.pluralize(ahead, "other visitor")
    turns = f" You take turns with {others} who check codes too." if ahead else ""
    st.progress(done / total, f"{done} of {total} codes are checked so far.{turns}")


def _tell(found: Collection) -> None:
    lines = [f"- {text.escape_markdown(each)}" for each in found.told[:MOST_TOLD]]
    if left := found.told[MOST_TOLD:]:
        places = ", ".join(each.partition(":")[0].lower() for each in left)
        lines.append(f"- Also unread, or given twice: {text.escape_markdown(places)}.")
    if found.has_unread and not any(code.name for code in found.codes):
        lines.append(f"- {codes.UNNAMED}")
    st.warning("\n".join(lines))


def students(found: Collection, known: Known, patience: float = 0.0) -> tuple[list[Student], int]:
    """Return the students whose answers are graded by now, in their order, and who else asks.

    What was graded once in this visit is not graded again: the box stays while other things move.
    What is right is computed in the background, where it is not there yet.

    `known` is, by its key, what each code is worth; what is new is noted there, of other codes
    nothing stays. `patience` is in seconds to wait for what is computed.
    """
    for key in known.keys() - {code.key for code in found.codes}:
        del known[key]
    missing = [code for code in found.codes if code.key not in known]
    ahead = 0
    for first in range(0, len(missing), AT_ONCE):
        codes_now = missing[first : first + AT_ONCE]
        ahead = _grade(codes_now, known, patience)
        if any(code.key not in known for code in codes_now):
            break  # What comes later would only wait behind these.
    listed = [
        Student(
            code.name or str(number),
            {(each.lesson.number, each.number): each for each in known[code.key]},
        )
        for number, code in enumerate(found.codes, 1)
        if code.key in known
    ]
    return listed, ahead


def _grade(missing: Sequence[StudentCode], known: Known, patience: float) -> int:
    """Note what codes are worth whose right answers are there; return how many others ask."""
    asked = {code.key: _asked(code.replies) for code in missing}
    wanted = {
        each: partial(place.values_at, each.on, each.texts)
        for of_code in asked.values()
        for each in of_code
    }
    there = cached.truths().ask(visitor.name(), wanted, patience)

    def truth(lesson: Lesson, step: LessonStep, reply: str, seed: int) -> Truth:
        question = place.asked(lesson, step, reply, seed)
        with place.about_no_own_table(question):
            return there.of(question)

    for code in missing:
        if all(each in there.known for each in asked[code.key]):
            known[code.key] = tuple(sheet.graded(code.replies, truth))
    return there.ahead


def _asked(replies: Replies) -> list[TruthRequest]:
    every = entries.lessons()
    return [
        place.asked(every[name], every[name].steps[number - 1], reply.text, reply.seed)
        for (name, number), reply in replies.items()
    ]


def _marks(listed: Sequence[Student]) -> None:
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


def _table(listed: Sequence[Student]) -> None:
    _marks(listed)
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
    export.file("class.csv", lambda: class_table.as_csv(listed), "Save the table")


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
