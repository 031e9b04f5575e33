"""Who pays?: what privacy costs each group, and the answers that the noise decides."""

from pages.who_pays.contents import PARTS

PARTS.show("What to look at")
