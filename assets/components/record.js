/* One record of a plane, which a hand or the arrow keys move within the unit ball, and the line of the
   classifier that moves with it.

   Streamlit calls the default function with
     data: `plane`, what stays: the records as [x, y, label], whether another one may be chosen, the
       features' names, and words; `told`: where the record is, which one it is and whether the address
       names it, both classifiers, how far they are apart as a share of the bound, a sentence, and what
       dial.js says,
     parentElement: where,
     setStateValue: whom to tell.
   What is told is "x,y", "x,y,number" where a record was chosen, or "number" where one is chosen now. */

import { idleness, makeTurns } from "./dial.js";

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 1.06; // of both squares: a little more than the unit ball, or than the bound
const STEP = 0.02, LEAP = 0.1; // by a key
const NEAR = 0.06; // a record that a tap means
const WHILE_MOVING = 250; // ms between two turns that are told while the hand moves

const drawn = new WeakMap();

function make(name, attributes = {}, children = [], space = "http://www.w3.org/1999/xhtml") {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const svg = (name, attributes, children) => make(name, attributes, children, SVG);
const square = (children) => svg("svg", { viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`, "aria-hidden": "true" }, children);

const down = (value) => Math.trunc(Math.round(value * 1e6) / 1e4) / 100; // towards 0: never out of the ball
/** A place within the unit ball, with two decimals. */
function inside([x, y]) {
  const length = Math.max(1, Math.hypot(x, y));
  return [down(x / length), down(y / length)];
}

/** Where the line w·x = 0 meets the unit circle. */
function line(name, [a, b]) {
  const length = Math.hypot(a, b) || 1, [x, y] = [-b / length, a / length];
  return svg("line", { class: name, x1: -x, y1: y, x2: x, y2: -y });
}

function draw({ points, canChoose, features, words }, tell, isIdle) {
  const records = points.map(([x, y, label]) => label > 0
    ? svg("circle", { class: "record-plus", cx: x, cy: -y, r: 0.014 })
    : svg("path", { class: "record-minus", d: `M${x - 0.014} ${-y - 0.014}l.028 .028m0 -.028l-.028 .028` }));
  const lines = svg("g"), home = svg("circle", { class: "record-home", r: 0.03 });
  const picture = square([svg("circle", { class: "record-rim", r: 1 }), ...records, home, lines]);
  const ranges = ["across", "up"].map((name) => make("input", {
    type: "range", min: -1, max: 1, step: 0.01, "aria-label": words[name], autocomplete: "off",
  }));
  const handle = make("div", { class: "record-point" });
  const pad = make("div", { class: "record-pad" }, [
    picture, handle, ...ranges,
    make("span", { class: "record-axis is-across", "aria-hidden": "true" }, [features[0]]),
    make("span", { class: "record-axis is-up", "aria-hidden": "true" }, [features[1]]),
  ]);
  const arrow = svg("g"), bound = square([svg("circle", { class: "record-rim", r: 1 }), arrow]);
  const said = make("p", { class: "record-said", "aria-live": "polite" });
  const hint = canChoose ? `${words.hint} ${words.choose}` : words.hint;
  const beside = make("div", { class: "record-beside" }, [
    make("div", { class: "record-bound" }, [bound, make("p", {}, [words.bound])]),
    said, make("p", { class: "record-hint" }, [hint]),
  ]);
  const root = make("div", { class: "record" }, [pad, beside]);
  let place = [0, 0], row = 0, isNamed = false, sent = 0;

  const stand = (at) => {
    place = at;
    handle.style.left = `${((at[0] + EDGE) / (2 * EDGE)) * 100}%`;
    handle.style.top = `${((EDGE - at[1]) / (2 * EDGE)) * 100}%`;
    ranges.forEach((range, k) => {
      range.value = at[k];
      range.setAttribute("aria-valuetext", `${at[k].toFixed(2)}, ${features[k]}`);
    });
  };
  /** Both lines, and the classifier's way within the bound: shown while a hand is on the record, too. */
  const show = ({ row: now, before, after, step: [x, y], said: text }) => {
    handle.toggleAttribute("data-minus", points[now][2] < 0);
    home.setAttribute("cx", points[now][0]);
    home.setAttribute("cy", -points[now][1]);
    lines.replaceChildren(line("record-before", before), line("record-after", after));
    arrow.replaceChildren(
      svg("line", { class: "record-way", x1: 0, y1: 0, x2: x, y2: -y }),
      svg("circle", { class: "record-start", r: 0.05 }), svg("circle", { class: "record-end", r: 0.07, cx: x, cy: -y }),
    );
    if (said.textContent !== text) said.textContent = text;
    root.toggleAttribute("data-moved", x !== 0 || y !== 0);
  };
  const turns = makeTurns(root, tell, (told) => {
    [row, isNamed] = [told.row, told.named];
    stand(told.at);
  }, isIdle);

  const moved = (at) => {
    const now = inside(at);
    if (now[0] === place[0] && now[1] === place[1]) return;
    stand(now);
    turns.turned([...now, ...(isNamed ? [row + 1] : [])].join(","));
    if (performance.now() - sent < WHILE_MOVING || !isIdle()) return;
    sent = performance.now();
    turns.flush();
  };
  const from = ({ clientX, clientY }) => {
    const { left, top, width } = picture.getBoundingClientRect(), scale = (2 * EDGE) / width;
    return [(clientX - left) * scale - EDGE, EDGE - (clientY - top) * scale];
  };

  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    ranges[0].focus({ preventScroll: true });
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => handle.hasPointerCapture(event.pointerId) && moved(from(event)));
  picture.addEventListener("click", (event) => {
    if (!canChoose) return;
    const [x, y] = from(event), apart = points.map(([a, b]) => Math.hypot(a - x, b - y));
    const nearest = apart.indexOf(Math.min(...apart));
    if (apart[nearest] > NEAR) return;
    turns.turned(String(nearest + 1));
    turns.flush();
  });
  ranges.forEach((range, at) => {
    range.addEventListener("input", () => moved(place.map((each, k) => (k === at ? Number(range.value) : each))));
    range.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!way) return;
      event.preventDefault();
      moved(place.map((each, k) => each + way[k] * (event.shiftKey ? LEAP : STEP)));
    });
  });
  return { root, ...turns, show };
}

export default function ({ data: { plane, told }, parentElement, setStateValue }) {
  const known = drawn.get(parentElement), said = JSON.stringify(plane);
  if (known?.said !== said) {
    const hasFocus = known?.root.contains(document.activeElement);
    known?.flush();
    known?.leave();
    const record = draw(plane, (turn) => setStateValue("told", turn), idleness(parentElement));
    drawn.set(parentElement, { ...record, said });
    known?.root.remove(); // and not its style, which Streamlit lays beside it
    parentElement.append(record.root);
    if (hasFocus) record.root.querySelector("[type=range]").focus({ preventScroll: true });
  }
  const record = drawn.get(parentElement);
  record.show(told);
  record.told(told);
  return record.leave;
}
