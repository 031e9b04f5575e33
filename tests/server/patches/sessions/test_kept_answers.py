"""An answer to the browser outlives the start of a run; once Streamlit keeps it, this can go."""

import pytest
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from server.patches.sessions import kept_answers
from server.patches.sessions.kept_answers import ANSWERS, kinds_left


def test_an_answer_to_the_browser_outlives_the_start_of_a_run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ForwardMsgQueue, "clear", kept_answers._clear)
    assert kinds_left(keeps=True) == set()
    kept_answers.install()
    assert kinds_left(keeps=True) == {*ANSWERS}
    assert kinds_left(keeps=False) == set()
