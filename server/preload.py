"""Which of Streamlit's scripts a page will need, named before the browser can know.

Streamlit lets a browser fetch an element's scripts only when the first one arrives: wave after
wave, each with a pause. Its build says in a manifest which script imports which, so that a page can
name them all in its header, and the browser fetches them while the page still starts.

Examples
--------
>>> manifest = {
...     "index.html": {"file": "a.js", "imports": ["_b.js"]},
...     "_b.js": {"file": "b.js"},
...     "Slider.tsx": {"file": "c.js", "name": "Slider", "imports": ["_b.js", "_d.js"]},
...     "_d.js": {"file": "d.js"},
... }
>>> needed(manifest, ["Slider"])
['d.js', 'c.js']
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import streamlit as st

STREAMLIT = Path(st.__file__).parent / "static"
"""What Streamlit serves at `/`."""

ELEMENTS = (
    "Html",
    "TextInput",
    "Slider",
    "Selectbox",
    "ButtonGroup",
    "Metric",
    "PageLink",
    "DownloadButton",
    "PlotlyChart",
)
"""What almost every page shows; the largest is last."""

Manifest = Mapping[str, Mapping[str, Any]]


def header(folder: Path = STREAMLIT) -> dict[str, str]:
    """Return the header of a page that names the scripts of `ELEMENTS`.

    Another release of Streamlit may have no manifest, or other elements: it is served all the same.
    """
    with suppress(OSError, ValueError, KeyError):
        files = needed(json.loads((folder / "manifest.json").read_text()), ELEMENTS)
        return (
            {"Link": ", ".join(f"</{file}>; rel=modulepreload" for file in files)} if files else {}
        )
    return {}


def needed(manifest: Manifest, elements: Sequence[str]) -> list[str]:
    """Return the files that elements import beyond those that every page begins with."""
    known = set(_imported("index.html", manifest, set()))
    entries = {str(entry.get("name")): name for name, entry in manifest.items()}
    return [
        str(manifest[name]["file"])
        for element in elements
        if element in entries
        for name in _imported(entries[element], manifest, known)
    ]


def _imported(name: str, manifest: Manifest, known: set[str]) -> Iterator[str]:
    """Yield a script after those that it imports, directly or not, but for the known ones."""
    if name not in known:
        known.add(name)
        for each in manifest[name].get("imports", ()):
            yield from _imported(each, manifest, known)
        yield name
