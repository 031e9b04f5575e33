"""The page Lessons, as the house knows it."""

from pages.kit.page import About
from pages.lessons import choices

ABOUT = About("Lessons", choices.VALUES, presents=False)
