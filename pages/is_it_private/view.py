"""What a part of Is it private? shows."""

from pages.is_it_private.values import PARTS

view = PARTS.view
