"""Whether this server releases classifiers, and where its ledger lies: two settings of its owner.

A release spends what people were promised, so that it is on by itself only for whoever sits at this
machine, and where nobody else is meant to come: the connection arrived at the loopback and was not
forwarded (`server.entry.here`), and `EXPLORER_HOSTS` names no host. Elsewhere the owner of the data
says `EXPLORER_RELEASE=on`. There are no accounts: whoever reaches the page can then read and spend
every budget of the ledger whose name they know or guess.

Examples
--------
>>> read_releases({"EXPLORER_HOSTS": "lab.example"}, is_here=True).are_on
False
>>> read_releases({}, is_here=False).are_on
False
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from dpcore.checks import InvalidInput
from dpcore.data.files import own
from dpcore.ledger import Ledger
from server.entry.hosts import VARIABLE as HOSTS

SWITCH, PLACE = "EXPLORER_RELEASE", "EXPLORER_LEDGER"
WORDS = {"on": True, "off": False}


@dataclass(frozen=True)
class Releases:
    """What the owner of a server has settled about releases.

    Parameters
    ----------
    switch : bool or None
        Whether they are switched on or off; None where that was not said.
    is_alone : bool
        Whether whoever asks sits at this machine, and nobody else is meant to come.
    place : str
        The ledger's file, or its address in a database; may hold a password.
    """

    switch: bool | None
    is_alone: bool
    place: str

    @property
    def are_on(self) -> bool:
        """Whether this server releases."""
        return self.is_alone if self.switch is None else self.switch

    def ledger(self) -> Ledger:
        """Return the ledger."""
        return Ledger(self.place)

    def make_folder(self) -> None:
        """Make the ledger's folder, if nobody named another: before its first budget is opened."""
        if self.place == usual_place():
            with suppress(OSError):  # That it cannot be opened there, the ledger says.
                own.make_folder(Path(self.place).parent)


def read_releases(environment: Mapping[str, str], *, is_here: bool = False) -> Releases:
    """Return what the environment settles, for whoever asks.

    Parameters
    ----------
    environment : mapping
    is_here : bool
        Whether they sit at this machine: `server.entry.here`.

    Raises
    ------
    InvalidInput
        If a setting is none.
    """
    given = environment.get(SWITCH, "").strip().lower()
    if given not in ("", *WORDS):
        raise InvalidInput(f"{SWITCH} must be on or off; got {given[:40]!r}.")
    place = environment.get(PLACE, "").strip() or usual_place()
    _check_place(place)
    is_alone = is_here and not environment.get(HOSTS, "").strip()
    return Releases(WORDS.get(given), is_alone, place)


def check_ledger() -> None:
    """Raise InvalidInput if somebody may release here, and the ledger cannot be read."""
    if (releases := read_releases(os.environ, is_here=True)).are_on:
        with releases.ledger() as ledger:
            ledger.check()


def _check_place(place: str) -> None:
    try:
        Ledger(place).close()
    except InvalidInput as refusal:  # It repeats nothing of an address: that may hold a password.
        raise InvalidInput(f"{PLACE} cannot be used. {refusal}") from refusal


def usual_place() -> str:
    """Return where the ledger lies if nobody says otherwise: with the user's own data."""
    return str(Path(platformdirs.user_data_dir("privacy-accuracy-explorer")) / "ledger.db")
