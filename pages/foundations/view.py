"""What a part of Foundations shows."""

from pages.foundations.values import PARTS

view = PARTS.view
