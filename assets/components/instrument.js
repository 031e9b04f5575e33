/* One dial and what holds at each of its places: a sentence, two people in the ink of what is not
   ruled out, a gauge, and the cost along ε. All places are there from the first message, so that a turn asks no server.

   Nothing here knows Streamlit, which calls the default function with
     data: what to draw (pages/overview/figures.py makes it, and says what each part is), `isDrawn`,
       whether the reader draws first, and `told`, the place where the dial stands,
     parentElement: where,
     setStateValue: whom to tell of a turn; optional.
   Colours, sizes and movement are instrument.css's. */

import { idleness, makeRange, makeTurns } from "./dial.js";
import { makeDrawing } from "./drawing.js";

const SVG = "http://www.w3.org/2000/svg";

/** Make an element of HTML, or of SVG where `space` says so, with attributes and children. */
function make(name, attributes = {}, children = [], space = "http://www.w3.org/1999/xhtml") {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const draw = (name, attributes, children) => make(name, attributes, children, SVG);
const percent = (share) => `${(100 * share).toFixed(3)}%`;

/** A row for each column, with both people's values in the ink that is theirs at a place. */
function two(place, { of, names, rows, inks, shares }) {
  const kinds = ["instrument-own", "instrument-other"];
  const cell = (who, text) => make("span", { class: `instrument-value ${kinds[who]}` }, [text]);
  const heads = names.map((name, who) => {
    const share = make("b");
    return { share, head: make("span", { class: `instrument-share ${kinds[who]}` }, [make("small", {}, [name]), share]) };
  });
  place.append(make("li", { class: "instrument-heads" }, [make("span", {}, [of]), ...heads.map(({ head }) => head)]));
  for (const { name, values, shown } of rows) {
    const marks = values.map((value, who) =>
      make("i", { class: `instrument-mark ${kinds[who]}`, style: `left:${percent(value)}` }));
    place.append(make("li", {}, [
      make("span", {}, [name]),
      make("span", { class: "instrument-strip" }, marks.reverse()),
      ...shown.map((text, who) => cell(who, text)),
    ]));
  }
  const other = place.querySelectorAll(".instrument-value.instrument-other");
  return (at) => {
    ["--own", "--other"].forEach((name, who) => {
      place.style.setProperty(name, inks[at][who]);
      heads[who].share.textContent = shares[at][who];
    });
    for (const each of other) each.toggleAttribute("data-gone", inks[at][1] === 0);
  };
}

/** A bar for what is guaranteed, a mark for what is reached, a line for chance. */
function gauge(place, { limit, attack, chance }) {
  const bar = make("i", { class: "instrument-limit" });
  const mark = make("i", { class: "instrument-attack" });
  place.append(bar, make("i", { class: "instrument-chance", style: `left:${percent(chance)}` }), mark);
  return (at) => {
    bar.style.width = percent(limit[at]);
    mark.style.left = percent(attack[at]);
  };
}

/** People along the dial, drawn anew when the place changes its size. */
function cost(place, { places, mean, low, high, top, ticks, levels, marked }) {
  const picture = draw("svg", { "aria-hidden": "true" });
  const left = 34, right = 12, above = 12, below = 26;
  let at = 0, here = null, last = null;
  const stand = () => {
    if (!here) return;
    here.style.transform = `translate(${here.x(places[at])}px, ${here.y(mean[at])}px)`;
    here.lastChild.textContent = marked[at];
    here.lastChild.setAttribute("text-anchor", places[at] > 0.85 ? "end" : "start");
    last.style.opacity = at === places.length - 1 ? 0 : 1;
  };
  const lay = () => {
    const { clientWidth: width, clientHeight: height } = place;
    if (!width || !height) return;
    const x = (share) => left + share * (width - left - right);
    const y = (count) => above + (1 - count / top) * (height - above - below);
    const line = (points) => points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
    const noisy = places.slice(0, -1);
    const outline = [...noisy.map((a, k) => [a, low[k]]), ...noisy.map((a, k) => [a, high[k]]).reverse()];
    const words = (a, b, text, more = {}) => draw("text", { x: a, y: b, ...more }, [text]);
    here = draw("g", { class: "instrument-here" }, [draw("circle", { r: 5 }), words(9, -8, "")]);
    Object.assign(here, { x, y });
    last = words(x(places.at(-1)), y(mean.at(-1)) - 10, marked.at(-1), { "text-anchor": "end" });
    picture.replaceChildren(
      // The last one's words need room, which a small phone has not for the one before, too.
      ...ticks.across.filter(([a]) => a === 1 || x(1) - x(a) > 64).map(([a, text]) =>
        words(x(a), height - 8, text, { "text-anchor": a === 0 ? "start" : a === 1 ? "end" : "middle" })),
      ...ticks.up.flatMap((count) => [
        draw("line", { class: "instrument-grid", x1: left, x2: width - right, y1: y(count), y2: y(count) }),
        words(left - 6, y(count) + 4, String(count), { "text-anchor": "end" }),
      ]),
      draw("polygon", { class: "instrument-band", points: line(outline) }),
      ...levels.flatMap(({ count, text }) => [
        draw("line", { class: "instrument-level", x1: left, x2: width - right, y1: y(count), y2: y(count) }),
        words(width - right, y(count) - 5, text, { class: "instrument-halo", "text-anchor": "end" }),
      ]),
      draw("polyline", { class: "instrument-line", points: line(noisy.map((a, k) => [a, mean[k]])) }),
      draw("circle", { class: "instrument-end", r: 3.5, cx: x(places.at(-1)), cy: y(mean.at(-1)) }),
      last,
      here,
    );
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    stand();
  };
  place.append(picture);
  new ResizeObserver(lay).observe(place);
  return (to) => { at = to; stand(); };
}

/** A figure with its title, its words for who cannot see it, and a line below. */
function figure(title, body, said = "") {
  const alt = make("p", { class: "instrument-alt" }), note = make("p", { class: "instrument-note" }, [said]);
  return [make("figure", {}, [make("figcaption", {}, [title]), alt, ...body, note]), alt, note];
}

/** What changes between the curve and a pad to draw it on; returns the button that does so. */
function drawn(root, right, hidden, { drawing, isDrawn }) {
  const button = make("button", { type: "button", class: "instrument-draws" }), pad = makeDrawing(drawing);
  const link = make("a", { class: "instrument-send", href: drawing.link }, [drawing.words.send]);
  let isOn = isDrawn, isKnown = false;
  const show = () => {
    root.toggleAttribute("data-guessing", isOn && !isKnown);
    button.textContent = isOn ? drawing.words.back : drawing.words.begin;
    for (const part of hidden) part.hidden = isOn;
    for (const part of [pad, link]) part.hidden = !isOn;
  };
  button.addEventListener("click", () => { isOn = !isOn; show(); });
  pad.addEventListener("shown", () => { isKnown = !isKnown; show(); });
  right.firstChild.append(button);
  right.append(pad, link);
  show();
}

const known = new WeakMap();

function begin(data, tell, isIdle) {
  const { stops } = data;
  const sentence = make("p", { class: "instrument-said", "aria-live": "polite" });
  const output = make("output", { class: "instrument-at" });
  const names = stops.map(({ name }) => name.replace("ε = ", ""));
  const { range, parts, stand } = makeRange({ label: data.label, names, ends: data.ends });
  const rows = make("ul", { "aria-hidden": "true" }), bar = make("div", { class: "instrument-gauge", "aria-hidden": "true" });
  const [risk, reached] = [make("p", { class: "instrument-risk" }), make("p", { class: "instrument-reached" })];
  const along = make("div", { class: "instrument-along" });
  const [left, leftAlt] = figure(data.two.title, [rows, risk, bar, reached], data.two.note);
  const [right, rightAlt, note] = figure(data.cost.title, [along]);
  const moves = [two(rows, data.two), gauge(bar, data.gauge), cost(along, data.cost)];

  const show = (at) => {
    const { said, name, risk: left, reached: found, note: below, alts } = stops[at];
    const [begins, limits, costs] = said;
    sentence.replaceChildren(make("strong", {}, [begins]), limits, make("span", { class: "instrument-answer" }, [costs]));
    output.textContent = name;
    stand(at);
    [risk.textContent, reached.textContent, note.textContent] = [left, found, below];
    [leftAlt.textContent, rightAlt.textContent] = alts;
    moves.forEach((change) => change(at));
  };
  const head = make("p", { class: "dial-head" }, [make("span", {}, [data.label]), output]);
  const dial = make("div", { class: "dial" }, [head, ...parts]);
  const turns = makeTurns(dial, tell, ({ at }) => show(at), isIdle);
  range.addEventListener("input", () => {
    show(Number(range.value));
    turns.turned(stops[range.value].epsilon);
  });
  const root = make("div", { class: "instrument" }, [sentence, dial, make("div", { class: "instrument-panels" }, [left, right])]);
  drawn(root, right, [along, rightAlt, note], data);
  show(data.told.at);
  return { root, ...turns };
}

export default function ({ data, parentElement, setStateValue }) {
  if (!known.has(parentElement)) {
    const made = begin(data, (turn) => setStateValue?.("told", turn), idleness(parentElement));
    known.set(parentElement, made);
    parentElement.append(made.root);
  }
  const shown = known.get(parentElement);
  shown.told(data.told);
  return shown.leave;
}
