"""What is told of all runs together: for how long nobody's was under way."""

import math

from streamlit.runtime.scriptrunner import ScriptRunnerEvent

from server.admission import runs
from server.admission.runs import TAB


class Tabs:
    """A tab whose runs note what they are told, and a run of it."""

    def began(self, _session: object) -> "Tabs":
        return self

    def draw(self) -> None: ...

    def end(self) -> None: ...


def test_it_is_quiet_from_the_end_of_the_last_run(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(runs, "_LAST", [-math.inf])
    monkeypatch.setattr(runs.time, "monotonic", lambda: now[0])
    token = TAB.set(Tabs())
    try:
        assert runs.quiet() == math.inf
        first, second = Tabs(), Tabs()
        runs._began(None, first)
        runs._began(None, second)
        assert runs.quiet() == 0
        now[0] = 103.0
        runs._heard(first, ScriptRunnerEvent.SHUTDOWN)
        assert runs.quiet() == 0
        now[0] = 104.0
        runs._heard(second, ScriptRunnerEvent.SHUTDOWN)
        now[0] = 106.5
        assert runs.quiet() == 2.5
    finally:
        TAB.reset(token)
