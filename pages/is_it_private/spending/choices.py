"""What the budget asks for."""

from pages.is_it_private import problem
from pages.kit.address import UrlParameter

VALUES: tuple[UrlParameter, ...] = ()
card = problem.card
