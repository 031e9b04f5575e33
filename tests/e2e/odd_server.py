"""A server whose releases stop in the middle, for tests: between the charge and the draw.

    python -m tests.e2e.odd_server PORT

With `EXPLORER_TEST_DRAW=die` the server is killed there, as by kill -9. With the name of a file it
waits there until that file exists.
"""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import uvicorn

from dpcore.release import running

HOW = "EXPLORER_TEST_DRAW"


def stop_in_the_middle(how: str) -> None:
    """Make every draw die, or wait for a file."""
    usual = running._draw

    def odd(*given: Any) -> Any:
        if how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        while not Path(how).exists():
            time.sleep(0.02)
        return usual(*given)

    running._draw = odd


if __name__ == "__main__":
    stop_in_the_middle(os.environ[HOW])
    uvicorn.run("app:app", host="127.0.0.1", port=int(sys.argv[1]))
