"""Dials in Streamlit's test bench, which moves no component: what their script tells is sent."""

import json
from itertools import count
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from pages.kit.values import spelled

TURNS = count(1)
"""Numbers of turns: a browser's grow, too."""


def turned(app: AppTest, value: str, text: object) -> AppTest:
    """Turn the dial of a value of the address, by its name, to a text, and run."""
    state = app._tree.get_widget_states()
    told = {"told": {"text": spelled(text), "turn": next(TURNS)}}
    state.widgets.append(WidgetState(id=_dial(app, value).id, json_value=json.dumps(told)))
    return app._run(state)


def text_on(app: AppTest, value: str) -> str:
    """Return what stands on the dial of a value, as in its box."""
    return str(told(app, value)["text"])


def place_of(app: AppTest, value: str) -> str:
    """Return the place at which the dial of a value stands, as its range says it."""
    names = json.loads(_dial(app, value).json)["look"]["names"]
    return str(names[told(app, value)["at"]])


def told(app: AppTest, value: str) -> dict[str, Any]:
    """Return what the dial of a value is told."""
    found: dict[str, Any] = json.loads(_dial(app, value).json)["told"]
    return found


def looks(app: AppTest) -> dict[str, dict[str, Any]]:
    """Return what the dials of a page are, by what they are called, in their order."""
    drawn = (json.loads(each.proto.json) for each in app.get("bidi_component"))
    return {each["look"]["label"]: each["look"] for each in drawn if "look" in each}


def _dial(app: AppTest, value: str) -> Any:
    drawn = {each.proto.id.rpartition("-")[2]: each.proto for each in app.get("bidi_component")}
    return next(each for key, each in drawn.items() if key.rpartition("_dial")[0] == value)
