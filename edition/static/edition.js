/* A picture is there at every place of its dial: as one SVG, and what differs from it elsewhere.
   A turn puts the picture, its words and the address of the live page in their places, and the dial's
   place behind the # of the page's own address, in the live page's words: so it is there after Back,
   after a reload, and in a link that is sent on. */
"use strict";

const explorer = {
  /** Put a picture to work wherever this page shows it. */
  picture(name, { base, places }) {
    fetchImages(base.wide, places);
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

const dark = matchMedia("(prefers-color-scheme: dark)");

/** A picture without the images of the other theme: a browser would fetch them, hidden or not. */
function seen(svg) {
  return svg.replaceAll(dark.matches ? /<image class="only-light"[^>]*>/g : /<image class="only-dark"[^>]*>/g, "");
}

/** Fetch the images of all places, so that a turn waits for none. */
function fetchImages(base, places) {
  if (!base.includes("<image")) return;
  for (const { wide } of places) {
    for (const [, file] of seen(patched(base, wide)).matchAll(/<image [^>]*href="([^"]+)"/g)) new Image().src = file;
  }
}

const REST = 300; // ms after the last turn

/** Show the place of a dial that the address of this page names, now and whenever it names another. */
function follow(name, values, show) {
  const stand = () => {
    const named = new URLSearchParams(location.hash.slice(1)).get(name);
    const at = values.findIndex((each) => each === named || (named && Number(each) === Number(named)));
    if (at >= 0) show(at);
  };
  addEventListener("hashchange", stand);
  stand();
}

/** Name a dial's place in the address, instead of the one before: Back leads to the page before. */
function keep(name, value) {
  const here = new URL(location.href);
  here.hash = new URLSearchParams({ [name]: value });
  try {
    history.replaceState(history.state, "", here);
  } catch { /* Some browsers refuse it to a file, or after many turns: all else goes on. */ }
}

/** Lead a link that is sent on to the place nearest to the dial's, of the few that have a preview. */
function shares(link, at) {
  const few = link.dataset.places.split(" "), apart = few.map((each) => Math.abs(each - at));
  link.href = link.getAttribute("href").replace(/\d+(?=\.html$)/, few[apart.indexOf(Math.min(...apart))]);
}

function begin(place, base, places) {
  const find = (part) => place.querySelector(`.${part}`);
  const turn = find("turn"), { name, first, ends } = turn.dataset;
  const { range, parts, stand } = explorer.makeRange({
    label: find("dial-label").textContent, names: places.map((each) => each.name), ends: ends?.split("|") ?? [],
  });
  const live = find("live"), made = find("made"), share = find("share");
  const draw = (side) => patched(base[side], places[range.value][side]);
  const sides = Object.keys(base).filter(find);  // In a frame there is no table.
  const values = places.map(({ address }) => address[name]);
  // The other width and the other theme too: a phone may be turned, and paper is narrow, and light.
  const rest = () => {
    for (const side of sides) find(side).innerHTML = draw(side);
    keep(name, values[range.value]);
  };
  let resting = 0;
  const show = () => {
    const at = places[range.value];
    stand(range.value);
    for (const side of sides) {
      const figure = find(side);
      if (figure.offsetHeight) figure.innerHTML = seen(draw(side));
    }
    find("said").innerHTML = at.sentence;
    find("alt").textContent = at.alt;
    find("at").textContent = at.name;
    if (made) made.innerHTML = at.made;
    if (share) shares(share, range.value);
    if (live) live.search = new URLSearchParams(at.address);
    clearTimeout(resting);
    resting = setTimeout(rest, REST);
  };
  stand(first);
  range.addEventListener("input", show);
  follow(name, values, (at) => { stand(at); show(); });
  turn.append(...parts);
  turn.hidden = false;
}

/** What somebody pastes into a page of their own: address and place of the dial are known only here. */
for (const paste of document.querySelectorAll("textarea[data-frame]")) {
  const { value, dataset: { frame } } = paste;
  const fill = () => { paste.value = value.replace(frame, new URL(frame + location.hash, location.href)); };
  paste.addEventListener("focus", fill);
  fill();
}

/** Let the reader of a lesson draw a curve. */
explorer.draws = (data) => document.getElementById("drawing").replaceChildren(explorer.makeDrawing(data));

/** Draw the instrument of the front page, in the place of the picture of it. */
explorer.begin = (data) => {
  const place = document.getElementById("instrument");
  const epsilons = data.stops.map(({ epsilon }) => epsilon);
  const isDrawn = new URLSearchParams(location.search).get("overview_draw") === "1";
  const share = document.querySelector(".share");
  const stand = (at) => {
    shares(share, at);
    explorer.instrument({ data: { ...data, isDrawn, told: { at, turn: Infinity } }, parentElement: place, setStateValue });
  };
  const setStateValue = (_, { text }) => { keep("epsilon", text); stand(epsilons.indexOf(text)); };
  place.replaceChildren();
  stand(data.told.at);
  follow("epsilon", epsilons, stand);
};
