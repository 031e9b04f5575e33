"""Every page of the dashboard: its address, and the title that it shows.

Addresses are given once and for all, so they stand a second time, in README, beside the navigation.
"""

import re

from tests.house.syntax import ROOT

ROW = re.compile(r"^\| [^|]+ \| `(/[^`]*)` \| ([^|]+) \|$", re.MULTILINE)

PAGES: dict[str, str] = dict(ROW.findall((ROOT / "README.md").read_text("utf-8")))


def name(path: str) -> str:
    """Return `path` as a name for a file or a test."""
    return path.strip("/") or "overview"
