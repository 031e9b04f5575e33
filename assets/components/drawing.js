/* "You draw it": the reader draws a curve through a few points, and then sees the true one.

   Each point is a range of its own, so that a pointer, a touch and the arrow keys do the same. Nothing
   is told to anybody. `makeDrawing` takes
     label: what is drawn; unit: how a height is said; places, names: where the points are, from 0 to 1,
       and what they are called; start: the height at which all begin,
     truth: the true heights there; line: the whole true curve, as [place, height],
     top, step: where heights end, and by how much a key moves one; ticks: { across, up },
     words: what the buttons and the sentence say. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = { left: 34, right: 14, above: 12, below: 26 };

function make(name, attributes = {}, children = [], space = "http://www.w3.org/1999/xhtml") {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const draw = (name, attributes, children) => make(name, attributes, children, SVG);

export function makeDrawing({ label, unit, places, names, start, truth, line, top, step, ticks, words }) {
  const picture = draw("svg", { "aria-hidden": "true" });
  const ranges = names.map((name) => make("input", {
    type: "range", min: 0, max: top, value: start, "aria-label": `${label}, ${name}`,
  }));
  const pad = make("div", { class: "drawing-pad" }, [picture, ...ranges]);
  const said = make("p", { class: "drawing-said", "aria-live": "polite" }, [words.ask]);
  const all = make("p", { class: "drawing-all" });
  const button = make("button", { type: "button", class: "drawing-button", disabled: "" }, [words.show]);
  const root = make("div", { class: "drawing" }, [pad, make("div", { class: "drawing-below" }, [button, said]), all]);
  let isShown = false, size = null;

  const heights = () => ranges.map((range) => Number(range.value));
  const x = (place) => MARGIN.left + place * (size.width - MARGIN.left - MARGIN.right);
  const y = (height) => MARGIN.above + (1 - height / top) * (size.height - MARGIN.above - MARGIN.below);
  const through = (points) => points.map(([a, b]) => `${x(a).toFixed(1)},${y(Math.min(b, top)).toFixed(1)}`).join(" ");

  function lay() {
    const { clientWidth: width, clientHeight: height } = pad;
    if (!width || !height) return;
    size = { width, height };
    const drawn = heights(), text = (a, b, word, anchor) => draw("text", { x: a, y: b, "text-anchor": anchor }, [word]);
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.replaceChildren(
      ...ticks.up.flatMap((each) => [
        draw("line", { class: "drawing-grid", x1: MARGIN.left, x2: width - MARGIN.right, y1: y(each), y2: y(each) }),
        text(MARGIN.left - 6, y(each) + 4, String(each), "end"),
      ]),
      ...ticks.across.map(([a, word]) => text(x(a), height - 8, word, a === 0 ? "start" : "middle")),
      ...(isShown ? [draw("polyline", { class: "drawing-truth", points: through(line) })] : []),
      draw("polyline", { class: "drawing-line", points: through(places.map((a, k) => [a, drawn[k]])) }),
      ...places.map((a, k) => draw("circle", {
        class: `drawing-point${document.activeElement === ranges[k] ? " is-here" : ""}`,
        r: 7, cx: x(a), cy: y(drawn[k]),
      })),
    );
  }

  const told = (at) => ranges[at].setAttribute("aria-valuetext", `${ranges[at].value} ${unit}`);
  const move = (at, height) => {
    ranges[at].value = height;
    told(at);
    button.disabled = false;
    lay();
  };

  /** What the largest difference is, or that there is hardly one. */
  function difference() {
    const drawn = heights(), apart = drawn.map((height, k) => Math.abs(height - truth[k]));
    const most = Math.max(...apart), at = apart.indexOf(most);
    const fill = { apart: Math.round(most), name: names[at], drawn: drawn[at], truth: Math.round(truth[at]) };
    return (most <= words.close ? words.near : words.far).replace(/{(\w+)}/g, (_, name) => fill[name]);
  }

  button.addEventListener("click", () => {
    isShown = !isShown;
    if (!isShown) ranges.forEach((range, at) => { range.value = start; told(at); });
    ranges.forEach((range) => { range.disabled = isShown; });
    button.disabled = !isShown;
    button.textContent = isShown ? words.again : words.show;
    said.textContent = isShown ? difference() : words.ask;
    root.toggleAttribute("data-shown", isShown);
    all.textContent = isShown ? names.map((name, at) => `${name}: ${Math.round(truth[at])} ${unit}`).join("; ") : "";
    root.dispatchEvent(new Event("shown"));
    lay();
    if (!isShown) ranges[0].focus();
  });

  // A sweep draws through all points that it passes.
  let before = null;
  const swept = (event) => {
    const box = pad.getBoundingClientRect(), place = (event.clientX - box.left - MARGIN.left) / (size.width - MARGIN.left - MARGIN.right);
    const share = 1 - (event.clientY - box.top - MARGIN.above) / (size.height - MARGIN.above - MARGIN.below);
    const height = Math.min(1, Math.max(0, share)) * top;
    const apart = places.map((each) => Math.abs(each - place));
    const at = apart.indexOf(Math.min(...apart)), from = before ?? { at, height };
    for (let k = Math.min(at, from.at); k <= Math.max(at, from.at); k += 1) {
      const along = at === from.at ? 1 : (k - from.at) / (at - from.at);
      move(k, from.height + along * (height - from.height));
    }
    before = { at, height };
    return at;
  };
  pad.addEventListener("pointerdown", (event) => {
    if (isShown) return;
    pad.setPointerCapture(event.pointerId);
    before = null;
    ranges[swept(event)].focus({ preventScroll: true });
    event.preventDefault();
  });
  pad.addEventListener("pointermove", (event) => {
    if (pad.hasPointerCapture(event.pointerId) && !isShown) ranges[swept(event)].focus({ preventScroll: true });
  });
  ranges.forEach((range, at) => {
    told(at);
    range.addEventListener("input", () => move(at, range.value));
    range.addEventListener("keydown", (event) => {
      const beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key], higher = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!beside && !higher) return;
      event.preventDefault();
      if (beside) ranges[at + beside]?.focus();
      else move(at, Math.min(top, Math.max(0, Number(range.value) + higher * step)));
    });
    for (const each of ["focus", "blur"]) range.addEventListener(each, lay);
  });
  new ResizeObserver(lay).observe(pad);
  return root;
}

/** As a component by itself, which Streamlit calls. */
export default function ({ data, parentElement }) {
  if (!parentElement.querySelector(".drawing")) parentElement.append(makeDrawing(data));
}
