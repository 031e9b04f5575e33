"""What is served of a file of Streamlit's: its content, or that of a script as it was rewritten."""

import threading
from functools import cache
from pathlib import Path

from server.patches.browser import compile_hint, figures, places

REWRITTEN = (
    (figures.NAME, figures.rewritten),
    (compile_hint.NAME, compile_hint.rewritten),
    (places.NAME, places.rewritten),
)
"""How the scripts are rewritten whose names begin so, in this order."""

_rewriting = threading.Lock()


def may_change(file: Path) -> bool:
    """Tell whether what is served of a file depends on a patch, and not on its content alone."""
    names = tuple(name for name, _ in REWRITTEN)
    return file.suffix == ".js" and file.name.startswith(names)


def content_of(file: Path) -> bytes:
    """Return what is served of a file.

    To rewrite Plotly takes a quarter of a second, and is done once: whoever asks for no coding, six
    times a second, would have the server do nothing else.
    """
    if not may_change(file):
        return file.read_bytes()
    with _rewriting:
        return _rewritten(file)


@cache
def _rewritten(file: Path) -> bytes:
    script = file.read_text("utf-8")
    for name, rewrite in REWRITTEN:
        script = rewrite(script) if file.name.startswith(name) else script
    return script.encode()
