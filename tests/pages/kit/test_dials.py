"""A dial: what it tells goes into the address, what it is told says which turn that answers."""

import json
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from tests.pages.kit.dials import looks, place_of, text_on, told, turned
from tests.pages.screen import complaints, opened, words

FEW = {"n": "60", "draws": "2"}
MANY_TURNS = 10**6


def tells(app: AppTest, state: Any, key: str = "epsilon_dial1") -> AppTest:
    """Let the browser say anything as the state of a dial."""
    states = app._tree.get_widget_states()
    (name,) = (
        each.proto.id for each in app.get("bidi_component") if each.proto.id.endswith(f"-{key}")
    )
    states.widgets.append(WidgetState(id=name, json_value=json.dumps(state)))
    return app._run(states)


def test_a_turn_is_in_the_address_the_numbers_and_the_answer_that_it_is_told():
    app = tells(opened("trade_off", **FEW), {"told": {"text": "0.5", "turn": MANY_TURNS}})
    assert complaints(app) == []
    assert app.session_state["epsilon"] == "0.5"
    assert "At ε = 0.5," in words(app)
    assert told(app, "epsilon")["turn"] == MANY_TURNS
    assert (text_on(app, "epsilon"), place_of(app, "epsilon")) == ("0.5", "0.5")


def test_a_later_run_of_something_else_still_says_which_turn_it_answers():
    app = tells(opened("trade_off", **FEW), {"told": {"text": "0.5", "turn": MANY_TURNS}})
    turned(app, "lam", "0.02")
    assert told(app, "epsilon")["turn"] == MANY_TURNS
    assert text_on(app, "epsilon") == "0.5"


def test_two_dials_that_were_turned_before_one_answer_both_count():
    app = opened("trade_off", **FEW)
    states = app._tree.get_widget_states()
    ids = {each.proto.id.rpartition("-")[2]: each.proto.id for each in app.get("bidi_component")}
    for key, text in (("epsilon_dial1", "0.5"), ("lam_dial2", "0.02")):
        state = json.dumps({"told": {"text": text, "turn": MANY_TURNS}})
        states.widgets.append(WidgetState(id=ids[key], json_value=state))
    app = app._run(states)
    assert (app.session_state["epsilon"], app.session_state["lam"]) == ("0.5", "0.02")


def test_between_two_places_the_text_stays_and_the_nearest_place_stands():
    app = turned(opened("trade_off", **FEW), "epsilon", "6.9")
    assert (text_on(app, "epsilon"), place_of(app, "epsilon")) == ("6.9", "7")
    assert text_on(turned(app, "epsilon", "0,5"), "epsilon") == "0,5"
    assert "At ε = 0.5," in words(app)


def test_a_refused_text_gets_a_sentence_and_the_dial_what_was_there_before():
    app = turned(turned(opened("trade_off", **FEW), "epsilon", "0.3"), "epsilon", "-1")
    (sentence,) = (each.value for each in app.error)
    assert sentence.endswith("0.3 is shown instead.")
    assert text_on(app, "epsilon") == "0.3"


@pytest.mark.parametrize("state", [
    {}, {"told": None}, {"told": "0.5"}, {"told": {"text": "0.5"}},
    {"told": {"text": 0.5, "turn": 1}}, {"told": {"text": "0.5", "turn": "1"}},
    {"told": {"text": ["0.5"], "turn": 1}}, {"other": {"text": "0.5", "turn": 1}}, [], "0.5", None,
], ids=str)  # fmt: skip
def test_what_no_dial_tells_changes_nothing(state: Any):
    app = tells(opened("trade_off", **FEW), state)
    assert complaints(app) == []
    assert "epsilon" not in app.session_state
    assert told(app, "epsilon") == {**told(app, "epsilon"), "text": "1", "turn": 0}


def test_a_new_session_hears_of_no_turn_that_an_earlier_one_was_told():
    """After a new start of the server a browser brings what it told; dials tell it once more."""
    app = opened("trade_off", **FEW)
    (name,) = (each.proto.id for each in app.get("bidi_component") if "epsilon" in each.proto.id)
    turn = json.dumps({"told": {"text": "2", "turn": MANY_TURNS}})
    state = WidgetStates(widgets=[WidgetState(id=name, json_value=turn)])
    fresh = opened("trade_off", state, epsilon="1", **FEW)
    assert text_on(fresh, "epsilon") == "1"
    assert told(fresh, "epsilon")["turn"] == 0
    assert told(fresh, "epsilon")["session"] != told(app, "epsilon")["session"]
    again = tells(fresh, {"told": {"text": "2", "turn": MANY_TURNS + 1}})
    assert "At ε = 2," in words(again)
    assert told(again, "epsilon")["turn"] == MANY_TURNS + 1
    assert told(again, "epsilon")["session"] == told(fresh, "epsilon")["session"]


def test_each_dial_is_named_as_the_control_is_and_explains_itself():
    found = looks(opened("trade_off", **FEW))
    assert list(found) == ["Privacy parameter ε", "Regularization λ", "Training records n"]
    for look in found.values():
        assert len(look["names"]) == len(look["texts"]) == len(look["values"])
        assert look["help"]
    assert found["Regularization λ"]["follows"]["text"] == "auto"
    assert found["Training records n"]["texts"][-1] == "all"
