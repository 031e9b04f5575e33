"""What the file of settings says is what runs, or the server does not start.

Streamlit goes on with its own settings where it cannot read the file: it then listens to the whole
network, tells its maker what is used, shows visitors the details of faults, and takes larger files.
An option or a variable overrides the file as quietly. What safety rests on is compared.

The secret of the cookies is no business of the file. Streamlit takes any, however short, and
whoever guesses it can make names of visitors (`server.visits.visitors`).
"""

import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from streamlit import config

from dpcore.checks import InvalidInput
from server.entry.hosts import VARIABLE

ADDRESS = "server.address"
SECRET = "server.cookieSecret"
SHORTEST = 32
"""Characters of a secret: of random hexadecimal digits, as few as give the 128 bits of a name."""

KEPT = (
    ADDRESS,
    "browser.gatherUsageStats",
    "client.showErrorDetails",
    "server.maxUploadSize",
)


def check(file: Path, environment: Mapping[str, str]) -> None:
    """Refuse to go on where what runs is not what the file says.

    Parameters
    ----------
    file : Path
        `config.toml`.
    environment : mapping
        Where `EXPLORER_HOSTS` names hosts, the server may listen to other addresses.

    Raises
    ------
    InvalidInput
        If the file cannot be read, an option of `KEPT` is another one, or the cookies' secret is
        shorter than `SHORTEST`.
    """
    _check_secret()
    said = _read(file)
    for name in KEPT:
        section, _, option = name.partition(".")
        written, runs = said.get(section, {}).get(option), config.get_option(name)
        if runs == written:
            continue
        if name != ADDRESS:
            raise InvalidInput(
                f"{name} is {runs!r}, and {file.name} says {written!r}. Change it there, and "
                "set it nowhere else: no option and no variable."
            )
        if not environment.get(VARIABLE, "").strip() and not _is_loopback(runs):
            raise InvalidInput(
                f"{name} is {runs or 'every address'}, where others reach this server: {VARIABLE} "
                "has to name what people call it, such as lab.example (localhost, for this machine "
                "alone)."
            )


def _check_secret() -> None:
    # Where nobody has set one, Streamlit has drawn 64 digits for this process.
    length = len(str(config.get_option(SECRET) or "").strip())
    if length < SHORTEST:
        raise InvalidInput(
            f"{SECRET} (STREAMLIT_SERVER_COOKIE_SECRET) must have at least {SHORTEST} characters; "
            f"it has {length}. Take the output of: openssl rand -hex 32. Or leave it unset: then "
            "each start makes its own."
        )


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise InvalidInput(
            f"{file.name} cannot be read ({fault}). Without it Streamlit listens to the whole "
            "network: correct it."
        ) from fault


def _is_loopback(address: object) -> bool:
    try:
        return address == "localhost" or ip_address(str(address)).is_loopback
    except ValueError:
        return False
