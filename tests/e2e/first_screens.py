"""What each page shows before anybody scrolls, on a desktop and on a phone, and what ε moves there.

A table for each of the two windows, 1440 × 900 and 390 × 844, with a line for each page as its bare
address opens it:

- *figure at*: where its first figure begins, in pixels from the top of the page. A figure is a plot
  of Plotly's or another picture of the page's: drawn as HTML, an image, or a component, no dial;
- *begins*: whether that is on the first screen; *seen*: how much of the figure's height is;
- *ε changes*: which kinds of things on the first screen are others when ε moves from 0.1 to 1:
  `sentence`, `figure`, `tiles`, or `nothing`. ε is typed, or on a phone slid beneath a figure where
  there is such a slider. What only moves up or down has not changed. The card of settings and the
  sliders do not count: they are the question. Without a control of ε there is a dash;
- *height* of the page, and its *words*: what holds a letter and is visible, in figures too;
- *grows*: by how many pixels the page is higher at ε = 1 than at 0.1;
- *controls* on the first screen: what can be pressed, turned or typed into, the bar of pages and
  what only explains (*helps*) left out;
- *under*: what can be pressed in the row under the page's first figure; *folds*, on the whole page.

The figures describe; nothing here fails on them.

    python -m tests.e2e.first_screens --json >before.json
    python -m tests.e2e.first_screens --base http://127.0.0.1:8501

Examples
--------
>>> before = [("figure", "a curve", True), ("sentence", "At ε = 0.1", False)]
>>> changed(before, [("figure", "a curve", False), ("sentence", "At ε = 1", False)])
('nothing',)
>>> changed(before, [("figure", "another curve", True), ("sentence", "At ε = 1", True)])
('sentence', 'figure')
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import DESKTOP, PHONE, Windows, chromium, settled, visitor
from tests.serving import IN_THREADS, serve

LOW, HIGH = "0.1", "1"
"""Between which ε moves, as the screen writes them."""

EPSILON = "Privacy parameter ε"
CALM = 500
"""Milliseconds between two looks: the address says ε before the page says that it is at work."""

KINDS = ("sentence", "figure", "tiles")
COUNTED = ("controls", "helps", "under", "folds")
WINDOWS = {"desktop": DESKTOP, "phone": PHONE}

Part = tuple[str, str, bool]
"""A part of a page: its kind, what it shows, and whether it lies on the first screen."""

LOOK = r"""
() => {
  const main = document.querySelector('[data-testid="stMain"]');
  main.scrollTop = 0;
  const onScreen = ({ top, bottom, width, height }, lowest = innerHeight) =>
    width * height > 0 && bottom > 0 && top < lowest;
  const explains = ".stTooltipIcon, .dial-help, .explained, a[href^='#word-']";
  const explaining = (node) => node.closest(explains) !== null;
  const visible = (node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });

  const pictures = '.js-plotly-plot, .stHtml [role="img"], .stHtml img, .stImage, .stIFrame, '
    + '.stBidiComponent, .stCustomComponentV1';
  const figures = [...main.querySelectorAll(pictures)].filter((node) =>
    !node.parentElement.closest(pictures) && visible(node) && node.offsetHeight >= 40
    && !node.closest('[class*="_dial"]'));
  const places = figures.map((node) => node.getBoundingClientRect());
  const [first] = places.toSorted((one, other) => one.top - other.top);

  // Plotly names its clips and colour bars anew: what refers to them is no change.
  const drawn = (node) => node.outerHTML.replace(/ (id|clip-path)="[^"]*"|url\([^)]*\)/g, "");
  const inner = (node) => [...node.querySelectorAll("*")].flatMap((each) =>
    each.shadowRoot ? inner(each.shadowRoot) : each.children.length ? [] : [each]);
  const marks = figures.flatMap((figure, at) => [figure, ...inner(figure)]
    .filter((node) => !node.children.length && !node.closest("defs"))
    .map((node) => {
      const place = node.getBoundingClientRect();
      const offset = [place.left - places[at].left, place.top - places[at].top].map(Math.round);
      return ["figure", `${at} ${offset} ${drawn(node)}`, onScreen(place)];
    }));

  const blocks = new Map(), range = document.createRange();
  const unread = "style, script, .katex-mathml, [data-testid=stIconMaterial]";
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    range.selectNodeContents(texts.currentNode);
    const { width, height } = range.getBoundingClientRect();
    if (width * height < 4 || parent.closest(unread) || !visible(parent)) continue;
    const block = parent.closest("p, li, h1, h2, h3, h4, h5, h6, td, th, summary, pre") ?? parent;
    blocks.set(block, (blocks.get(block) ?? "") + texts.currentNode.textContent);
  }
  const written = [...blocks].map(([block, text]) => [block, text.trim().split(/\s+/)]);
  const isTile = (block) => {
    const column = block.closest('[data-testid="stColumn"]');
    const metric = column?.querySelector(".stMetric");
    return metric != null && metric.closest('[data-testid="stColumn"]') === column;
  };
  const read = written
    .filter(([block]) => !block.closest(`.st-key-settings, .dial, ${pictures}`))
    .map(([block, words]) => [
      block.closest(".stMetric") || isTile(block) ? "tiles" : "sentence",
      words.join(" "), onScreen(block.getBoundingClientRect())]);

  // Where a box or a button is drawn by its label, the input itself may have no size.
  const pressed = 'button, summary, a[href], .modebar-btn, input, textarea, [role="slider"]';
  const pressable = (within) => [...within.querySelectorAll(pressed)].filter((node) => {
    const drawn = node.closest("label") ?? node;
    return !node.parentElement.closest(pressed) && visible(drawn)
      && onScreen(drawn.getBoundingClientRect(), within === main ? innerHeight : Infinity);
  });
  const [helps, controls] = [true, false].map((only) =>
    pressable(main).filter((node) => explaining(node) === only).length);
  const [row] = main.querySelectorAll(".st-key-takeaway");

  return {
    figure: first ? [first.top, first.bottom] : null,
    controls, helps,
    under: row ? pressable(row).length : 0,
    folds: [...main.querySelectorAll(".stExpander")].filter(visible).length,
    height: main.scrollHeight,
    words: written.flatMap(([, words]) => words).filter((word) => /\p{L}/u.test(word)).length,
    parts: [...read, ...marks],
  };
}
"""

SAYS = """
([epsilon, before]) => {
  const told = [...new URLSearchParams(location.search)]
    .flatMap(([name, value]) => name.endsWith("epsilon") ? [value] : []);
  return location.search !== before && told.every((value) => value === epsilon);
}
"""
"""Whether the address says that ε, or no longer another, where the page opens with it: the server
has answered the move then, or is about to."""

SLID = "document.querySelector('[class*=_dial1] [aria-valuetext]')?.getAttribute('aria-valuetext')"
"""Where the slider beneath a figure stands: that of ε is the first."""


@dataclass(frozen=True)
class FirstScreen:
    """What a page shows in a window before anybody scrolls; lengths in CSS pixels.

    Without a figure `figure_top` is None; without a control of ε, `changes` and `grows` are.
    """

    address: str
    window: str
    figure_top: int | None
    begins: bool
    seen: float
    changes: tuple[str, ...] | None
    height: int
    words: int
    grows: int | None
    controls: int
    helps: int
    under: int
    folds: int


@dataclass(frozen=True)
class Look:
    """A page as it stands: top and bottom of its first figure, and what is counted on it."""

    figure: tuple[float, float] | None
    height: int
    words: int
    controls: int
    helps: int
    under: int
    folds: int
    parts: list[Part]


def first_screen(page: Page, address: str, window: str) -> FirstScreen:
    """Measure a page that has just been opened, and then move its ε."""
    opened, size = look(page), WINDOWS[window]["height"]
    top, bottom = opened.figure or (None, None)
    changes = grows = None
    if control := control_of_epsilon(page):
        move(control, LOW)
        low = look(page)
        move(control, HIGH)
        high = look(page)
        changes, grows = changed(low.parts, high.parts), high.height - low.height
    return FirstScreen(
        address,
        window,
        None if top is None else round(top),
        top is not None and top < size,
        share(top, bottom, size) if top is not None and bottom is not None else 0.0,
        changes,
        opened.height,
        opened.words,
        grows,
        opened.controls,
        opened.helps,
        opened.under,
        opened.folds,
    )


def look(page: Page) -> Look:
    """Look at the page from its top, once it stands still: sweeps included, and twice the same."""
    before, now = None, _glance(page)
    while now != before:
        page.wait_for_timeout(CALM)
        before, now = now, _glance(page)
    return now


def _glance(page: Page) -> Look:
    settled(page)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    found = settled(page).evaluate(LOOK)
    figure, parts = found.pop("figure"), found.pop("parts")
    place = None if figure is None else (figure[0], figure[1])
    return Look(place, parts=[(kind, shows, seen) for kind, shows, seen in parts], **found)


def share(top: float, bottom: float, size: float) -> float:
    """Return which part of what lies between `top` and `bottom` is above `size`, from 0 to 1."""
    return round(max(0.0, min(bottom, size) - max(top, 0.0)) / (bottom - top), 3)


def changed(before: Sequence[Part], after: Sequence[Part]) -> tuple[str, ...]:
    """Return the kinds of what is on the first screen of one look and nowhere in the other."""
    kinds = set()
    for here, there in ((before, after), (after, before)):
        other = Counter((kind, shows) for kind, shows, _ in here)
        other.subtract((kind, shows) for kind, shows, _ in there)
        kinds |= {kind for kind, shows, seen in here if seen and other[kind, shows] > 0}
    return tuple(kind for kind in KINDS if kind in kinds) or ("nothing",)


def control_of_epsilon(page: Page) -> Locator | None:
    """Return what moves ε: the slider beneath a figure where it is seen, or the box, or nothing."""
    beneath = page.locator("[class*=_dial1], .instrument .dial").get_by_role("slider", name=EPSILON)
    box = page.get_by_role("textbox", name=f"{EPSILON}, typed")
    return next((each.first for each in (beneath, box) if each.count()), None)


def move(control: Locator, epsilon: str) -> None:
    """Set ε, and wait until the page says so."""
    at = control.get_attribute("aria-valuetext") or control.input_value()
    if at == epsilon:
        return
    says = [epsilon, control.page.evaluate("location.search")]
    if control.locator("xpath=ancestor::*[@class='dial']").count():
        turn(control, epsilon)
        control.page.wait_for_function(SAYS, arg=says)
    elif control.get_attribute("type") == "range":
        slide(control, epsilon, says)
    else:
        control.fill(epsilon)
        control.press("Enter")
        control.page.wait_for_function(SAYS, arg=says)
    settled(control.page)


def turn(dial: Locator, epsilon: str) -> None:
    """Press arrows on Overview's dial, which follows at once."""
    while (at := dial.get_attribute("aria-valuetext")) != epsilon:
        is_below = at != "no noise" and float(at or 0) < float(epsilon)
        dial.press("ArrowRight" if is_below else "ArrowLeft")


def slide(slider: Locator, epsilon: str, says: list[str]) -> None:
    """Press arrows until the address says ε, each once the page stands still.

    Otherwise an answer that comes meanwhile takes a press back, or it lands on the slider beside.
    """
    page = slider.page
    # An ε that the page opens with is not in the address: on the way, any change of that will do.
    followed = f"([at, address]) => {SLID} === at || location.search !== address"
    while not page.evaluate(SAYS, says):
        at, address = slider.get_attribute("aria-valuetext") or "", page.evaluate("location.search")
        slider.press("ArrowRight" if float(at) < float(epsilon) else "ArrowLeft")
        page.wait_for_function(followed, arg=[at, address])
        look(page)


def table(screens: Sequence[FirstScreen]) -> str:
    """Return the first screens of one window as lines for a person."""
    window = screens[0].window
    size = "{width} × {height}".format(**WINDOWS[window])
    names = ("figure at", "begins", "seen", "ε changes", "height", "words", "grows", *COUNTED)
    return "\n".join([f"{window}, {size}", _line("page", names), *map(_row, screens)])


def _row(screen: FirstScreen) -> str:
    has_figure = screen.figure_top is not None
    cells = (
        f"{screen.figure_top}" if has_figure else "–",
        ("yes" if screen.begins else "no") if has_figure else "–",
        f"{screen.seen:.0%}" if has_figure else "–",
        "–" if screen.changes is None else ", ".join(screen.changes),
        f"{screen.height}",
        f"{screen.words}",
        "–" if screen.grows is None else f"{screen.grows:+d}" if screen.grows else "0",
        *(f"{getattr(screen, name)}" for name in COUNTED),
    )
    return _line(screen.address, cells)


def _line(first: str, cells: Sequence[str]) -> str:
    widths = (10, 8, 6, 25, 8, 7, 7, 10, 7, 7, 7)
    aligned = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{first:<16}{''.join(aligned)}"


def as_json(screens: Sequence[FirstScreen]) -> str:
    """Return all first screens as one document."""
    document = {"epsilon": [float(LOW), float(HIGH)], "screens": [asdict(each) for each in screens]}
    return json.dumps(document, indent=2, ensure_ascii=False)


@contextmanager
def dashboard(base: str | None) -> Iterator[str]:
    """Give the address of a dashboard: `base`, or that of a server started for it."""
    if base is not None:
        yield base.rstrip("/")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder), environment=IN_THREADS) as server,
    ):
        yield server.url


def measured(browser: Windows, url: str, window: str) -> list[FirstScreen]:
    """Measure every page in one window."""
    screens = []
    for address in PAGES:
        with visitor(browser, url, dark=False, phone=window == "phone") as guest:
            screens.append(first_screen(guest.open(address), address, window))
    return screens


def main(words: list[str] | None = None) -> None:
    """Measure every page in both windows, and print what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.e2e.first_screens", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--json", action="store_true", help="print one document instead of tables")
    parser.add_argument("--base", help="address of a dashboard that runs; else one is started")
    asked = parser.parse_args(words)
    screens = []
    with dashboard(asked.base) as url, chromium() as browser:
        for window in WINDOWS:
            screens += (found := measured(browser, url, window))
            if not asked.json:
                print(f"{table(found)}\n", flush=True)
    if asked.json:
        print(as_json(screens))


if __name__ == "__main__":
    main()
