"""Streamlit's files as they are installed."""

from pathlib import Path

import streamlit as st

STREAMLIT = Path(st.__file__).parent / "static"
"""What Streamlit serves at `/`; every name below `static/` holds a hash of the file's content."""


def scripts(name: str) -> dict[Path, str]:
    """Return the scripts whose names begin so."""
    return {file: file.read_text("utf-8") for file in STREAMLIT.glob(f"static/js/{name}*.js")}


def page() -> str:
    """Return the one page that Streamlit has."""
    return (STREAMLIT / "index.html").read_text("utf-8")
