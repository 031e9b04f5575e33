"""The card of a step: what to do, the question, what is said of the answer, and the way on.

It stands at the left of the page that the step sends to, whose title and lead are hidden
(`pages/lesson.css`); no page knows of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dplab.studies.lessons.entries import Lesson, LessonStep, Prediction
from dplab.studies.lessons.replies import feedback
from dplab.studies.lessons.replies.reading import read_answer
from pages.kit import controls
from pages.kit.frame import page_frame
from pages.kit.text import escape_markdown
from pages.lessons.steps import answers, drawing, place
from pages.lessons.values import ENDED, LESSON, ON_EVERY_PAGE

STAYS = "Your right answer still counts, and stays on your sheet."

PATIENCE = 3
"""Wrong answers after which the right one may be looked up."""

REFUSED = "lesson_refused"
"""Where the session keeps which answer could not be read, and why, until the next one."""

CHOOSE = "Choose one"

WHOLE = "lesson_whole_card"
"""The switch that shows all settings, and not only those that the step uses."""

WRAPPED = '[data-testid="stLayoutWrapper"]'
FIRST = (
    f'.stVerticalBlock > :is([class*="st-key-KEY"], {WRAPPED}:has(> [class*="st-key-KEY"]), '
    f'{WRAPPED}:has(> .stHorizontalBlock > .stColumn > .stVerticalBlock > [class*="st-key-KEY"]))'
)
PARTS_OF_CARD = f".stElementContainer, .stExpander, {WRAPPED}"
"""What lies in a settings card, as Streamlit has it."""


def is_beside(shown: str) -> bool:
    """Tell whether the page `shown` is the one of the step under way."""
    under_way = place.current()
    return under_way is not None and under_way[0].steps[under_way[1] - 1].page == shown


@contextmanager
def beside(shown: str) -> Iterator[None]:
    """Lay the page that is drawn inside beside the step under way, if its question is about it.

    On any other page a line above it leads to the step's own.
    """
    for value in ON_EVERY_PAGE:
        controls.refusal(value)
    under_way = place.current()
    if not under_way or shown == "lessons":
        yield
        return
    lesson, number = under_way
    if not is_beside(shown):
        _elsewhere(lesson, number)
        yield
        return
    with st.container(key="lesson_stage"):
        panel, picture = st.container(key="lesson_card"), st.container(key="lesson_page")
    is_drawing = answers.is_drawing(lesson, number)
    with panel:
        settings = (_drawing if is_drawing else _panel)(lesson, number)
    if is_drawing:  # In the place of the page, whose figure would say what comes.
        with picture:
            drawing.pad(lesson)
    with picture, page_frame.settings_in(settings):
        yield


def _elsewhere(lesson: Lesson, number: int) -> None:
    with st.container(border=True, key="lesson_card"):
        _head(lesson, number)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.header(lesson.steps[number - 1].title, anchor=False, width="content")
            _link(lesson, number, "Open the page of this step", ":material/open_in_new:")


def _drawing(lesson: Lesson, number: int) -> DeltaGenerator:
    """Draw what is asked before the first step, and return the place of the settings card."""
    st.html(f"<style>{drawing.STYLE}</style>")
    _head(lesson, number)
    st.header("You draw it", anchor=False)
    st.markdown(f"{lesson.draw} {drawing.ASK}")
    with st.container(key="lesson_foot"):
        on_click = partial(answers.go_on, lesson)
        st.button("Go on to the first step", on_click=on_click, icon=":material/arrow_forward:")
    return st.container(key="lesson_settings")


def _panel(lesson: Lesson, number: int) -> DeltaGenerator:
    """Draw the question with all that is said of it, and return the place of the settings card."""
    step = lesson.steps[number - 1]
    st.html(f"<style>{_style(step)}</style>")
    _head(lesson, number)
    st.header(step.title, anchor=False)
    if answers.is_guessing(lesson, number) and step.guess:
        _guess(lesson, number, step.guess)
        settings = st.container(key="lesson_settings")
    else:
        settings = _asked(lesson, number)
        st.toggle("All settings", key=WHOLE)
    with st.container(key="lesson_foot"):  # in sight, wherever the rest of the card is scrolled to
        with st.container(key="lesson_said"), page_frame.refusing():
            if not _refusal(lesson, number):
                _feedback(lesson, number)
        _onward(lesson, number)
    return settings


def _asked(lesson: Lesson, number: int) -> DeltaGenerator:
    """Draw the question, and return the place of the settings, which a picture is made with."""
    step = lesson.steps[number - 1]
    with page_frame.refusing():
        if came := answers.came(lesson, number):
            st.info(came, icon=":material/compare_arrows:")
    st.markdown(step.on_live_page)
    settings = st.container(key="lesson_settings") if step.kind == "picture" else None
    _question(lesson, number)
    _hint(lesson, number)
    return settings or st.container(key="lesson_settings")


def _guess(lesson: Lesson, number: int, guess: Prediction) -> None:
    """Ask for a number before the picture moves; whoever does not want to guess sees it move."""
    with st.form(f"{_key(lesson, number)}_guess", border=False):
        st.text_input(guess.ask, key=_guessed(lesson, number), max_chars=40)
        with st.container(horizontal=True):
            st.form_submit_button("Guess", on_click=_take_guess, args=(lesson, number, guess))
            st.form_submit_button(
                "Show me", type="tertiary", on_click=place.reveal, args=(lesson.steps[number - 1],)
            )


def _take_guess(lesson: Lesson, number: int, guess: Prediction) -> None:
    """Keep the guess, and move the picture; a callback."""
    try:
        value = read_answer(st.session_state[_guessed(lesson, number)], guess.unit)
    except InvalidInput as reason:
        st.session_state[REFUSED] = _key(lesson, number), str(reason)
        return
    st.session_state.pop(REFUSED, None)
    answers.guess(lesson, number, value)
    place.reveal(lesson.steps[number - 1])


def _guessed(lesson: Lesson, number: int) -> str:
    return f"{_key(lesson, number)}_guessed"


def _style(step: LessonStep) -> str:
    """Return what leaves of the settings card what the step uses, and lays up what it looks at."""
    rules = ""
    if not st.session_state.get(WHOLE, False):
        used = ", ".join(f'[class*="st-key-{name}_"]' for name in step.uses or step.example)
        kept = f":not({used}, :has({used}))" if used else ""
        rules += f".st-key-lesson_settings :is({PARTS_OF_CARD}){kept} {{ display: none; }}\n"
    if step.look:
        rules += f"{FIRST.replace('KEY', step.look)} {{ order: -2; }}\n"
    return rules


def prepare(shown: str) -> None:
    """Compute the answer of the step under way while its question is read, once for all visitors.

    Of a picture nothing is known before it is checked: what counts is where it was moved to.
    """
    under_way = place.current()
    if not under_way:
        return
    lesson, number = under_way
    step = lesson.steps[number - 1]
    if shown == step.page and step.kind != "picture":
        with suppress(InvalidInput):  # Whoever checks an answer is told why it cannot be.
            place.truth(lesson, step, "", answers.seed())


def _head(lesson: Lesson, number: int) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", key="lesson_head"):
        st.caption(f"Lesson {lesson.number}, step {number} of {len(lesson.steps)}", width="content")
        controls.link_to("lessons", "All lessons", ":material/list:", {"lesson": ""})


def _question(lesson: Lesson, number: int) -> None:
    step = lesson.steps[number - 1]
    ask = _picture if step.kind == "picture" else _form
    ask(lesson, number, step)


def _refusal(lesson: Lesson, number: int) -> bool:
    """Say why the last answer to this step could not be read, and whether that is so."""
    where, reason = st.session_state.get(REFUSED, ("", ""))
    if where != _key(lesson, number):
        st.session_state.pop(REFUSED, None)
        return False
    st.error(escape_markdown(reason))
    return True


def _hint(lesson: Lesson, number: int) -> None:
    if hint := lesson.steps[number - 1].hint:
        page_frame.lazy_expander("Hint", partial(st.markdown, hint), f"hint {_key(lesson, number)}")


def _form(lesson: Lesson, number: int, step: LessonStep) -> None:
    with st.form(f"{_key(lesson, number)}_form", border=False):
        before = answers.of(lesson, number)
        draw = {"number": _number, "choice": _choice, "order": _order}[step.kind]
        draw(_key(lesson, number), step, before.text if before else "")
        st.form_submit_button("Check", on_click=_answer, args=(lesson, number))


def _picture(lesson: Lesson, number: int, step: LessonStep) -> None:
    st.markdown(step.ask)
    st.button("Check the picture", on_click=_answer, args=(lesson, number))


def _number(key: str, step: LessonStep, before: str) -> None:
    unit = f" ({step.unit})" if step.unit else ""
    st.text_input(f"{step.ask}{unit}", before, key=key, max_chars=40)


def _choice(key: str, step: LessonStep, before: str) -> None:
    words = list(step.options)
    at = words.index(before) if before in words else None
    st.radio(step.ask, words, at, format_func=step.options.__getitem__, key=key)


def _order(key: str, step: LessonStep, before: str) -> None:
    st.markdown(step.ask)
    words, chosen = list(step.options), before.split(",")
    for at in range(len(words)):
        st.selectbox(
            feedback.PLACES[at].capitalize(),
            words,
            words.index(chosen[at]) if at < len(chosen) and chosen[at] in words else None,
            format_func=step.options.__getitem__,
            key=f"{key}_{at}",
            placeholder=CHOOSE,
        )


def _answer(lesson: Lesson, number: int) -> None:
    """Read what was answered, and keep it with what it is worth; a callback."""
    step = lesson.steps[number - 1]
    try:
        text = _typed(lesson, number, step)
        truth = place.truth(lesson, step, text, answers.seed())
        said = feedback.of(step, text, truth)
    except InvalidInput as reason:
        st.session_state[REFUSED] = _key(lesson, number), str(reason)
    else:
        st.session_state.pop(REFUSED, None)
        answers.note(lesson, number, text, is_right=said.is_right)


def _typed(lesson: Lesson, number: int, step: LessonStep) -> str:
    key = _key(lesson, number)
    if step.kind == "picture":
        return place.reply(step.page)
    if step.kind == "order":
        chosen = [st.session_state[f"{key}_{at}"] for at in range(len(step.options))]
        if None in chosen or len(set(chosen)) < len(chosen):
            raise InvalidInput(feedback.EACH_ONCE)
        return ",".join(chosen)
    answer = st.session_state[key]
    if answer is None:
        raise InvalidInput(feedback.NONE_CHOSEN)
    return str(answer)


def _feedback(lesson: Lesson, number: int) -> None:
    step, reply = lesson.steps[number - 1], answers.of(lesson, number)
    if not reply:
        return
    truth = place.truth(lesson, step, reply.text, reply.seed)
    said = feedback.of(step, reply.text, truth)
    if said.is_right:
        st.success(said.text, icon=":material/check:")
        return
    stays = f" {STAYS}" if reply.counted.is_right else ""
    st.warning(said.text + stays, icon=":material/replay:")
    if reply.tries >= PATIENCE:
        shown = partial(st.markdown, feedback.solution(step, truth))
        page_frame.lazy_expander("Show the answer", shown, f"answer {_key(lesson, number)}")


def _onward(lesson: Lesson, number: int) -> None:
    is_done = number in answers.done().get(lesson.number, frozenset())
    with st.container(horizontal=True, key="lesson_onward" if is_done else "lesson_skip"):
        if number > 1:
            _link(lesson, number - 1, "Back", ":material/arrow_back:")
        _link(lesson, number, "Reset", ":material/replay:")
        if number < len(lesson.steps):
            label = "Next step" if is_done else "Skip this step"
            _link(lesson, number + 1, label, ":material/arrow_forward:")
        else:
            ended = {LESSON.name: "", ENDED.name: lesson.name}
            controls.link_to("lessons", "End of the lesson", ":material/flag:", ended)


def _link(lesson: Lesson, number: int, label: str, icon: str) -> None:
    step = lesson.steps[number - 1]
    controls.link_to(step.page, label, icon, answers.link(lesson, number))


def _key(lesson: Lesson, number: int) -> str:
    return f"lesson_{lesson.name}_{number}"
