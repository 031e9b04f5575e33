"""Where sweeps are computed, by one setting: the environment variable EXPLORER_SCHEDULER.

| value | where |
| --- | --- |
| unset, or `processes` | processes of this machine, as many as cores |
| `threads` | threads of this process: where no process may be started |
| `tcp://…`, `tls://…` | the workers of the Dask scheduler at this address |

Beside it stands `express`: processes of this machine for short sweeps, whatever the setting. A
cluster's threads may all be busy with long cells; a few of its own the server always has.

Every choice is a `concurrent.futures.Executor`, and gives the same rows, bit for bit.

Examples
--------
>>> with chosen("threads") as executor:
...     executor.submit(abs, -1).result()
1
"""

import os
from concurrent.futures import Executor, ThreadPoolExecutor

from dpcore.checks import InvalidInput
from dplab.simulation.executors.cluster import Cluster
from dplab.simulation.executors.processes import Processes, cores
from dplab.simulation.sweeps.cells import numerics
from dplab.simulation.sweeps.turns import OVERRUN

SETTING = "EXPLORER_SCHEDULER"

EXPRESS = 2
"""Processes for short sweeps: one may be busy with a cell that turns out to be long."""

EXPRESS_NICENESS = 10
"""Seven times the processor time of those for long sweeps, a tenth of the server's."""


def chosen(setting: str | None = None) -> Executor:
    """Return the executor that a setting names.

    Parameters
    ----------
    setting : str, optional
        As in the table above; EXPLORER_SCHEDULER if left out.

    Raises
    ------
    InvalidInput
        If it names none.
    """
    # Set to nothing counts as unset, as it does in shells.
    setting = os.environ.get(SETTING, "") if setting is None else setting
    if setting in ("", "processes"):
        return Processes()
    if setting == "threads":
        return ThreadPoolExecutor(max_workers=cores())
    if setting.startswith(("tcp://", "tls://")):
        # Rows of two versions of what cells compute must not stand in one figure.
        return Cluster(setting, version=numerics)
    raise InvalidInput(
        f"{SETTING} must be processes, threads, or the address of a scheduler such as "
        f"tcp://127.0.0.1:8786; got {setting!r}."
    )


def express(setting: str | None = None) -> Executor:
    """Return the executor for short sweeps that goes with a setting.

    In threads nothing can be given up: an estimate that is wrong then keeps short sweeps waiting.
    """
    setting = os.environ.get(SETTING, "") if setting is None else setting
    # Beside a cluster, too: these are short, and the way there may take longer.
    if setting == "threads":
        return ThreadPoolExecutor(max_workers=1)
    return Processes(EXPRESS, niceness=EXPRESS_NICENESS, limit=OVERRUN)
