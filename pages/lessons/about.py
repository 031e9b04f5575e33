"""The page Lessons, as the house knows it."""

from pages.shared.page import About

ABOUT = About("Lessons")
