"""Is it private?: the exact privacy loss of every mechanism, against what it claims."""

from pages.is_it_private.contents import PARTS

PARTS.show("What to look at")
