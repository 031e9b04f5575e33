"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable

from edition.dials import DialPicture
from edition.pictures import adversary, foundations, is_it_private, kernels, trade_off

PICTURES: dict[str, Callable[[], DialPicture]] = {
    "trade_off": trade_off.picture,
    "kernels": kernels.picture,
    "foundations": foundations.picture,
    "adversary": adversary.picture,
    "is_it_private": is_it_private.picture,
}
"""By page."""
