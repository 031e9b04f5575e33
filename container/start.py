r"""Start the dashboard as the main process of a container.

A secret is no word of an environment, which whoever may look at the container can read: a variable
that ends in ``_FILE`` names the file that holds it, as with the images of databases. `SECRETS` are
those for which this holds: Streamlit has options of its own that end so.

Examples
--------
>>> from tempfile import NamedTemporaryFile
>>> with NamedTemporaryFile("w") as file:
...     _ = file.write("sqlite:///a.db\n")
...     file.flush()
...     settings({"EXPLORER_STORE_FILE": file.name, "STREAMLIT_SERVER_SSL_KEY_FILE": "/a/key"})
{'EXPLORER_STORE': 'sqlite:///a.db'}
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from container import healthy

SECRETS = ("EXPLORER_LEDGER", "EXPLORER_STORE", "STREAMLIT_SERVER_COOKIE_SECRET")
ENDING = "_FILE"

COMMAND = (
    *("-m", "streamlit", "run", "app.py"),
    *("--server.address=0.0.0.0", "--server.headless=true"),
)


def settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what the files say that an environment names.

    Raises
    ------
    ValueError
        If one is empty, or of no known secret: another ledger would be made, and all seem well.
    OSError
        If one cannot be read.
    """
    for name in environment:
        is_file = name.startswith("EXPLORER_") and name.endswith(ENDING)
        if is_file and name.removesuffix(ENDING) not in SECRETS:
            raise ValueError(f"{name} is not known; of {', '.join(SECRETS)} a file can be named.")
    files = {name: environment.get(f"{name}{ENDING}", "") for name in SECRETS}
    return {name: _content(Path(file)) for name, file in files.items() if file}


def _content(file: Path) -> str:
    try:
        found = file.read_text("utf-8").strip()
    except UnicodeDecodeError:
        raise ValueError(f"{file} holds no text.") from None
    if not found:
        raise ValueError(f"{file} is empty.")
    return found


def check_home(home: str) -> None:
    """Raise ValueError where nothing can be kept; Streamlit might start, and answer nobody."""
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        raise ValueError(
            f"The user {os.getuid()}:{os.getgid()} cannot read and write the folder of the volume, "
            f"{home or 'which HOME has to name'}, where caches and the ledger lie."
        )


def check_hosts(environment: Mapping[str, str]) -> None:
    """Raise ValueError where nobody said what people call the server, which a network reaches."""
    if not environment.get("EXPLORER_HOSTS", "").strip():
        raise ValueError(
            "EXPLORER_HOSTS has to name what people call this server: --env "
            "EXPLORER_HOSTS=explorer.example, or localhost for this machine alone."
        )


def check_options(words: list[str]) -> None:
    """Raise ValueError where the port is an option: who asks whether it answers sees variables."""
    if any(word.partition("=")[0] == "--server.port" for word in words):
        raise ValueError(f"In a container the port is named by {healthy.PORT}, not by an option.")


def main() -> None:
    """Become the server: it hears itself when the container is to stop."""
    try:
        check_options(sys.argv[1:])
        check_hosts(os.environ)
        check_home(os.environ.get("HOME", ""))
        found = settings(os.environ)
    except OSError as fault:
        sys.exit(f"{fault.filename} cannot be read: {fault.strerror}.")
    except ValueError as fault:
        sys.exit(str(fault))
    for name in found:
        del os.environ[f"{name}{ENDING}"]
    os.environ.update(found)
    os.execv(sys.executable, [sys.executable, *COMMAND, *sys.argv[1:]])


if __name__ == "__main__":
    main()
