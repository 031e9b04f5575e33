"""The path of somebody who decides, from the first page to a sheet that can be signed.

Who walks it presses what a visitor would: the doors of Overview, a switch, a dial, a link home. On
every page the numbers are noted that speak of the risk of one person at ε, and of what ε costs, as
they are met, with the seconds since the beginning.

    python -m tests.e2e.stakeholder --base http://127.0.0.1:8501

prints the path on a desktop and on a phone.
"""

import argparse
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import chromium, settled, visitor

EPSILON, ACCEPTED = "1.5", "85"
"""The ε that is turned to, which is nobody's default; and the risk at which it may be signed."""

FOREIGN = "/?n=100&lam=0.01&seed=3&epsilon=1"
"""Where the path begins: at settings that somebody had on another page."""

RISK = re.compile(r"right at most ([\d.]+) times in 100|Not ruled out: right ([\d.]+) times in 100")
SHARE = re.compile(r"the true record: ([\d.]+) in 100")
COST = re.compile(  # not what is accepted
    r"(?<!and )\b(\d+) more "
    r"(?:wrong labels? in 1,000|get a wrong label (?:with objective|than without noise))"
)

SWITCH = re.compile(rf"^ε = {re.escape(EPSILON)}$")
RISKS, TO_SIGN = "Right guesses in 100, at most", "ε to sign"


@dataclass(frozen=True)
class Met:
    """What is met on one page: numbers in their order, of the risk in 100 and of people in 1,000.

    `seconds` are those since the beginning.
    """

    page: str
    seconds: float
    risks: tuple[str, ...]
    costs: tuple[str, ...]


def walk(page: Page) -> Iterator[Met]:
    """Walk the path, from the first page on, and yield what is met on each."""
    begin = time.perf_counter()
    settled(page).locator(".instrument .dial input").press("ArrowRight")
    page.wait_for_url(f"**epsilon={EPSILON}*")

    def met(name: str, part: Locator | None = None) -> Met:
        main = settled(page).get_by_test_id("stMain")
        # As it is seen: what is for those alone who do not see it is a pixel wide.
        said = " ".join((part or main).inner_text().split())
        risks = [next(filter(None, each.groups())) for each in RISK.finditer(said)]
        risks += SHARE.findall(said)
        return Met(name, time.perf_counter() - begin, tuple(risks), tuple(COST.findall(said)))

    yield met("Overview")
    _door(page, "Reconstruct one of these records")
    yield met("Adversary, without noise")
    settled(page).get_by_role("radio", name=SWITCH).click(force=True)
    expect(page.get_by_text("What ε does not rule out").first).to_be_visible()
    yield met("Adversary")
    _home(page)
    _door(page, "Compare the methods on these patients")
    expect(page.get_by_text("more get a wrong label with objective")).to_be_visible()
    yield met("Trade-off")
    _home(page)
    _door(page, "Which ε for these patients?")
    expect(page.locator(".st-key-signed")).to_be_visible()
    _type(page, RISKS, ACCEPTED)
    page.wait_for_url(f"**decide_risk={ACCEPTED}*")
    _type(settled(page), TO_SIGN, EPSILON)
    signed = page.locator(".st-key-signed")
    expect(signed).to_contain_text(f"at ε = {EPSILON},")
    yield met("Decide")
    page.emulate_media(media="print")
    expect(page.locator(".st-key-printed_signature")).to_be_visible()
    yield met("The sheet", signed)
    page.emulate_media(media="screen")


def _door(page: Page, label: str) -> None:
    settled(page).get_by_role("link", name=label).click()
    expect(page.locator(".instrument")).to_have_count(0)


def _type(page: Page, label: str, text: str) -> None:
    box = page.get_by_role("textbox", name=f"{label}, typed")
    box.fill(text)
    box.press("Enter")


def _home(page: Page) -> None:
    header = settled(page).get_by_test_id("stHeader")
    header.get_by_role("button", name="Navigate to home page").click()
    expect(page.locator(".instrument")).to_be_visible()


@contextmanager
def walking(base: str, *, phone: bool) -> Iterator[Callable[[], Iterator[Met]]]:
    """Give what walks the path in a window of its own."""
    with chromium() as browser, visitor(browser, base, dark=False, phone=phone) as guest:
        yield lambda: walk(guest.open(FOREIGN))


def main() -> None:
    """Print the path in both windows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="http://127.0.0.1:8501")
    base = parser.parse_args().base
    for phone in (False, True):
        print("phone" if phone else "desktop")
        with walking(base, phone=phone) as path:
            for met in path():
                risks, costs = ", ".join(met.risks), ", ".join(met.costs)
                print(f"  {met.seconds:5.1f} s  {met.page:26} risk {risks:24} cost {costs}")


if __name__ == "__main__":
    main()
