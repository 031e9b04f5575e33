"""Right answers of many steps, computed in the background: for whoever checks a class's codes.

A right answer follows from the step, its settings and the seed, all public: what was computed for
one is there for all. Who asks gets what is there, and the rest is computed in an executor, a step
at a time and in turn over those who ask, so that thirty codes of one teacher keep nobody else
waiting. To ask again shows how far it is; of somebody who does not ask again, nothing more is
computed.

Examples
--------
>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(1) as threads:
...     answers = TruthQueue(lambda: threads)
...     step = TruthRequest("promises", "ratio", "foundations", (("epsilon", "1"),))
...     found = answers.ask("ada", {step: lambda: {"epsilon": 1.0}}, patience=60)
...     round(found.of(step).answer, 3), found.ahead
(2.718, 0)
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass

from dpcore.checks import InvalidInput, Overrun
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import At
from dplab.studies.lessons.grading import Truth

LOG = logging.getLogger(__name__)

MOST = 5_000
"""Right answers that are kept, of some kB each: all steps of eighty seeds."""

UNDER_WAY = 1
"""Steps that are computed at a time: of the two processes for short work one stays free."""

ABANDONED_AFTER = 60.0
"""Seconds after which nothing more is computed for somebody who has not asked again."""


@dataclass(frozen=True)
class TruthRequest:
    """Which right answer is asked for.

    Parameters
    ----------
    lesson, check : str
        Names of the lesson and of its function.
    on : str
        Name of the page that the step is on.
    texts : tuple of pairs of str
        The page's settings that the step and its answer name, the seed included, as texts.
    """

    lesson: str
    check: str
    on: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ComputedTruths:
    """What is there by now.

    Parameters
    ----------
    known : mapping of TruthRequest to Truth or InvalidInput
        Of a question that has no answer, why.
    ahead : int
        Others who ask, and whose turns come in between.
    """

    known: Mapping[TruthRequest, Truth | InvalidInput]
    ahead: int

    def of(self, asked: TruthRequest) -> Truth:
        """Return a right answer.

        Raises
        ------
        InvalidInput
            If the question has none.
        """
        found = self.known[asked]
        if isinstance(found, InvalidInput):
            raise found
        return found


class _Passing(InvalidInput):
    """There is no answer now; whoever asks later may get one."""


class TruthQueue:
    """Right answers that are there, and those that are still to be computed.

    Parameters
    ----------
    executor : callable
        Returns where they are computed; asked when there is something to compute.
    clock : callable
        Seconds; a test may bring its own.
    """

    def __init__(
        self, executor: Callable[[], Executor], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._executor, self._clock = executor, clock
        self._known: OrderedDict[TruthRequest, Truth | InvalidInput] = OrderedDict()
        self._lines: OrderedDict[str, dict[TruthRequest, At]] = OrderedDict()
        self._asked_at: dict[str, float] = {}
        self._under_way: set[TruthRequest] = set()
        self._changed = threading.Condition()

    def ask(
        self, owner: str, wanted: Mapping[TruthRequest, Callable[[], At]], patience: float = 0.0
    ) -> ComputedTruths:
        """Return what is there of some answers, and see to it that the others are computed.

        Parameters
        ----------
        owner : str
            Who asks; what was asked before, and is not now, is not computed any more.
        wanted : mapping
            For each question what returns its settings; called if it must be computed.
        patience : float
            Seconds to wait for all of them.
        """
        with self._changed:
            self._line_up(owner, wanted)
            self._start()
            self._changed.wait_for(lambda: all(each in self._known for each in wanted), patience)
            known = {each: self._known[each] for each in wanted if each in self._known}
            for each, found in known.items():
                self._known.move_to_end(each)
                if isinstance(found, _Passing):
                    del self._known[each]
            return ComputedTruths(known, sum(other != owner for other in self._lines))

    def close(self) -> None:
        """Compute nothing more."""
        with self._changed:
            self._lines.clear()

    def _line_up(self, owner: str, wanted: Mapping[TruthRequest, Callable[[], At]]) -> None:
        before, line = self._lines.get(owner, {}), {}
        for each, settings in wanted.items():
            if each not in self._known and each not in self._under_way:
                try:
                    line[each] = before[each] if each in before else settings()
                except InvalidInput as refusal:
                    self._keep(each, refusal)
        self._lines[owner] = line  # Who asks again keeps the turn.
        self._asked_at[owner] = self._clock()

    def _start(self) -> None:
        """Let the next ones be computed, in turn over those who ask."""
        for owner, asked_at in list(self._asked_at.items()):
            if asked_at + ABANDONED_AFTER < self._clock() or not self._lines.get(owner):
                self._lines.pop(owner, None)
                del self._asked_at[owner]
        while self._lines and len(self._under_way) < UNDER_WAY:
            owner, line = next(iter(self._lines.items()))
            asked = next(iter(line))
            settings = line.pop(asked)
            self._lines.move_to_end(owner)
            if not line:
                del self._lines[owner]
            # Another's may be the same, and be there by now.
            if asked not in self._known and asked not in self._under_way:
                self._submit(asked, settings)

    def _submit(self, asked: TruthRequest, settings: At) -> None:
        try:
            future = self._executor().submit(entries.truth, asked.lesson, asked.check, settings)
        except (InvalidInput, RuntimeError) as fault:  # there is none, or it has ended
            # Noted here: `_note` starts the next, a call in a call for each of a thousand.
            self._keep(asked, _no_answer(fault))
            self._changed.notify_all()
            return
        self._under_way.add(asked)
        future.add_done_callback(lambda done: self._note(asked, done))

    def _note(self, asked: TruthRequest, done: "Future[Truth]") -> None:
        with self._changed:
            self._under_way.discard(asked)
            self._keep(asked, _outcome(done))
            self._start()
            self._changed.notify_all()

    def _keep(self, asked: TruthRequest, found: Truth | InvalidInput) -> None:
        self._known[asked] = found
        while len(self._known) > MOST:
            self._known.popitem(last=False)


def _outcome(done: "Future[Truth]") -> Truth | InvalidInput:
    try:
        return done.result()
    except InvalidInput as refusal:
        return refusal
    except Overrun:
        return InvalidInput(
            "At these settings the right answer takes too long to compute: yours is not checked."
        )
    except (CancelledError, Exception) as fault:
        # The edge of a thread of the executor: what was raised would be nobody's.
        return _no_answer(fault)


def _no_answer(fault: BaseException) -> _Passing:
    LOG.error("A right answer cannot be computed: %s", type(fault).__name__)
    return _Passing("The right answer cannot be computed now. Check this code again later.")
