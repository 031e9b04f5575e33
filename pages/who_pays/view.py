"""What each part shows."""

from pages.who_pays.values import PARTS

view = PARTS.view
