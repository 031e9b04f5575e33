"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable

from edition.dials import DialPicture
from edition.pictures import trade_off

PICTURES: dict[str, Callable[[], DialPicture]] = {
    "trade_off": trade_off.picture,
}
"""By page."""
