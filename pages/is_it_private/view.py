"""What a part of Is it private? shows, and the script that prints its numbers."""

from pages.is_it_private.values import PARTS

view = PARTS.view
script = PARTS.script
