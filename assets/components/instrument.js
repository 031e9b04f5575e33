/* One dial and what stands at each of its places: a sentence, a person among others, a gauge, and
   people along ε. All places are there from the first message, so that a turn asks no server.

   Nothing here knows Streamlit, which calls the default function with
     data: what to draw (pages/overview/figures.py makes it, and says what each part is), and `told`,
       the place where the dial stands,
     parentElement: where,
     setStateValue: whom to tell of a turn; optional.
   Colours, sizes and movement are instrument.css's. */

import { idleness, makeRange, makeTurns } from "./dial.js";

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

/** Rows of a person's values among those of all who may be meant; returns what a turn changes. */
function person(place, { rows, beliefs }) {
  const parts = rows.map((row) => {
    const ticks = row.values.map((value) =>
      make("i", { class: "instrument-tick", style: `left:${percent(value)}` }));
    const fog = make("i", { class: "instrument-fog" });
    const shown = make("span", { class: "instrument-shown" });
    const strip = make("span", { class: "instrument-strip", "aria-hidden": "true" }, [fog, ...ticks]);
    place.append(make("li", {}, [make("span", {}, [row.name]), strip, shown]));
    return { ticks, fog, shown };
  });
  return (at) => parts.forEach(({ ticks, fog, shown }, k) => {
    const [low, high] = rows[k].ranges[at];
    fog.style.left = percent(low);
    fog.style.width = percent(high - low);
    shown.textContent = rows[k].shown[at];
    ticks.forEach((tick, j) => { tick.style.opacity = Math.min(1, 0.15 + 2 * beliefs[at][j]); });
  });
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
function people(place, { places, mean, low, high, top, ticks, levels, marked }) {
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
function figure(title, note, body) {
  const alt = make("p", { class: "instrument-alt" });
  const content = [make("figcaption", {}, [title]), alt, ...body];
  return [make("figure", {}, [...content, make("p", { class: "instrument-note" }, [note])]), alt];
}

const drawn = new WeakMap();

function begin(data, tell, isIdle) {
  const { stops } = data;
  const sentence = make("p", { class: "instrument-said", "aria-live": "polite" });
  const output = make("output", { class: "instrument-at" });
  const names = stops.map(({ name }) => name.replace("ε = ", ""));
  const { range, parts, stand } = makeRange({ label: data.label, names, ends: data.ends });
  const rows = make("ul"), bar = make("div", { class: "instrument-gauge", "aria-hidden": "true" });
  const [risk, reached] = [make("p", { class: "instrument-risk" }), make("p", { class: "instrument-reached" })];
  const along = make("div", { class: "instrument-along" });
  const [left, leftAlt] = figure(data.person.title, data.person.note, [rows, risk, bar, reached]);
  const [right, rightAlt] = figure(data.people.title, data.people.note, [along]);
  const moves = [person(rows, data.person), gauge(bar, data.gauge), people(along, data.people)];

  const show = (at) => {
    const { said, name, risk: most, reached: found, alts } = stops[at];
    sentence.replaceChildren(make("strong", {}, [said[0]]), said[1]);
    output.textContent = name;
    stand(at);
    [risk.textContent, reached.textContent] = [most, found];
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
  show(data.told.at);
  return { root: make("div", { class: "instrument" }, [sentence, dial, make("div", { class: "instrument-panels" }, [left, right])]), ...turns };
}

export default function ({ data, parentElement, setStateValue }) {
  if (!drawn.has(parentElement)) {
    const made = begin(data, (turn) => setStateValue?.("told", turn), idleness(parentElement));
    drawn.set(parentElement, made);
    parentElement.append(made.root);
  }
  const known = drawn.get(parentElement);
  known.told(data.told);
  return known.leave;
}
