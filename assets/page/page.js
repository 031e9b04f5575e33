/* Ours, in each page before Streamlit's own scripts. */

// Streamlit looks for its server below the page's address first, unless the page says where it is:
// beside the page, from where its scripts come, below a prefix of a proxy as well.
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };

// A place in the history is made by a hand. What a page by itself corrects in its address, as after a
// turn and a press in haste, takes the place of what stood there: the first Back leads away.
const push = history.pushState;
let isTouched = false;
for (const touch of ["pointerdown", "keydown", "input"])
  addEventListener(touch, () => (isTouched = true), true);
// Another page, or another step of a lesson, opens at its top, however far one has scrolled.
const SCROLLED = "[data-testid='stMain'], .st-key-lesson_card";
const place = (address) => {
  const { pathname, searchParams } = new URL(address, location.href);
  return [pathname, searchParams.get("lesson"), searchParams.get("step")].join();
};
history.pushState = function (state, title, address) {
  const isOtherPlace = place(address) !== place(location.href);
  const isSamePage = new URL(address, location.href).pathname === location.pathname;
  (isSamePage && !isTouched ? this.replaceState : push).call(this, state, title, address);
  isTouched = false;
  if (isOtherPlace) for (const each of document.querySelectorAll(SCROLLED)) each.scrollTo({ top: 0, behavior: "instant" });
};

// No line ends between a number and its unit, or behind ±, in prose, sentences, captions and labels:
// changed before it is painted, so that whoever writes, tests or exports one writes a plain blank. Code
// and formulas stay as they are.
const TEXTS = "[data-testid$='MarkdownContainer'], [data-testid$='CaptionContainer']";
const LEFT = "pre, code, .katex, [contenteditable]";
const BEFORE_UNIT = /(\d) (?=%|(?:points?|people|records?|draws?|times|in 100)\b)/g;

const joined = (text) => text.replace(BEFORE_UNIT, "$1\u00a0").replace(/± (?=\d)/g, "±\u00a0");

function join(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = root.nodeType === Node.TEXT_NODE ? root : texts.nextNode(); text; text = texts.nextNode())
    if (joined(text.data) !== text.data && !text.parentElement?.closest(LEFT)) text.data = joined(text.data);
}

function joinWithin(node) {
  if (node.parentElement?.closest(TEXTS)) join(node);
  else if (node instanceof HTMLElement)
    for (const each of [node, ...node.querySelectorAll(TEXTS)]) if (each.matches(TEXTS)) join(each);
}

new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.nodeType === Node.TEXT_NODE) joinWithin(target);
    else addedNodes.forEach(joinWithin);
  }
}).observe(document, { childList: true, characterData: true, subtree: true });

// What stands under "Download" has the figure of that name save itself, by its own camera, which knows
// Plotly; nobody else on the page does. Two pixels for each of the screen's, where edges could blur.
addEventListener("click", ({ target }) => {
  const { picture, format } = target.closest?.("[data-picture]")?.dataset ?? {};
  for (const drawn of picture ? document.querySelectorAll(".js-plotly-plot") : []) {
    const saved = drawn._context?.toImageButtonOptions;
    if (saved?.filename !== picture) continue;
    Object.assign(saved, { format, scale: format === "png" ? 2 : 1 });
    drawn.querySelector(".modebar-btn").dispatchEvent(new Event("click"));
  }
});

// Plotly saves by a press on a link beside the page: heard by others, it would close what is open, and
// the keyboard would lose its place.
addEventListener("click", (press) => press.target.matches?.("body > a[download]") && press.stopPropagation(), true);

// What explains a word lies unseen in the page. It is shown while the pointer or the keyboard is on
// the word or on itself, above everything, where the window has room for it; a tap gives the focus.
// Escape hides it. The word is a button with a description, or in a text a link, whose explanation
// screen readers are told of by what is read aloud; to follow that link would leave the address.
const EXPLAINED = "[aria-describedby^='word-'], a[href^='#word-']";
let explanation;

function hide() {
  if (explanation?.matches(":popover-open")) explanation.hidePopover();
  explanation = undefined;
  readAloud("");
}

function readAloud(words) {
  const reader = document.querySelector(".read-aloud");
  if (reader && reader.textContent !== words) reader.textContent = words;
}

function explain({ target }) {
  if (explanation?.contains(target)) return;
  const asked = target.closest?.(EXPLAINED);
  const found = asked && document.getElementById(asked.getAttribute("aria-describedby") ?? asked.hash.slice(1));
  if (found === explanation) return;
  hide();
  if (!found) return;
  (explanation = found).showPopover();
  const { left, top, bottom } = asked.getBoundingClientRect();
  const { width, height } = found.getBoundingClientRect();
  const below = bottom + height < innerHeight ? bottom : top - height;
  found.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  found.style.top = `${Math.max(0, below)}px`;
  if (asked.matches("a")) readAloud(found.textContent);
}

for (const come of ["pointerover", "focusin", "click"]) addEventListener(come, explain);
for (const leave of ["focusout", "scroll"]) addEventListener(leave, hide, true);
addEventListener("keydown", ({ key }) => key === "Escape" && hide(), true);
addEventListener("click", (press) => press.target.closest?.("a[href^='#word-']") && press.preventDefault(), true);

// The table behind the figures: the first figure tells the way to it, and its button whether it is open.
// It has the keyboard once it is opened, and Escape closes it; whatever then leaves the keyboard nowhere
// gives it back to the table, or to its button. The way is told on the page, where the row is drawn.
const BOX = ".numbers";
const WAY = "Its numbers as a table: Alt+T.";
let opened, isInBox = false, isAwaited = false;

function leadToTable() {
  isAwaited = false;
  const button = document.querySelector(".st-key-table button"), box = document.querySelector(BOX);
  button?.setAttribute("aria-keyshortcuts", "Alt+T");
  button?.setAttribute("aria-expanded", String(Boolean(box)));
  for (const figure of document.querySelectorAll("[role='figure'][aria-description]"))
    if (figure !== (button && document.querySelector("[role='figure']"))) figure.removeAttribute("aria-description");
  if (button) document.querySelector("[role='figure']")?.setAttribute("aria-description", WAY);
  const isLost = isInBox && document.activeElement === document.body;
  if (box && (box.dataset.opened !== opened || isLost)) {
    box.focus();
    // Once more: a browser that keeps what it shows in its place has moved what came above it out of sight.
    requestAnimationFrame(() => box.scrollIntoView({ block: "nearest", behavior: "instant" }));
  } else if (!box && isLost) button?.focus();
  if (box) opened = box.dataset.opened;
}

new MutationObserver(() => {
  if (!isAwaited) requestAnimationFrame(leadToTable);
  isAwaited = true;
}).observe(document, { childList: true, subtree: true });
// A press beside the table, which may lead the keyboard nowhere, leaves it as well.
for (const kind of ["focusin", "pointerdown"])
  addEventListener(kind, ({ target }) => (isInBox = Boolean(target.closest?.(BOX))));
addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target.closest?.(BOX)) document.querySelector(".st-key-table button")?.click();
});
