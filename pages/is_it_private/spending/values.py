"""What the budget asks: the shared settings, at one λ."""

from pages.comparison import values
from pages.kit.values import UrlParameter

VALUES: tuple[UrlParameter, ...] = ()

question = values.about_one_lam
