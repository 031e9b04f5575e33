"""The page Lessons: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.lessons import choices

ABOUT = simulating("Lessons", choices.VALUES, presents=False)
