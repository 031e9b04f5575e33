"""The script of a part of Foundations, which prints its numbers."""

from pages.foundations.values import PARTS

script = PARTS.script
