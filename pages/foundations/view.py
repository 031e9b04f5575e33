"""What a part of Foundations shows, and the script that prints its numbers."""

from pages.foundations.values import PARTS

view = PARTS.view
script = PARTS.script
