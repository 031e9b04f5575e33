"""The path of somebody who decides, from the first page to a sheet that can be signed.

Who walks it presses what a visitor would: the doors of Overview, a switch, a dial, a link home. On
every page the numbers are noted that speak of the risk of one person at ε, and of what ε costs, as
they are met.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from benchmarks.visitors.paths.somebody import Somebody

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
    """What is met on one page: numbers in their order, of the risk in 100, of people in 1,000."""

    page: str
    risks: tuple[str, ...]
    costs: tuple[str, ...]


class Stakeholder(Somebody):
    """Somebody who has ten minutes, and wants a page to sign."""

    def __init__(self, page: Page, base: str) -> None:
        super().__init__(page, base)
        self.met: list[Met] = []

    def overview(self) -> str:
        """Open a link of somebody's, and turn the dial."""
        self.open(FOREIGN)
        self.page.locator(".instrument .dial input").press("ArrowRight")
        self.page.wait_for_url(f"**epsilon={EPSILON}*")
        return self.meet("Overview")

    def without_noise(self) -> str:
        """See what a classifier without noise reveals."""
        self.door("Reconstruct one of these records")
        return self.meet("Adversary, without noise")

    def adversary(self) -> str:
        """Switch to the ε of before."""
        self.press(self.page.get_by_role("radio", name=SWITCH), force=True)
        expect(self.page.get_by_text("What ε does not rule out").first).to_be_visible()
        return self.meet("Adversary")

    def trade_off(self) -> str:
        """See what that costs."""
        self.home()
        self.door("Compare the methods on these patients")
        expect(self.page.get_by_text("more get a wrong label with objective")).to_be_visible()
        return self.meet("Trade-off")

    def decide(self) -> str:
        """Say which risk is accepted, and choose the ε to sign."""
        self.home()
        self.door("Which ε for these patients?")
        signed = self.page.locator(".st-key-signed")
        expect(signed).to_be_visible()
        self.type_in(f"{RISKS}, typed", ACCEPTED)
        self.page.wait_for_url(f"**decide_risk={ACCEPTED}*")
        self.type_in(f"{TO_SIGN}, typed", EPSILON)
        expect(signed).to_contain_text(f"at ε = {EPSILON},")
        return self.meet("Decide")

    def sheet(self) -> str:
        """Print the page, as it says."""
        self.find("(Print this page to sign it)")
        self.page.emulate_media(media="print")
        expect(self.page.locator(".st-key-printed_signature")).to_be_visible()
        said = self.meet("The sheet", self.page.locator(".st-key-signed"))
        self.page.emulate_media(media="screen")
        return said

    def meet(self, name: str, part: Locator | None = None) -> str:
        """Note the numbers of a page, or of a part of it, and return them."""
        self.settled()
        # As it is seen: what is for those alone who do not see it is a pixel wide.
        shown = (part or self.page.get_by_test_id("stMain")).inner_text()
        said = " ".join(shown.split())
        risks = [next(filter(None, each.groups())) for each in RISK.finditer(said)]
        risks += SHARE.findall(said)
        met = Met(name, tuple(risks), tuple(COST.findall(said)))
        self.met.append(met)
        return f"risk {', '.join(met.risks) or '–'}; cost {', '.join(met.costs) or '–'}"

    def door(self, label: str) -> None:
        """Leave Overview by one of its doors."""
        self.press_link(label)
        expect(self.page.locator(".instrument")).to_have_count(0)

    def home(self) -> None:
        """Go home by the name of the dashboard."""
        header = self.page.get_by_test_id("stHeader")
        self.press(header.get_by_role("button", name="Navigate to home page"))
        expect(self.page.locator(".instrument")).to_be_visible()


STEPS = {
    "Overview": Stakeholder.overview,
    "Adversary, no noise": Stakeholder.without_noise,
    "Adversary": Stakeholder.adversary,
    "Trade-off": Stakeholder.trade_off,
    "Decide": Stakeholder.decide,
    "the sheet": Stakeholder.sheet,
}
