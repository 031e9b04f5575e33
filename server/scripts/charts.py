"""Streamlit's script for figures, mended on its way: each is drawn once, the first before others.

As it comes, a figure is drawn hidden and without a width, then again once the width is known, and
some once more when they are given the colours that they have. Half of what a browser did for a
figure was for nothing, and it was seen when all that was done: for all the figures of a page, in
one task of the browser. When a page is opened, those that have arrived now come one after the
other, from the top.

In another version of Streamlit the script is another one. It is left as it is where not every place
is found, and a test says so.
"""

import re

NAME = "PlotlyChart."
"""How the script's file begins; a hash of its content follows."""

HINT = "//# allFunctionsCalledOnLoad\n"
"""To V8: compile the functions of this script while it arrives, on another core. It would compile
each when it is first called, a third of the time for which Plotly keeps the page from moving. Other
browsers read a comment."""

WIDTH = re.compile(r"return (\w+)\?(\w+\(\w+,\{width:\1,\.\.\.\w+\}\)):null")
"""Whether there is a width to draw in; it is -1 until it is measured."""

KEPT = re.compile(r"\{let \w+=(\w+\.getElementState\(\w+\.id,`figure`\))")
"""A figure that was drawn before, on a page that one comes back to."""

COLOURS = re.compile(
    r";\(0,(\w+)\.useEffect\)\(\(\)=>\{"
    r"(\w+\((\w+)=>\w+\(\3,(\w+)\.theme,(\w+)\)\))\},(\[\4\.id,\5,\4\.theme\])\)"
)
"""The effect that colours a figure: its module of React, what it does, and on what it depends."""

DRAWN = re.compile(r"children:(\w+)\((\w+),(\{data:(\w+)\.data,layout:\4\.layout,)")
"""Where Plotly's part of a figure is made: by which function, and of which component."""

PLACES = (WIDTH, KEPT, COLOURS, DRAWN)

TURNS = """
let isBegun = false, isOver = false;
const inLine = [];
const next = () => {
  const come = inLine.shift();
  if (come) { come(); wait(); } else isOver = true;
};
const wait = () => {
  if (document.hidden) setTimeout(next); else requestAnimationFrame(() => setTimeout(next));
};
const isFirst = () => {
  if (isBegun) return false;
  wait();
  return isBegun = true;
};
const useTurn = ({ useEffect, useState }) => {
  const [come, setCome] = useState(() => isOver || isFirst());
  useEffect(() => {
    if (!come) isOver ? setCome(true) : inLine.push(() => setCome(true));
  }, []);
  return come;
};
"""
"""Figures in line: the first at once, each other one when that before is on the screen.

A tab that is hidden has no frames. Once the line is empty, figures are drawn as they come: in the
place of an older one, which is not to be missing meanwhile.
"""


def patched(script: str) -> str:
    """Return the script with figures that are drawn once, in turns, behind the hint."""
    if any(len(place.findall(script)) != 1 for place in PLACES):
        return HINT + script
    (kept,) = KEPT.findall(script)
    react = COLOURS.findall(script)[0][0]
    script = WIDTH.sub(r"return \1>0?\2:null", script)
    # A figure that is made anew is made in its colours; one that was kept may have others.
    coloured = (
        rf";let isNew=(0,\1.useRef)(!{kept}),come=useTurn(\1);"
        r"(0,\1.useEffect)(()=>{isNew.current?isNew.current=!1:\2},\6)"
    )
    script = COLOURS.sub(coloured, script)
    # Until its turn, a figure is as high as it will be: nothing below it moves.
    waiting = f"""
const Waiting = ({{ layout: {{ height }} }}) =>
  {react}.createElement("div", {{ style: {{ height }} }});
"""
    return HINT + TURNS + waiting + DRAWN.sub(r"children:\1(come?\2:Waiting,\3", script)
