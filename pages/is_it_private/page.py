"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

from pages.comparison.screen import parts
from pages.is_it_private.values import PARTS

parts.show(PARTS, "What to look at")
