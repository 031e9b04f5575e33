"""Streamlit's script for figures: each figure is drawn once, the first before the others.

What each place is worth was measured on two busy cores, in cold tabs of Chromium, with it and
without it in turns. Medians: of processor time on the page's main thread over 5 tabs each, and for
`TURNS` of seconds on the clock over 14 tabs without and 30 with it.

- `WIDTH`: as it comes, a figure is drawn hidden and without a width, then again once the width is
  known. Opening the six took 1.20 s in place of 1.39 s, a move of ε 0.49 s in place of 0.62 s.
- `RECOLOUR`: some figures were drawn once more when they were given the colours that they had. A
  move of ε took the six 0.49 s in place of 0.70 s.
- `TURNS`: all figures of a page came in one task of the browser, and were seen when that ended. Now
  the first of the six was seen 2.7 s after the page had its server, in place of 3.6 s, the last no
  later; the longest task, during which nothing can be clicked, took 0.3 s in place of 1.0 s.

The script is left as it is where not every place is found.
"""

import re
from functools import cache

from server.patches.browser import files
from server.patches.browser.compile_hint import NAME as NAME
from server.patches.patch import Patch

WIDTH = re.compile(r"return (\w+)\?(\w+\(\w+,\{width:\1,\.\.\.\w+\}\)):null")
"""Whether there is a width to draw in; it is -1 until it is measured, which counted as one."""

MADE = re.compile(
    r"\[\w+,(\w+)\]=\(0,(\w+)\.useState\)\(\(\)=>\{"
    r"let (\w+)=(\w+\.getElementState\((\w+)\.id,`figure`\));"
    r"return \3\?\w+\(\3\):(\w+\(\w+,\5\.theme,\w+\))\}\)"
)
"""Where a figure is made: as it was drawn before, on a page that one comes back to, or anew."""

RECOLOUR = re.compile(
    r";\(0,(\w+)\.useEffect\)\(\(\)=>\{"
    r"(\w+\((\w+)=>\w+\(\3,(\w+)\.theme,(\w+)\)\))\},\[\4\.id,(\5,\4\.theme\])\)"
)
"""The effect that colours a figure: its module of React, what it does, and on what it depends."""

PLOT = re.compile(r"children:(\w+)\((\w+),(\{data:(\w+)\.data,layout:\4\.layout,)")
"""Where Plotly's part of a figure is made: by which function, and of which component."""

CONFIG = re.compile(r"\[(\w+)\.id,(\1\.config,)")
"""On what the buttons of a figure depend: made anew, Plotly draws the figure twice."""

PLACES = (WIDTH, MADE, RECOLOUR, PLOT, CONFIG)

TURNS = """
let phase = "before";
const inLine = [];
const nextFrame = () => new Promise((done) =>
  document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done)));
const drawInTurn = async () => {
  phase = "opening";
  await nextFrame();
  for (let come; (come = inLine.shift()); await nextFrame()) come();
  phase = "after";
};
const useTurn = ({ useEffect, useState }) => {
  const [isTurn, setIsTurn] = useState(() => {
    if (phase === "before") return drawInTurn(), true;
    return phase === "after";
  });
  useEffect(() => {
    if (isTurn) return;
    if (phase === "after") setIsTurn(true); else inLine.push(() => setIsTurn(true));
  }, []);
  return isTurn;
};
"""
"""Figures in line: the first at once, each other one when that before is on the screen.

A tab that is hidden has no frames: there, they come without. Once the line is empty, figures are
drawn as they come, for good: they replace older ones, which are not to be missing meanwhile.
"""


def is_known(script: str) -> bool:
    """Tell whether this is the script for which the patch was written."""
    return all(len(place.findall(script)) == 1 for place in PLACES)


@cache
def applies() -> bool:
    """Tell whether the installed script is that one."""
    return [is_known(script) for script in files.scripts(NAME).values()] == [True]


def rewritten(script: str) -> str:
    """Return the script with figures that are drawn once, in turns; as it is, if unknown."""
    if not is_known(script):
        return script
    ((_, react, _, stored, _, _),) = MADE.findall(script)
    script = WIDTH.sub(r"return \1>0?\2:null", script)
    # A figure stays in its place (`places`): with other data it is made anew, and then drawn.
    script = MADE.sub(
        r"\g<0>,[madeOf,nowOf]=(0,\2.useState)(\5.id),"
        r"isOther=madeOf!==\5.id&&(nowOf(\5.id),\1(\6),!0)",
        script,
    )
    # A figure that is made anew is made in its colours; a stored one may have those of a theme that
    # was left since, and a theme may change later: for both the effect stays.
    script = RECOLOUR.sub(
        rf";let isNew=(0,\1.useRef)(!{stored}),isTurn=useTurn(\1);"
        r"(0,\1.useEffect)(()=>{isNew.current?isNew.current=!1:\2},[\6)",
        script,
    )
    script = CONFIG.sub(r"[\2", script)
    # Until its turn, a figure is as high as it will be: nothing below it moves.
    waiting = f"""
const Waiting = ({{ layout: {{ height }} }}) =>
  {react}.createElement("div", {{ style: {{ height }} }});
"""
    return TURNS + waiting + PLOT.sub(r"children:\1(isTurn?\2:Waiting,\3", script)


PATCH = Patch(
    holds="a figure is drawn once, the first before the others",
    targets=("streamlit/static/static/js/PlotlyChart.*.js",),
    versions="streamlit 1.67.0",
    reason="figures are drawn without a width, then with it, then in their colours, all at once",
    worth="of six, the first was seen after 2.7 s in place of 3.6 s; the longest task took 0.3 s "
    "in place of 1.0 s, a move of ε 0.49 s in place of 0.70 s",
    upstream="streamlit/streamlit#8575 (closed; the width of -1 is its cause, too)",
    is_unsafe_without=False,
    applies=applies,
)
