"""The card of a step above a live page: answers, hints, the way on; and what is kept."""

import json
import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from dplab.studies.lessons import costs, entries, promises
from pages.kit.values import spelled, texts_of
from pages.lessons import sheet
from pages.lessons.steps import card, place
from tests.house.some import some
from tests.pages.screen import complaints, opened, words

AT = {"lesson": "promises", "foundations_part": "sum", "epsilon": "1"}


def answered(text: str, **at: str):
    app = opened("foundations", **AT | at)
    app.text_input(key=f"lesson_promises_{at.get('step', '1')}").input(text)
    return next(each for each in app.button if each.label == "Check").click().run()


def test_a_step_stands_above_its_page():
    app = opened("foundations", **AT)
    assert complaints(app) == []
    assert "step 1 of" in words(app)
    assert "What does ε promise?" in words(app)


@pytest.mark.usefixtures("few_epsilons")
def test_a_screen_reader_finds_each_step_among_the_headings():
    for lesson in entries.lessons().values():
        step = lesson.steps[0]
        app = opened(step.page, lesson=lesson.name, **texts_of(step.at))
        assert complaints(app) == []
        if lesson.draw:
            app = went_on(app)
        assert step.title in [each.value for each in app.header]


def went_on(app: AppTest) -> AppTest:
    return next(each for each in app.button if "Go on" in each.label).click().run()


def test_a_drawing_comes_before_the_first_step_of_three_lessons_and_shows_no_figure_but_the_pad():
    drawing = [lesson for lesson in entries.lessons().values() if lesson.draw]
    assert len(drawing) == 3
    lesson = next(each for each in drawing if each.steps[0].page == "trade_off")
    at = {"lesson": lesson.name, **texts_of(lesson.steps[0].at)}
    app = opened("trade_off", **at)
    assert complaints(app) == []
    assert "You draw it" in [each.value for each in app.header]
    assert not [each for each in app.text_input if each.key.startswith("lesson_")]
    (pad,) = [each.proto for each in app.get("bidi_component") if "lesson_drawing" in each.proto.id]
    sent, true = json.loads(pad.json), costs.drawn(lesson.steps[0].at)
    assert len(sent["truth"]) == 8
    for name, height in zip(sent["names"], sent["truth"], strict=True):
        assert height == pytest.approx(1000 * true.errors[float(name.removeprefix("ε = "))])
    app = went_on(app)
    assert lesson.steps[0].title in [each.value for each in app.header]
    assert not [each for each in app.get("bidi_component") if "lesson_drawing" in each.proto.id]
    later = opened("trade_off", **at, step="2")
    assert "You draw it" not in [each.value for each in later.header]


def test_a_right_answer_is_explained_and_counts():
    app = answered("2,72")
    assert complaints(app) == []
    assert "Right." in app.success[0].value
    assert app.session_state["lessons_done"] == "1.1"


@pytest.mark.parametrize("text", ["1", "2", "9"])
def test_a_wrong_answer_is_explained_and_does_not_count(text: str):
    app = answered(text)
    assert "Not yet." in app.warning[0].value
    assert "lessons_done" not in app.session_state


def test_an_answer_with_two_readings_says_how_it_was_read_and_how_to_write_the_other():
    said = answered("2,718").warning[0].value
    assert "Read as 2,718, the comma between thousands." in said
    assert "If you mean 2.718, write it with a point." in said


@pytest.mark.parametrize("text", ["9,000", "9.000", "2.718", "2,72", "12,345,678"])
def test_where_the_other_reading_would_not_be_right_it_is_not_offered(text: str):
    app = answered(text)
    said = (app.warning or app.success)[0].value
    assert "If you mean" not in said
    assert ("Read as" in said) == (text == "9,000")


@pytest.mark.parametrize("text", ["", "many", "1/0"])
def test_what_is_no_answer_is_told_how_and_is_no_try(text: str):
    app = answered(text)
    assert "a number such as" in app.error[0].value
    assert not app.warning


def test_after_three_wrong_answers_the_right_one_may_be_looked_up():
    app = opened("foundations", **AT)
    for text in ("5", "6", "7"):
        assert not [each for each in app.expander if each.label == "Show the answer"]
        app.text_input(key="lesson_promises_1").input(text)
        app = next(each for each in app.button if each.label == "Check").click().run()
    assert [each for each in app.expander if each.label == "Show the answer"]


def replied(app, text: str):
    app.text_input(key="lesson_promises_1").input(text)
    return next(each for each in app.button if each.label == "Check").click().run()


def handed_in(app):
    """Return the one answer on the sheet of this visitor: its text, its tries, whether right."""
    [reply] = app.session_state["lessons"].values()
    [graded] = sheet.graded(sheet.read(sheet.spell({("promises", 1): reply.counted})))
    return graded.reply.text, graded.reply.tries, graded.is_right


def test_a_right_answer_stays_on_the_sheet_whatever_is_tried_after_it():
    app = answered("5")
    assert handed_in(app) == ("5", 1, False)
    app = replied(app, "2.72")
    app = replied(app, "6")
    assert "Not yet." in app.warning[0].value
    assert card.STAYS in app.warning[0].value
    assert handed_in(app) == ("2.72", 2, True)
    app = replied(app, "2.718")
    assert card.STAYS not in words(app)
    assert handed_in(app) == ("2.72", 2, True)
    app.switch_page("lessons/page.py").run()
    assert "1 done" in words(app)


def test_about_other_numbers_a_right_answer_does_not_count():
    app = answered("2.72")
    app.session_state["seed"] = "4"
    app = replied(app, "6")
    assert handed_in(app) == ("6", 1, False)


@pytest.mark.parametrize(("epsilon", "is_right"), [("0.3", True), ("0.1", False), ("5", False)])
def test_a_picture_is_checked_as_it_is(epsilon: str, is_right: bool):
    app = opened("foundations", lesson="promises", step="3", epsilon=epsilon)
    app = next(each for each in app.button if each.label == "Check the picture").click().run()
    assert complaints(app) == []
    assert [bool(app.success), bool(app.warning)] == [is_right, not is_right]


def test_on_another_page_the_card_leads_to_the_steps_own():
    app = opened("geometry", lesson="promises", step="1", n="300")
    assert complaints(app) == []
    links = [each.proto for each in app.get("page_link")]
    assert any(each.label == "Open the page of this step" for each in links)


@pytest.mark.parametrize("at", [{"lesson": "nothing"}, {"step": "0"}, {"lessons_done": "<b>"}])
def test_what_the_address_cannot_mean_gets_a_sentence(at: dict[str, str]):
    app = opened("foundations", **AT | at)
    assert not app.exception
    assert len(app.error) == 1


def test_the_page_says_how_far_one_is_and_takes_a_code_over():
    app = opened("lessons", lessons_done="1.3")
    assert complaints(app) == []
    assert "2 done" in words(app)
    app.text_input(key="lessons_code").input("1.4")
    app = next(each for each in app.button if each.label == "Continue").click().run()
    assert app.session_state["lessons_done"] == "1.7"


@pytest.mark.parametrize("name", some(entries.lessons(), ("promises", "output_fails", "a_paper")))
@pytest.mark.parametrize("shown", ["questions", "answers", "notes"])
def test_sheets_are_whole_for_every_lesson(shown: str, name: str):
    app = opened("lessons", lessons_open=name, lessons_shown=shown, seed="3")
    assert complaints(app) == []
    assert any(entries.lessons()[name].title in each.value for each in app.header)


def test_what_cannot_be_read_is_said_until_the_next_answer_and_in_place_of_the_last_feedback():
    app = replied(answered("2,72"), "many")
    assert "got “many”" in app.error[0].value
    assert not app.success
    assert app.run().error  # a hint that is opened runs the page again
    app = replied(app, "2")
    assert not app.error
    assert "Not yet." in app.warning[0].value


def test_what_could_not_be_read_is_forgotten_at_another_step():
    app = answered("many")
    app.query_params["step"] = "2"
    assert not app.run().error


def test_a_hint_that_was_opened_is_closed_at_the_next_step():
    lesson = entries.lessons()["promises"]
    app = opened("foundations", **AT)
    app.session_state["fold hint lesson_promises_1"] = True
    assert lesson.steps[0].hint in words(app.run())
    app.query_params["step"] = "2"
    app.run()
    assert lesson.steps[1].title in [each.value for each in app.header]
    assert lesson.steps[1].hint not in words(app)


@pytest.mark.parametrize(
    ("query", "times"),
    [
        ({"lessons_done": "1.zz"}, 1),
        ({"lessons_open": "nope"}, 1),
        ({"lessons_open": "promises", "seed": "-5"}, 1),
        ({"seed": "-5", "lam": "abc"}, 2),
    ],
)
def test_what_the_address_cannot_mean_is_said_once(query: dict[str, str], times: int):
    app = opened("lessons", **query)
    assert len(app.error) == times
    assert "(in a link: ," not in app.error[0].value


@pytest.mark.parametrize(("number", "kind", "times"), [(1, "number", 1), (3, "picture", 0)])
def test_the_answer_is_computed_while_the_question_is_read_unless_it_is_a_picture(
    monkeypatch: pytest.MonkeyPatch, number: int, kind: str, times: int
):
    step, asked = entries.lessons()["promises"].steps[number - 1], []
    assert step.kind == kind
    monkeypatch.setattr(place, "truth", lambda *given: asked.append(given))
    app = opened("foundations", lesson="promises", step=str(number), **texts_of(step.at))
    assert complaints(app) == []
    assert len(asked) == times
    opened("trade_off", lesson="promises", step=str(number))
    assert len(asked) == times, "Elsewhere nobody reads the question."


@pytest.mark.parametrize("fault", [InvalidInput("So."), ValueError("No.")])
def test_what_cannot_be_computed_beforehand_leaves_the_page_whole_and_a_fault_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
):
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(place, "truth", fails)
    app = opened("foundations", **AT)
    assert not app.exception
    assert not app.error
    told = [each.getMessage() for each in caplog.records if each.name == "__main__"]
    is_fault = type(fault) is ValueError
    assert [each.partition(" at ")[0] for each in told] == ["ValueError"] * is_fault


def guessing(**more: str):
    return opened("foundations", **AT | {"step": "2"} | more)


def pressed(app, label: str):
    return next(each for each in app.button if each.label == label).click().run()


def test_a_number_is_guessed_before_the_picture_moves_and_stands_beside_what_came():
    app = guessing()
    step = entries.lessons()["promises"].steps[1]
    assert step.do not in words(app)
    app.text_input(key="lesson_promises_2_guessed").input("60")
    app = pressed(app, "Guess")
    assert complaints(app) == []
    assert app.session_state["epsilon"] == spelled(step.at["epsilon"])
    assert app.info[0].value.startswith("You said 60; it is 26 in 100")
    assert step.do in words(app)
    assert not app.warning
    assert not app.session_state["lessons"]  # no sheet has it, and nothing is done


def test_whoever_does_not_want_to_guess_sees_the_picture_move():
    app = pressed(guessing(), "Show me")
    assert app.session_state["epsilon"] == "0.1"
    assert entries.lessons()["promises"].steps[1].do in words(app)
    assert not [each for each in app.info if "You said" in each.value]


def test_what_is_no_number_is_no_guess():
    app = guessing()
    app.text_input(key="lesson_promises_2_guessed").input("many")
    app = pressed(app, "Guess")
    assert "a number such as" in app.error[0].value
    assert app.session_state["epsilon"] == "1"


def test_a_link_to_a_step_of_an_older_edition_asks_its_question_at_once():
    assert entries.lessons()["promises"].steps[1].do in words(guessing(epsilon="0.1"))


@pytest.mark.parametrize("name", entries.lessons())
def test_a_link_leads_to_the_guess_and_once_it_is_made_to_what_came(name: str):
    lesson = entries.lessons()[name]
    [(number, guess)] = [(n, step.guess) for n, step in enumerate(lesson.steps, 1) if step.guess]
    step = lesson.steps[number - 1]
    before, after = (place.link(lesson, number, is_guessed=each) for each in (False, True))
    assert before == after | texts_of(guess.at) != after
    truth = place.truth(lesson, step, "", 0)
    assert "{" not in replace(truth, said={**truth.said, "guess": "1"}).fill(guess.came)


def test_where_the_guess_of_the_first_lesson_starts_three_is_the_half_width():
    assert round(promises.within({"epsilon": 1.0}).answer, 1) == promises.NEAR


def test_a_lesson_ends_with_what_it_has_shown_ones_own_guess_and_the_next_one():
    app = guessing()
    app.text_input(key="lesson_promises_2_guessed").input("60")
    app = pressed(app, "Guess")
    app.query_params["lesson_ended"] = "promises"
    app.switch_page("lessons/page.py").run()
    assert complaints(app) == []
    lessons = entries.lessons()
    assert lessons["promises"].summary in words(app)
    assert "At step 2 (How far from the truth?) you said 60; it is 26 in 100" in words(app)
    labels = [each.proto.label for each in app.get("page_link")]
    ways = ["Step 1, which is still open", f"Next: {lessons['gives_away'].title}"]
    assert [label for label in labels if label in ways] == ways
    # What is handed in is offered here, and not a second time below the lessons.
    assert [each.value for each in (*app.header, *app.subheader)].count("Hand in") == 1


@pytest.mark.parametrize("name", entries.lessons())
def test_a_summary_has_two_sentences_and_with_a_guess_three(name: str):
    lesson = entries.lessons()[name]
    guess = next(step.guess for step in lesson.steps if step.guess)
    assert len(re.findall(r"[.!?](?: |$)", lesson.summary)) <= 2
    assert len(re.findall(r"[.!?](?: |$)", guess.came)) == 1


def test_a_picture_of_an_own_table_is_refused_in_words_for_a_student():
    lesson = entries.lessons()["which_noise"]
    with pytest.raises(InvalidInput, match=re.escape(place.OWN_TABLE)):
        place.truth(lesson, lesson.steps[4], "data=upload&epsilon=0.1", 0)
    with pytest.raises(InvalidInput, match="Seed must be"):
        place.truth(lesson, lesson.steps[4], "seed=-1", 0)
