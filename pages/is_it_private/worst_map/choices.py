"""The controls of the map."""

from pages.is_it_private import choices

card = choices.card
