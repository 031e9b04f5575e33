"""The controls of the budget."""

from pages.is_it_private import choices

card = choices.card
