"""The script of a part of Is it private?, which prints its numbers."""

from pages.is_it_private.values import PARTS

script = PARTS.script
