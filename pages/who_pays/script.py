"""The script of each part."""

from pages.who_pays.values import PARTS

script = PARTS.script
