"""Dials in haste: whatever a hand does, it all ends where the hand stopped.

A trial opens Trade-off anew, moves in one of several ways, and tells what disagrees at the end:
the range, the box on it, the address, and the sentence of the answer.

    python -m tests.e2e.dials --trials 50
    python -m tests.e2e.dials --trials 50 --busy 30
"""

import argparse
import asyncio
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page

from benchmarks.visitors.crowd import Crowd, moves
from pages.comparison import values
from pages.kit import words
from tests.e2e.browser import Visitor, Windows, chromium, settled, visitor
from tests.serving import Server, serve

START = "/trade-off?n=300&draws=5&data=breast_cancer"
EPSILON, LAM = "Privacy parameter ε", "Regularization λ"
PLACES = {
    EPSILON: [words.number(each) for each in values.EPSILONS],
    LAM: [words.number(each) for each in values.LAMS],
}
FIRST = values.EPSILONS.index(values.FIRST)
EVERY, FOR_EVER = 4.0, 10**6
"""Seconds between two turns of one of the others, and turns that nobody counts to the end."""

GAPS = (30, 100, 200, 400)
"""Milliseconds between two presses of a key."""

Wanted = dict[str, str]
"""What should stand at the end, by the name of the dial."""


def dial(page: Page, name: str = EPSILON) -> Locator:
    return page.get_by_role("slider", name=name)


def box(page: Page, name: str = EPSILON) -> Locator:
    return page.get_by_role("textbox", name=f"{name}, typed")


# --- What a hand does -----------------------------------------------------------------------------


def presses(gap: int) -> Callable[[Page], Wanted]:
    """Six presses of an arrow key, so many milliseconds apart."""

    def press(page: Page) -> Wanted:
        dial(page).focus()
        for _ in range(6):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(gap)
        return {EPSILON: PLACES[EPSILON][FIRST + 6]}

    return press


def at(page: Page, share: float) -> tuple[float, float]:
    """Return the point of the range of ε at a share of its length."""
    found = dial(page).bounding_box()
    assert found
    return found["x"] + share * found["width"], found["y"] + found["height"] / 2


def shown(page: Page, name: str = EPSILON) -> Wanted:
    return {name: dial(page, name).get_attribute("aria-valuetext") or ""}


def two_clicks(page: Page) -> Wanted:
    """Two clicks on the range, a tenth of a second apart."""
    dial(page).scroll_into_view_if_needed()
    page.mouse.click(*at(page, 0.7))
    page.wait_for_timeout(100)
    page.mouse.click(*at(page, 0.5))
    return shown(page)


def drag(page: Page) -> Wanted:
    """Hold the range and move along it, with a stop on the way that is longer than any answer."""
    dial(page).scroll_into_view_if_needed()
    page.mouse.move(*at(page, FIRST / (len(PLACES[EPSILON]) - 1)))
    page.mouse.down()
    for share in (0.5, 0.6, 0.7, 0.8):
        page.mouse.move(*at(page, share))
        page.wait_for_timeout(150)
    page.mouse.move(*at(page, 0.65))
    held = shown(page)
    page.mouse.up()
    return held


def one_then_the_other(page: Page) -> Wanted:
    """ε, and at once λ."""
    dial(page).press("ArrowRight")
    dial(page, LAM).press("ArrowLeft")
    return {EPSILON: PLACES[EPSILON][FIRST + 1], **shown(page, LAM)}


def typed_twice(page: Page) -> Wanted:
    """Two numbers into the box, the second before the first is answered."""
    for text in ("0.37", "2,5"):
        box(page).fill(text)
        box(page).press("Enter")
        page.wait_for_timeout(100)
    return {EPSILON: "2.5"}


def then_a_link(page: Page) -> Wanted:
    """A turn, and at once the way to another page; the first Back leads to this one.

    Whether the turn had come into its address before the link was pressed is for chance to say.
    """
    dial(page).press("ArrowRight")
    page.get_by_test_id("stTopNav").get_by_role("link", name="Decide").click()
    page.wait_for_url(re.compile("/decide"))
    settled(page).go_back()
    page.wait_for_url(re.compile("/trade-off"))
    says = parse_qs(urlsplit(settled(page).url).query).get("epsilon", [PLACES[EPSILON][FIRST]])
    assert says[0] in PLACES[EPSILON][FIRST : FIRST + 2]
    return {EPSILON: says[0]}


HASTE: dict[str, Callable[[Page], Wanted]] = {
    **{f"six presses, {gap} ms apart": presses(gap) for gap in GAPS},
    "two clicks": two_clicks,
    "a drag": drag,
    "ε, then λ": one_then_the_other,
    "typed twice": typed_twice,
    "a turn, then a link": then_a_link,
}
BY_KEYS = tuple(name for name in HASTE if name.startswith(("six", "ε", "typed")))
"""What a hand can do on a phone, too, whose bar of pages is a drawer."""


# --- What stands at the end -----------------------------------------------------------------------


def trial(guest: Visitor, name: str) -> list[str]:
    """Move in one of these ways on a fresh page, and return what does not agree at the end."""
    wanted = HASTE[name](guest.open(START))
    return disagreements(settled(guest.window), wanted)


def disagreements(page: Page, wanted: Wanted) -> list[str]:
    """Return what a page that rests shows other than it should."""
    address = {key: text for key, (text, *_) in parse_qs(urlsplit(page.url).query).items()}
    found = {"ε in the address": as_number(address.get("epsilon", words.number(values.FIRST)))}
    expected = {"ε in the address": wanted[EPSILON]}
    if LAM in wanted:
        found["λ in the address"] = as_number(address.get("lam", ""))
        expected["λ in the address"] = wanted[LAM]
    for name, text in wanted.items():
        found[name] = as_number(dial(page, name).get_attribute("aria-valuetext") or "")
        found[f"{name}, typed"] = as_number(box(page, name).input_value())
        expected[name] = expected[f"{name}, typed"] = text
    said = page.locator("strong", has_text="At ε = ").first.inner_text()
    found["the sentence"] = said.removeprefix("At ε = ").partition(", ")[0]
    expected["the sentence"] = wanted[EPSILON]
    return [
        f"{name}: {text}, not {expected[name]}"
        for name, text in found.items()
        if text != expected[name]
    ]


def as_number(text: str) -> str:
    """Return a number as places are called, and any other text as it is."""
    try:
        return words.number(float(text.replace(",", ".")))
    except ValueError:
        return text


# --- Many -----------------------------------------------------------------------------------------


@contextmanager
def busy(server: Server, visitors: int) -> Iterator[None]:
    """Let so many others turn dials meanwhile, each every four seconds."""
    over = threading.Event()

    async def turn() -> None:
        async with Crowd(server) as crowd:
            came = [await crowd.arrive("trade-off") for _ in range(visitors)]
            start = time.perf_counter()
            turning = [
                asyncio.create_task(moves(each, FOR_EVER, EVERY, start + EVERY * place / visitors))
                for place, each in enumerate(came)
                if each
            ]
            await asyncio.to_thread(over.wait)
            for each in turning:
                each.cancel()

    others = threading.Thread(target=lambda: asyncio.run(turn()))
    others.start()
    try:
        yield
    finally:
        over.set()
        others.join()


def measure(windows: Windows, url: str, trials: int, *, phone: bool) -> Counter[str]:
    """Return how many of so many trials of each way ended elsewhere, and say of each what."""
    off = Counter[str]()
    with visitor(windows, url, dark=False, phone=phone) as guest:
        for name in BY_KEYS if phone else HASTE:
            for _ in range(trials):
                if wrong := trial(guest, name):
                    off[name] += 1
                    print(f"{name}: {'; '.join(wrong)}", flush=True)
            print(f"{name:28} {off[name]} of {trials} wrong", flush=True)
    return off


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trials", type=int, default=50, help="of each way")
    parser.add_argument("--busy", type=int, default=0, help="others who turn dials meanwhile")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        busy(server, asked.busy),
        chromium() as windows,
    ):
        for phone in (False, True):
            print("a phone" if phone else "a desktop")
            measure(windows, server.url, asked.trials, phone=phone)


if __name__ == "__main__":
    main()
