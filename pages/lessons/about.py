"""The page Lessons, as the house knows it."""

from pages.lessons import choices
from pages.shared.page import About

ABOUT = About("Lessons", choices.VALUES, presents=False)
