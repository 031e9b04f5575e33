"""Who pays?: what privacy costs each group, and the answers that the noise decides."""

from pages.comparison.screen import parts
from pages.who_pays.values import PARTS

parts.show(PARTS, "What to look at")
