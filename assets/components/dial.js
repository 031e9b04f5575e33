/* A dial: a range over places, and the hand that owns it.

   A turn is shown at once, and told once the hand rests. What comes from elsewhere, as by the button
   Back, is heard only while nobody's hand is on it and all that was told is answered: so no answer to
   an earlier turn takes a later one back. Pages and the instrument have both; the edition's pictures,
   which ask nobody, have the range alone. */

const RESTS_AFTER = 120; // ms
const ON_ITS_WAY = 40; // ms until what is told has been sent
const LOST_AFTER = 1500; // ms in which nobody is at work, and a turn is not answered

/** Make a range over places by their names, with two words for its ends, or none. */
export function makeRange({ label, names, ends }) {
  const range = document.createElement("input");
  Object.assign(range, { type: "range", min: 0, max: names.length - 1, step: 1, ariaLabel: label, autocomplete: "off" });
  const row = document.createElement("div");
  Object.assign(row, { className: "dial-ends", ariaHidden: "true" });
  row.append(...ends.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
  return {
    range,
    parts: ends.length ? [range, row] : [range],
    /** Stand at a place; what is shown there may be another text than the place's name. */
    stand(at, shown = names[at]) {
      range.value = at;
      range.setAttribute("aria-valuetext", shown);
    },
  };
}

/** What tells that a page of Streamlit's is connected, and nobody is at work on it. */
export const idleness = (place) => () => {
  const { testScriptState: script, testConnectionState: line } = place.closest("[data-test-script-state]")?.dataset ?? {};
  return script === "notRunning" && line === "CONNECTED";
};

/** Keep turns until the hand rests, and what is told from elsewhere until it may be heard; `root` is
    marked as long as a turn is not told of yet, or not answered.

    `tell({ text, turn })` is called with the last turn and its number, which grows; `hear(told)` with
    the last that was told, where `told.turn` is the number of the turn that it answers. Another
    `told.session` is another server, or the same one started again, which has heard of no turn: one
    that was not answered is told once more. So is one that was lost on its way: it is owed, while
    `isIdle()` says twice that nobody is at work on it. */
export function makeTurns(root, tell, hear, isIdle) {
  const gone = new AbortController();
  const on = (target, events, listener, capture = false) => events.forEach((event) =>
    target.addEventListener(event, listener, { capture, signal: gone.signal }));
  let last = 0, text = null, sent = -Infinity, waiting = 0, next = null, told = null, isHeld = false;
  const isOwed = () => next !== null || (told?.turn ?? 0) < last;
  const settle = () => {
    root.toggleAttribute("data-owed", isOwed());
    if (told && !isHeld && !isOwed()) hear(told);
  };
  const flush = () => {
    clearTimeout(waiting);
    if (next === null) return;
    [text, next] = [next, null];
    last = Math.max(last + 1, Date.now());
    sent = performance.now();
    tell({ text, turn: last });
  };
  let idle = 0;
  const watch = setInterval(() => {
    idle = next === null && isOwed() && isIdle() ? idle + 1 : 0;
    if (idle < 2) return;
    [idle, next] = [0, text];
    flush();
  }, LOST_AFTER);
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    flush();
    settle();
  };
  on(root, ["pointerdown"], () => { isHeld = true; });
  on(root, ["keydown"], () => { isHeld = false; });
  on(window, ["pointerup", "blur"], release);
  on(window, ["pointercancel"], () => { // It was a swipe, which scrolls.
    if (!isHeld) return;
    clearTimeout(waiting);
    [next, isHeld] = [null, false];
    settle();
  });
  on(window, ["pagehide"], flush); // In time for the edition's address; a server hears no more.
  // Whatever is pressed next takes the turn along: the way to another page, or another dial. A click
  // that comes at once, as of a key, waits until the turn is on its way.
  on(document, ["pointerdown", "keydown"], ({ target }) => root.contains(target) || flush(), true);
  on(document, ["click"], (event) => {
    if (root.contains(event.target)) return;
    flush();
    if (performance.now() - sent > ON_ITS_WAY) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    setTimeout(() => event.target.dispatchEvent(new MouseEvent("click", event)), ON_ITS_WAY);
  }, true);
  return {
    /** Hear that the hand has turned to what this text says. */
    turned(now) {
      next = now;
      settle();
      clearTimeout(waiting);
      waiting = setTimeout(flush, RESTS_AFTER);
    },
    flush,
    told(now) {
      const isAnother = told && now.session !== told.session, wasOwed = isOwed();
      told = now;
      if (isAnother) {
        last = 0;
        if (wasOwed) next ??= text;
        setTimeout(flush);
      }
      settle();
    },
    leave() {
      clearTimeout(waiting);
      clearInterval(watch);
      gone.abort();
    },
  };
}
