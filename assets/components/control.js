/* The dial of a page: a range with its value typed on it, what it follows by itself, and its help.

   Streamlit calls the default function with
     data: `look`, what it is: its label, names, texts and values of its places, words for its ends, its
       help, and what it follows; `told`, where it stands: at which place, with which text, whether it
       follows by itself, what was refused, and what dial.js says,
     parentElement: where,
     setStateValue: whom to tell. */

import { idleness, makeRange, makeTurns } from "./dial.js";

const drawn = new WeakMap();
const bar = matchMedia("(max-width: 1000px)"); // main.css: here dials lie far from what a page says of them

/** Make an element with properties and children. */
function make(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A mark that explains, for a tap, a key and a screen reader. */
function help(said, label) {
  if (!said) return [];
  const words = make("div", { className: "dial-words", popover: "auto" }, [said]);
  const mark = make("button", { type: "button", className: "dial-help", ariaLabel: `Help for ${label}` }, ["?"]);
  mark.popoverTargetElement = words;
  words.addEventListener("toggle", () => {
    const { left, bottom } = mark.getBoundingClientRect();
    words.style.left = `${Math.max(8, Math.min(left, innerWidth - words.offsetWidth - 8))}px`;
    words.style.top = `${Math.max(8, Math.min(bottom + 6, innerHeight - words.offsetHeight - 8))}px`;
  });
  return [mark, words];
}

/** The place that is nearest to a positive number in ratio; the last may stand for no number. */
function nearest(values, number) {
  const apart = values.map((value) => (value > 0 ? Math.abs(Math.log(value / number)) : Infinity));
  return apart.indexOf(Math.min(...apart));
}

function draw({ label, names, texts, values, ends, help: said, follows }, tell, isIdle) {
  const { range, parts, stand } = makeRange({ label, names, ends });
  const box = make("input", {
    className: "dial-box", type: "text", maxLength: 24, autocomplete: "off", spellcheck: false,
    ariaLabel: `${label}, typed`,
  });
  const head = make("div", { className: "dial-head" }, [
    make("span", { className: "dial-label" }, [label]), ...help(said, label), box,
  ]);
  const refused = make("p", { className: "dial-refused" });
  refused.setAttribute("role", "alert");
  const root = make("div", { className: "dial" }, [head, ...parts, refused]);
  const auto = follows && make("input", { type: "checkbox", ariaLabel: follows.label });
  if (auto) {
    auto.setAttribute("role", "switch");
    root.append(make("div", { className: "dial-follows" }, [
      make("label", {}, [auto, make("span", { ariaHidden: "true" }, [follows.label])]),
      ...help(follows.help, follows.label),
    ]));
  }

  let shown = null, isTyping = false;
  const show = (now) => {
    const { at, text, auto: isFollowing, refused: why = "" } = shown = now;
    stand(at, isFollowing ? `${names[at]}, ${follows.label}` : text);
    if (!isTyping) box.value = text;
    if (auto) auto.checked = isFollowing;
    refused.textContent = bar.matches ? why : "";
  };
  // Help is no stop of its own on the way by Tab: one step back from the dial leads to it.
  const marks = [...root.querySelectorAll(".dial-help")];
  const stops = (index) => marks.forEach((mark) => { mark.tabIndex = index; });
  root.addEventListener("focusin", () => stops(0));
  root.addEventListener("focusout", ({ relatedTarget }) => root.contains(relatedTarget) || stops(-1));
  stops(-1);
  const turns = makeTurns(root, tell, show, isIdle);
  const here = (isFollowing) => show({ at: Number(range.value), text: names[range.value], auto: isFollowing });

  range.addEventListener("input", () => {
    here(false);
    turns.turned(texts[range.value]);
  });
  box.addEventListener("input", () => { isTyping = true; });
  box.addEventListener("change", () => {
    isTyping = false;
    const number = Number(box.value.trim().replace(",", "."));
    const at = number > 0 && number < Infinity ? nearest(values, number) : shown.at;
    show({ at, text: box.value, auto: false });
    turns.turned(box.value);
    turns.flush();
  });
  box.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    isTyping = false;
    show(shown);
  });
  box.addEventListener("blur", () => { // It was left as it had been.
    isTyping = false;
    show(shown);
  });
  auto?.addEventListener("change", () => {
    here(auto.checked);
    turns.turned(auto.checked ? follows.text : texts[range.value]);
    turns.flush();
  });
  return { root, ...turns };
}

export default function ({ data: { look, told }, parentElement, setStateValue }) {
  const known = drawn.get(parentElement), said = JSON.stringify(look);
  if (known?.said !== said) { // First, or of other records, of which there are more or fewer.
    const hasFocus = known?.root.contains(document.activeElement);
    known?.flush();
    known?.leave();
    const dial = draw(look, (turn) => setStateValue("told", turn), idleness(parentElement));
    drawn.set(parentElement, { ...dial, said });
    parentElement.replaceChildren(dial.root);
    if (hasFocus) dial.root.querySelector("[type=range]").focus();
  }
  const dial = drawn.get(parentElement);
  dial.told(told);
  return dial.leave;
}
