/* One dial and what stands at each of its places: a sentence, a person among others, a gauge, and
   people along ε. All places are there from the first message, so that a turn asks no server.

   Nothing here knows Streamlit, which calls the default function with
     data: what to draw (pages/overview/stage.py makes it, and says what each part is),
     parentElement: where,
     setStateValue: whom to tell of a turn; optional.
   Colours, sizes and movement are instrument.css's. */

const SVG = "http://www.w3.org/2000/svg";
const TOLD_AFTER = 250; // ms after the last turn, so that a drag is one message

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
      make("i", { class: "dial-tick", style: `left:${percent(value)}` }));
    const fog = make("i", { class: "dial-fog" });
    const shown = make("span", { class: "dial-shown" });
    const strip = make("span", { class: "dial-strip", "aria-hidden": "true" }, [fog, ...ticks]);
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
  const bar = make("i", { class: "dial-limit" });
  const mark = make("i", { class: "dial-attack" });
  place.append(bar, make("i", { class: "dial-chance", style: `left:${percent(chance)}` }), mark);
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
    here = draw("g", { class: "dial-here" }, [draw("circle", { r: 5 }), words(9, -8, "")]);
    Object.assign(here, { x, y });
    last = words(x(places.at(-1)), y(mean.at(-1)) - 10, marked.at(-1), { "text-anchor": "end" });
    picture.replaceChildren(
      // The last one's words need room, which a small phone has not for the one before, too.
      ...ticks.across.filter(([a]) => a === 1 || x(1) - x(a) > 64).map(([a, text]) =>
        words(x(a), height - 8, text, { "text-anchor": a === 0 ? "start" : a === 1 ? "end" : "middle" })),
      ...ticks.up.flatMap((count) => [
        draw("line", { class: "dial-grid", x1: left, x2: width - right, y1: y(count), y2: y(count) }),
        words(left - 6, y(count) + 4, String(count), { "text-anchor": "end" }),
      ]),
      draw("polygon", { class: "dial-band", points: line(outline) }),
      ...levels.flatMap(({ count, text }) => [
        draw("line", { class: "dial-level", x1: left, x2: width - right, y1: y(count), y2: y(count) }),
        words(width - right, y(count) - 5, text, { class: "dial-halo", "text-anchor": "end" }),
      ]),
      draw("polyline", { class: "dial-line", points: line(noisy.map((a, k) => [a, mean[k]])) }),
      draw("circle", { class: "dial-end", r: 3.5, cx: x(places.at(-1)), cy: y(mean.at(-1)) }),
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
  const alt = make("p", { class: "dial-alt" });
  const content = [make("figcaption", {}, [title]), alt, ...body];
  return [make("figure", {}, [...content, make("p", { class: "dial-note" }, [note])]), alt];
}

export default function ({ data, parentElement, setStateValue }) {
  const known = parentElement.querySelector(".dial");
  if (known) { // Drawn anew: after a turn that was told, or one elsewhere, as by the button Back.
    known.heard(data.start);
    return;
  }
  const { stops } = data;
  const sentence = make("p", { class: "dial-said", "aria-live": "polite" });
  const output = make("output", { class: "dial-at" });
  const dial = make("input", {
    type: "range", min: 0, max: stops.length - 1, step: 1, "aria-label": data.label,
  });
  const rows = make("ul"), bar = make("div", { class: "dial-gauge", "aria-hidden": "true" });
  const [risk, reached] = [make("p", { class: "dial-risk" }), make("p", { class: "dial-reached" })];
  const along = make("div", { class: "dial-along" });
  const [left, leftAlt] = figure(data.person.title, data.person.note, [rows, risk, bar, reached]);
  const [right, rightAlt] = figure(data.people.title, data.people.note, [along]);
  const moves = [person(rows, data.person), gauge(bar, data.gauge), people(along, data.people)];

  const show = (at) => {
    const { said, name, risk: most, reached: found, alts } = stops[at];
    sentence.replaceChildren(make("strong", {}, [said[0]]), said[1]);
    output.textContent = name;
    dial.value = at;
    dial.setAttribute("aria-valuetext", name.replace("ε = ", ""));
    [risk.textContent, reached.textContent] = [most, found];
    [leftAlt.textContent, rightAlt.textContent] = alts;
    moves.forEach((change) => change(at));
  };
  // Whoever turns the dial just now is not interrupted by the answer to an earlier turn.
  let waiting = 0, told = null, there = data.start;
  dial.addEventListener("input", () => {
    show(Number(dial.value));
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = 0;
      told = Number(dial.value) === there ? null : Number(dial.value);
      setStateValue?.("epsilon", stops[dial.value].epsilon);
    }, TOLD_AFTER);
  });
  const heard = (at) => {
    there = at;
    if (at === told) told = null;
    if (!waiting && told === null) show(at);
  };
  const ends = make("p", { class: "dial-ends", "aria-hidden": "true" },
    data.ends.map((text) => make("span", {}, [text])));
  const head = make("p", { class: "dial-head" }, [make("span", {}, [data.label]), output]);
  const root = make("div", { class: "dial" }, [
    sentence,
    make("div", { class: "dial-turn" }, [head, dial, ends]),
    make("div", { class: "dial-panels" }, [left, right]),
  ]);
  Object.assign(root, { heard });
  show(data.start);
  parentElement.append(root);
}
