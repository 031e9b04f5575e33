"""Nothing is lost: moves, presses and uploads of several tabs under load, and what became of them.

Each tab acts at times of its own, most often before its last answer has come. A move may be
overtaken; a press must have its effect exactly once, and in order; an upload must arrive. Effects
are read from what the server sends:

- **Entries.** A tab on the trade-off page types a sentence with a number, and presses "Add this
  picture": the picture becomes a scene of its visitor's own story, with that sentence. The page
  Lessons lists the scenes, so the list says which presses were heard, how often, and in what order.
  A story has room for some scenes; then its visitor leaves, and another one comes.
- **Draws.** A tab on the counterexample page presses "Draw again", and the page says "draw 7 of
  50": the number must be that of the presses. It says nothing of their order.
- **Uploads.** A tab on the data page uploads tables under names with a number, each as soon as the
  one before it stands on the page, and goes on with moves of other settings right after it. The
  page names the table in use.

Examples
--------
>>> arguments(["--actions", "300", "--tabs", "6"]).actions
300
"""

import argparse
import asyncio
import itertools
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from benchmarks.visitors.client import Counted, Visitor
from benchmarks.visitors.crowd import DIAL, Crowd, allow_many_files, new_epsilon
from benchmarks.visitors.load import refusals
from benchmarks.visitors.memory import table
from benchmarks.visitors.watch import Health, Used, Waits, cell, line, using
from tests.serving import Server, serve

SENTENCE = "story_sentence_trade_off"
ADD, AGAIN = "Add this picture", "Draw again"
BOXES = ("Another table: CSV, Excel or Parquet", "Your table: CSV, Excel or Parquet")

ENTRY = re.compile(r"\d+\. (Entry .*)")
DRAW = re.compile(r"Thick: draw (\d+) of \d+")

MOST_ENTRIES, MOST_DRAWS = 25, 45
"""Presses after which another visitor comes: a story has at most 30 scenes, and the counterexample
50 draws before it begins with the first one again."""

FILES = tuple(table(megabytes, seed=1) for megabytes in (0.02, 0.2))
LOOKS = 5
"""Answers without a table's name after which it counts as lost."""

HEADINGS = (
    *("what    ", "moves", "tried", "once", "lost", "twice", "order", "refused"),
    *("p50", "p95", "longest", "overtaken", "unanswered"),
)


@dataclass
class Fate:
    """What became of presses or uploads.

    Parameters
    ----------
    once, lost, twice : int
        How many had their effect once, never, and more often.
    disordered : int
        Effects that came before that of an earlier press.
    refused : int
        Uploads that the server refused with a reason.
    """

    once: int = 0
    lost: int = 0
    twice: int = 0
    disordered: int = 0
    refused: int = 0
    moves: int = 0  # the rest as in `Counted`
    seconds: list[float] = field(default_factory=list)
    overtaken: int = 0
    unanswered: int = 0

    @property
    def tried(self) -> int:
        """All that was tried."""
        return self.once + self.lost + self.twice + self.refused

    def add(self, expected: Sequence[str], seen: Sequence[str]) -> None:
        """Compare what was pressed, each under a name of its own, with what came of it.

        Examples
        --------
        >>> fate = Fate()
        >>> fate.add(["a", "b", "c", "d"], ["a", "c", "b", "b"])
        >>> fate.once, fate.lost, fate.twice, fate.disordered
        (2, 1, 1, 1)
        """
        times = [seen.count(each) for each in expected]
        self.once += times.count(1)
        self.lost += times.count(0)
        self.twice += sum(each > 1 for each in times)
        first = [expected.index(each) for each in dict.fromkeys(seen) if each in expected]
        self.disordered += sum(b < a for a, b in itertools.pairwise(first))

    def count(self, pressed: int, seen: int) -> None:
        """Compare numbers, where presses cannot be told from each other."""
        self.once += min(pressed, seen)
        self.lost += max(0, pressed - seen)
        self.twice += max(0, seen - pressed)

    def leave(self, counted: Counted) -> None:
        """Add what a visitor waited who leaves."""
        self.seconds += counted.seconds
        self.overtaken += counted.overtaken
        self.unanswered += counted.unanswered


class ActingTab(Protocol):
    """A tab of one kind: what it presses, how it moves, and how one reads what came of it."""

    pressed: list[str]

    async def press(self) -> None:
        """Press, or upload."""

    async def move(self) -> None:
        """Move, and press nothing."""

    async def end(self) -> None:
        """Read what became of all that is still to be looked for."""


class PressingTab:
    """What tabs that press a button among moves of ε have in common.

    Parameters
    ----------
    visitor : Visitor
    fate : Fate
        Where what became of the presses is added.
    name : str
        Of the tab, as no other one is called.
    """

    dial = DIAL

    def __init__(self, visitor: Visitor, fate: Fate, name: str) -> None:
        self.visitor, self.fate, self.name = visitor, fate, name
        self.pressed: list[str] = []

    async def move(self) -> None:
        """Ask for a new ε."""
        await self.visitor.turn(self.dial, new_epsilon())


class EntryTab(PressingTab):
    """A tab that adds pictures to a story."""

    async def press(self) -> None:
        """Add a picture under a sentence that nobody else has."""
        sentence = f"Entry {len(self.pressed) + 1} of {self.name}."
        self.visitor.fill(SENTENCE, sentence)
        await self.visitor.press(ADD)
        self.pressed.append(sentence)

    async def end(self) -> None:
        """Read the story."""
        await self.visitor.open("lessons")
        await self.visitor.answered()
        found = (ENTRY.match(plain(text)) for text in self.visitor.texts)
        self.fate.add(self.pressed, [each[1] for each in found if each])


class DrawTab(PressingTab):
    """A tab that draws again."""

    dial = "example_epsilon_dial1"

    async def press(self) -> None:
        """Draw again."""
        await self.visitor.press(AGAIN)
        self.pressed.append(AGAIN)

    async def end(self) -> None:
        """Read which draw it is, once a last move is answered."""
        with suppress(LookupError):
            await self.move()
        await self.visitor.answered()
        found = [int(each[1]) for text in self.visitor.texts if (each := DRAW.search(text))]
        self.fate.count(len(self.pressed), found[-1] - 1 if found else 0)


class TableTab(PressingTab):
    """A tab that uploads tables; each is looked for before the next one goes."""

    _number = 0

    async def press(self) -> None:
        """Upload the next table, once the one before stands on the page."""
        await self._look()
        self._number += 1
        name = f"{self.name.replace(' ', '-')}-{self._number}.csv"
        label = next((each for each in BOXES if each in self.visitor.boxes), BOXES[0])
        content = FILES[self._number % len(FILES)]
        if await self.visitor.upload(label, name, content):
            self.fate.refused += 1
        else:
            self.pressed.append(name)

    async def _look(self) -> None:
        """Wait until the last table stands on the page, or has had its time to."""
        for look in range(LOOKS):
            await self.visitor.answered()
            if not self.pressed or any(self.pressed[0] in each for each in self.visitor.texts):
                break
            if look < LOOKS - 1:
                await self.visitor.move()
        seen = [each for each in self.pressed if any(each in text for text in self.visitor.texts)]
        self.fate.add(self.pressed, seen)
        self.pressed.clear()

    async def move(self) -> None:
        """Send what the widgets say once more, as a browser does when a fold is opened."""
        await self.visitor.move()

    async def end(self) -> None:
        """Look for the last table."""
        await self._look()


@dataclass(frozen=True)
class TabKind:
    """A kind of tab: who acts in it, where, how often it presses, and after how many it ends."""

    make: Callable[[Visitor, Fate, str], ActingTab]
    page: str
    query: str
    share: float
    most: int


KINDS = {
    "entries": TabKind(EntryTab, "trade-off", "", 0.4, MOST_ENTRIES),
    "draws": TabKind(DrawTab, "counterexample", "", 0.4, MOST_DRAWS),
    "uploads": TabKind(TableTab, "data", "data=upload", 0.3, MOST_ENTRIES),
}


class Mixture:
    """All tabs of a run, which share a number of acts.

    Parameters
    ----------
    crowd : Crowd
    asked : Namespace
        The command line.
    """

    def __init__(self, crowd: Crowd, asked: argparse.Namespace) -> None:
        self.crowd, self.asked = crowd, asked
        self.fates = {name: Fate() for name in KINDS}
        self._left = asked.actions
        self._names = itertools.count(1)

    async def act(self, number: int) -> None:
        """Let one place be taken by visitors of one kind, one after the other."""
        name = list(KINDS)[number % len(KINDS)]
        # Seeded: two runs try the same, as far as answers come at the same times.
        rng = random.Random(number)
        while self._left > 0:
            kind, fate = KINDS[name], self.fates[name]
            visitor = await self.crowd.arrive(kind.page, kind.query)
            if not visitor:
                return
            visitor.counted = Counted()
            tab = kind.make(visitor, fate, f"tab {next(self._names)}")
            await self._use(tab, kind, fate, rng)
            await tab.end()
            fate.leave(visitor.counted)
            await visitor.leave()

    async def _use(self, tab: ActingTab, kind: TabKind, fate: Fate, rng: random.Random) -> None:
        """Act at random times until the visitor has pressed enough, or all acts are done."""
        presses = 0
        while self._left > 0 and presses < kind.most:
            self._left -= 1
            await asyncio.sleep(rng.expovariate(1 / self.asked.every))
            with suppress(LookupError):  # The page did not come, and there is nothing to press.
                if rng.random() < kind.share:
                    await tab.press()
                    presses += 1
                else:
                    await tab.move()
                    fate.moves += 1

    async def run(self) -> tuple[Health, Used]:
        """Let all act to the end; return what health and the processor were meanwhile."""
        async with Health(self.crowd.server) as health:
            with using(self.crowd.server) as used:
                await asyncio.gather(*(self.act(number) for number in range(self.asked.tabs)))
        return health, used


def report(mixture: Mixture, health: Health, used: Used) -> str:
    """Return what became of everything, in a table and a sentence."""
    rows = [line(HEADINGS, HEADINGS)]
    for name, fate in mixture.fates.items():
        waits = Waits.of(fate.seconds)
        order = "–" if name == "draws" else fate.disordered
        row = (
            *(name, fate.moves, fate.tried, fate.once, fate.lost, fate.twice, order),
            *(fate.refused, waits.p50, waits.p95, waits.longest, fate.overtaken, fate.unanswered),
        )
        rows.append(line(row, HEADINGS))
    asked = Waits.of(health.seconds)
    return "\n".join(
        (
            *rows,
            f"{used.seconds:.0f} s; health: p95 {cell(asked.p95)} s, longest "
            f"{cell(asked.longest)} s, {health.failed} failed; memory: {used.now:.0f} MB, at most "
            f"{used.peak:.0f} MB; a second, the server took {used.server / used.seconds:.2f} s of "
            f"the processor and this client {used.client / used.seconds:.2f} s; "
            f"{refusals(mixture.crowd.counted([]).turned_away)}",
        )
    )


async def mix(server: Server, asked: argparse.Namespace) -> str:
    """Let tabs of all kinds act; return the report."""
    async with Crowd(server) as crowd:
        mixture = Mixture(crowd, asked)
        return report(mixture, *await mixture.run())


def plain(text: str) -> str:
    """Return Markdown without the signs that keep it from being read as such."""
    return text.replace("\\", "")


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make load ARGS=mixed", description=__doc__)
    parser.add_argument("--actions", type=int, default=2000, help="moves, presses and uploads")
    parser.add_argument("--tabs", type=int, default=12, help="of the three kinds, in turn")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between a tab's two acts")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, let everybody press, and print what became of it."""
    asked = arguments(words)
    allow_many_files()
    print(
        f"{asked.actions:,} moves, presses and uploads of {asked.tabs} tabs, each every "
        f"{asked.every:g} s"
    )
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        print(asyncio.run(mix(server, asked)))


if __name__ == "__main__":
    main()
