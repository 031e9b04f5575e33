"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

from functools import partial

from pages.comparison.screen import parts
from pages.is_it_private.values import PARTS
from pages.kit import controls

ERRATA = "**Errata**: what early papers printed wrongly"

parts.show(
    PARTS,
    "What to look at",
    {ERRATA: partial(controls.go_to, "papers", {"papers_part": "errata"})},
)
