"""Boxes of text on a page: which labels overlap, which are cut, which choices break into two rows.

A label is a text with a place of its own: a paragraph, a button, a tile, a tab, in a figure a
title, a tick, a legend's or an annotation's line. What moves over a page as it scrolls, the bar and
the dials of a phone, lies in a layer of its own.
"""

from playwright.sync_api import Page

from tests.e2e.first_screens import look

SIZES = {
    "desktop": (1440, 900),
    "large": (1920, 1080),
    "tablet": (820, 1180),
    "frame": (800, 500),
    "phone": (390, 844),
}
"""Windows, by their names: width and height."""

FAULTS = r"""
() => {
  const SLACK = 1.5;
  const found = [];
  const roots = (node) => [node, ...[...node.querySelectorAll("*")]
    .flatMap((each) => each.shadowRoot ? roots(each.shadowRoot) : [])];
  const up = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const inside = (node, selector) => {
    for (let at = node; at; at = up(at)) if (at.matches(selector)) return at;
    return null;
  };
  const visible = (node) => {
    for (let at = node; at; at = at.getRootNode().host) {
      if (!at.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return false;
    }
    return true;
  };
  const unread = "style, script, pre, math, .katex, [data-testid=stIconMaterial], canvas, defs, "
    + ".stDataFrame, [data-testid=InputInstructions]";
  const styles = new Map();
  const style = (node) => {
    if (!styles.has(node)) styles.set(node, getComputedStyle(node));
    return styles.get(node);
  };
  const around = (node) => {
    const each = [];
    for (let at = node; at; at = up(at)) each.push(at);
    return each;
  };
  const forEars = (chain) => chain.some((at) => {
    const { width, height } = at.getBoundingClientRect();
    return (width <= 1 || height <= 1) && style(at).overflow !== "visible"
      || style(at).clipPath.startsWith("inset(50%");
  });
  const layer = (chain) => chain.find((at) => ["fixed", "sticky"].includes(style(at).position));
  const rounded = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
  const words = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);

  // Of a line of HTML the upper and lower fifth hold no letters, of one in a picture a tenth.
  const slim = (box, share) => {
    const by = (box.bottom - box.top) * share;
    return { ...rounded(box), top: box.top + by, bottom: box.bottom - by };
  };
  const labels = [];
  const start = document.querySelector(".stApp");
  for (const root of roots(start)) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode, holder = text.parentElement ?? text.getRootNode().host;
      if (!text.data.trim() || inside(holder, unread) || !visible(holder)) continue;
      const chain = around(holder), svg = holder.closest("svg");
      if (forEars(chain)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter((box) => box.width * box.height > 4);
      if (!boxes.length) continue;
      const block = svg ? holder.closest("text") ?? holder
        : chain.find((at) => !["inline", "contents"].includes(style(at).display)) ?? holder;
      const turned = svg && chain.some((at) => /rotate/.test(at.getAttribute("transform") ?? ""));
      labels.push({ name: words(text.data), chain, svg, block, layer: layer(chain),
        boxes: boxes.map((box) => turned ? rounded(box) : slim(box, svg ? 0.1 : 0.2)) });
    }
    for (const button of root.querySelectorAll("button, .modebar-btn")) {
      const chain = around(button), box = button.getBoundingClientRect();
      if (!visible(button) || box.width * box.height < 4 || forEars(chain)) continue;
      const name = `[${words(button.textContent || button.ariaLabel || "a button")}]`;
      labels.push({ name, chain, svg: null, block: button, layer: layer(chain), isButton: true,
        boxes: [{ left: box.left + 2, right: box.right - 2, top: box.top + 2,
          bottom: box.bottom - 2 }] });
    }
  }

  // What overlaps.
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const shown = (label) => label.boxes.filter((box) => label.chain.every((at) => {
    if (at.closest?.("svg") || !/hidden|clip|auto|scroll/.test(style(at).overflow)) return true;
    const edge = at.getBoundingClientRect();
    return edge.height < 2 || over(box, edge);
  }));
  const drawn = labels.map((label) => ({ ...label, boxes: shown(label) }))
    .filter(({ boxes }) => boxes.length);
  drawn.forEach((one, at) => drawn.slice(at + 1).forEach((other) => {
    if (one.block === other.block || one.layer !== other.layer) return;
    if (one.chain.includes(other.block) || other.chain.includes(one.block)) return;
    if (one.boxes.some((box) => other.boxes.some((against) => over(box, against)))) {
      found.push(`“${one.name}” lies on “${other.name}”`);
    }
  }));

  // What is cut: by a box that hides what leaves it, or by the edge of a picture.
  for (const { name, boxes, chain, svg, isButton } of labels) {
    if (isButton) continue;
    const out = (edge, sideways = true, upright = true) => boxes.some((box) =>
      sideways && (box.left < edge.left - SLACK || box.right > edge.right + SLACK)
      || upright && (box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK));
    const whole = svg?.closest(".main-svg") ?? svg;
    if (whole && style(whole).overflow !== "visible" && out(whole.getBoundingClientRect())) {
      found.push(`“${name}” leaves its picture`);
      continue;
    }
    let scrolls = false;
    for (const at of chain.filter((each) => !each.closest("svg") && each.clientWidth > 1)) {
      const { overflowX, overflowY } = style(at), hides = /hidden|clip/;
      // What scrolls sideways has words out of sight; down there may be more.
      scrolls ||= /auto|scroll/.test(overflowY);
      if (out(at.getBoundingClientRect(), overflowX !== "visible",
        !scrolls && hides.test(overflowY))) {
        found.push(`“${name}” is cut`);
        break;
      }
    }
    const button = chain.find((at) => at.matches("button, a.stPageLink, [role=tab]"));
    if (button && out(button.getBoundingClientRect())) found.push(`“${name}” leaves its button`);
  }
  // What a closed list has no room for, it shows in full once it opens.
  for (const box of document.querySelectorAll(".stApp input:not([type=range], [role=combobox])")) {
    if (visible(box) && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 2) {
      found.push(`“${box.value}” is cut in its box`);
    }
  }
  for (const choice of document.querySelectorAll(".stButtonGroup")) {
    const each = [...choice.querySelectorAll("button:not(label button, .stTooltipIcon button)")];
    const tops = each.filter(visible).map((one) => Math.round(one.getBoundingClientRect().top));
    if (Math.max(...tops) - Math.min(...tops) > 4) {
      found.push(`“${each.map((one) => words(one.innerText)).join(", ")}” breaks into rows`);
    }
  }
  const main = document.querySelector('[data-testid="stMain"]');
  if (main.scrollWidth > main.clientWidth + 1) found.push("the page scrolls sideways");
  return [...new Set(found)];
}
"""


def faults(page: Page) -> list[str]:
    """Return, in words, what overlaps, is cut, or breaks, once the page stands still."""
    look(page)
    found: list[str] = page.evaluate(FAULTS)
    return found
