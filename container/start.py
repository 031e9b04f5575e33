r"""Start the dashboard as the main process of a container.

A secret is no word of an environment, which whoever may look at the container can read: a variable
that ends in ``_FILE`` names the file that holds it, as with the images of databases.

Examples
--------
>>> from tempfile import NamedTemporaryFile
>>> with NamedTemporaryFile("w") as file:
...     _ = file.write("sqlite:///a.db\n")
...     file.flush()
...     settings({"EXPLORER_STORE_FILE": file.name, "LOG_FILE": "/no/such/file"})
{'EXPLORER_STORE': 'sqlite:///a.db'}
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

OURS, ENDING = ("EXPLORER_", "STREAMLIT_"), "_FILE"

COMMAND = (
    *("-m", "streamlit", "run", "app.py"),
    *("--server.address=0.0.0.0", "--server.port=8501", "--server.headless=true"),
)


def settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what the files say that an environment names."""
    return {
        name.removesuffix(ENDING): Path(path).read_text("utf-8").strip()
        for name, path in environment.items()
        if name.startswith(OURS) and name.endswith(ENDING)
    }


def main() -> None:
    """Become the server: it hears itself when the container is to stop."""
    try:
        found = settings(os.environ)
    except OSError as fault:
        sys.exit(f"{fault.filename} cannot be read: {fault.strerror}.")
    for name in found:
        del os.environ[f"{name}{ENDING}"]
    os.environ.update(found)
    os.execv(sys.executable, [sys.executable, *COMMAND, *sys.argv[1:]])


if __name__ == "__main__":
    main()
