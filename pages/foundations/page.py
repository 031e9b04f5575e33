"""What ε promises, in six parts to touch: the executable content of TU."""

from functools import partial

from pages.comparison.screen import parts
from pages.foundations.values import PARTS
from pages.kit import controls

LECTURE = "**The lecture**: its slips, claim by claim"

parts.show(PARTS, "Part", {LECTURE: partial(controls.go_to, "papers", {"papers_part": "errata"})})
