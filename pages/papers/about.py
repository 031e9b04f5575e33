"""The page Papers, as the house knows it."""

from pages.papers import choices
from pages.shared.page import About

ABOUT = About("Papers", choices.VALUES, epsilon="")
