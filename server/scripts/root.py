"""Streamlit's script that looks for its server, patched on its way: it looks beside its page first.

As it comes, it takes the address of a page for a folder: it asks below `/trade-off`, is told that
nothing is there, waits a tenth of a second, and asks at the root. Its scripts come from beside the
page (`./static`), so that the server is there too, below a prefix of a proxy as well.

Measured on two cores beside other work, in cold tabs with the patch and without it in turns: from
the first question to the connection 0.08 s in place of 0.21 s (medians), on any page but the first.

In another version of Streamlit the script is another one, and left as it is.
"""

import re

NAME = "index."
"""How the script's file begins; a hash of its content follows."""

BASE = re.compile(r"(\{let \w+=\w+\((\w+)\.BACKEND_BASE_URL)(\),\{pathname:\w+\}=\w+;)")
"""Where the script begins to look: where the page says, which ours does not, or at its address."""


def patched(script: str) -> str:
    """Return the script that looks beside the page, where the page says nothing else."""
    if len(BASE.findall(script)) != 1:
        return script
    return BASE.sub(r"\1??new URL('.',location.href).href\3", script)
