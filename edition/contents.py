"""The edition's pictures, in the order of the contents."""

from collections.abc import Callable, Mapping

from edition import papers
from edition.dials import DialPicture, DialPlace
from edition.pictures import (
    adversary,
    counterexample,
    decide,
    foundations,
    geometry,
    is_it_private,
    kernels,
    private_tuning,
    sweeps,
    trade_off,
    who_pays,
)

PICTURES: dict[str, Callable[[], DialPicture]] = {
    "decide": decide.picture,
    "trade_off": trade_off.picture,
    "who_pays": who_pays.picture,
    "sweeps": sweeps.picture,
    "geometry": geometry.picture,
    "counterexample": counterexample.picture,
    "private_tuning": private_tuning.picture,
    "kernels": kernels.picture,
    "foundations": foundations.picture,
    "adversary": adversary.picture,
    "is_it_private": is_it_private.picture,
}
"""By page."""

SCENES: dict[str, Callable[[Mapping[str, str]], DialPlace]] = {
    "decide": decide.scene,
    "trade_off": trade_off.scene,
    "who_pays": who_pays.scene,
    "sweeps": sweeps.scene,
    "geometry": geometry.scene,
    "counterexample": counterexample.scene,
    "private_tuning": private_tuning.scene,
    "foundations": foundations.scene,
    "adversary": adversary.scene,
    "is_it_private": is_it_private.scene,
    "papers": papers.scene,
}
"""By page, its picture at the settings of an address."""
