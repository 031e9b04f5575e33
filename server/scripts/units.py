"""Streamlit's script for texts, patched on its way: no line ends between a number and its unit.

All texts of a page pass here, its prose, sentences, captions and labels: as late as can be, so that
whoever writes, tests or copies one writes a plain blank.

In another version of Streamlit the script is another one. It is left as it is where the place is
not found, and a test says so.
"""

NAME = "StreamlitMarkdown."
"""How the script's file begins; a hash of its content follows."""

PLACE = "t.replaceAll(`:material/`,`:material_`)"
"""Where a text is made ready to be read as markdown."""

UNITS = "%|(?:points?|people|records?|draws?|times|in 100)\\b"
TOGETHER = rf".replace(/(\d) (?={UNITS})/g,`$1\u00a0`).replace(/± (?=\d)/g,`±\u00a0`)"
"""A blank at which no line ends takes the place of the one before a unit, and behind ±."""


def patched(script: str) -> str:
    """Return the script, whose texts keep numbers and units in one line; as it is, if unknown.

    Examples
    --------
    >>> patched("let n=" + PLACE).startswith("let n=" + PLACE + ".replace(")
    True
    """
    return script.replace(PLACE, PLACE + TOGETHER) if script.count(PLACE) == 1 else script
