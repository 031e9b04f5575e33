/* A picture is there at every place of its dial: as one SVG, and what differs from it elsewhere.
   A turn puts the picture, its words and the address of the live page in their places. */
"use strict";

const explorer = {
  /** Put a picture to work wherever this page shows it. */
  picture(name, { base, places, images }) {
    for (const file of images) new Image().src = file; // so that a turn waits for none
    for (const place of document.querySelectorAll(`[data-picture="${name}"]`)) begin(place, base, places);
  },
};

/** The text that patches make of another one; `patches.py` makes them, and says how. */
function patched(base, patches) {
  let from = 0, text = "";
  for (const [kept, dropped, instead] of patches) {
    text += base.slice(from, from + kept) + instead;
    from += kept + dropped;
  }
  return text + base.slice(from);
}

function begin(place, base, places) {
  const find = (part) => place.querySelector(`.${part}`);
  const dial = find("turn").querySelector("input");
  const live = find("live");
  const draw = (isSeen) => {
    for (const side of Object.keys(base)) {
      const figure = find(side);
      if (Boolean(figure.offsetHeight) === isSeen) figure.innerHTML = patched(base[side], places[dial.value][side]);
    }
  };
  const show = () => {
    const at = places[dial.value];
    draw(true);
    find("said").innerHTML = at.sentence;
    find("alt").textContent = at.alt;
    find("at").textContent = at.name;
    dial.setAttribute("aria-valuetext", at.name);
    if (live) live.search = new URLSearchParams(at.address);
  };
  dial.max = places.length - 1;
  dial.addEventListener("input", show);
  // The other width too, once the dial rests: a phone may be turned, and paper is narrow.
  dial.addEventListener("change", () => draw(false));
  find("turn").hidden = false;
}

/** What somebody pastes into a page of their own: the address is known only here. */
for (const paste of document.querySelectorAll("textarea[data-frame]")) {
  const address = new URL(paste.dataset.frame, location.href).href;
  paste.value = paste.value.replace(paste.dataset.frame, address);
}

/** Draw the instrument of the front page, in the place of the picture of it. */
explorer.begin = (data) => {
  const place = document.getElementById("instrument");
  place.replaceChildren();
  explorer.instrument({ data, parentElement: place });
};
