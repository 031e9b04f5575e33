"""What each part shows, and the script that prints its numbers."""

from pages.who_pays.values import PARTS

view = PARTS.view
script = PARTS.script
