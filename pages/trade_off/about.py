"""The page Trade-off, as the house knows it."""

from pages.shared.comparison.within import WITHIN
from pages.shared.page import About

ABOUT = About("Trade-off", (WITHIN,))
