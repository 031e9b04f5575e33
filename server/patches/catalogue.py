"""All patches, installed and tried at the start.

What is missing and would be unsafe stops the start with one sentence; what would be slower or
uglier without is one line in the log.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.metadata import version

from server.patches.browser import compile_hint, figures, notice, places, server_address
from server.patches.network import (
    long_headers,
    no_delay,
    open_connections,
    silent_connections,
    spooled_uploads,
    unread_answers,
)
from server.patches.patch import Patch
from server.patches.sessions import (
    kept_answers,
    message_kinds,
    put_aside,
    runs,
    sent_values,
    stream_route,
    triggers,
)

LOG = logging.getLogger(__name__)

PATCHES: tuple[Patch, ...] = tuple(
    module.PATCH
    for module in (
        *(long_headers, no_delay, silent_connections, open_connections, unread_answers),
        *(spooled_uploads, message_kinds, stream_route, triggers, runs, put_aside, kept_answers),
        *(sent_values, compile_hint, figures, places, server_address, notice),
    )
)

OTHER_FORM = (AttributeError, KeyError, TypeError, ValueError, ImportError, RuntimeError, OSError)
"""What is raised where something is not as it was when a patch was written."""


_installed: set[Patch] = set()


class UnsafeStart(Exception):
    """A protection does not hold with what is installed; the message is for whoever starts."""


def install(patches: Sequence[Patch] = PATCHES) -> None:
    """Install all patches in this process, and try each.

    Raises
    ------
    UnsafeStart
        If one does not hold without which the server must not start.
    """
    for patch in patches:
        # Once in a process, under however many names `app` is imported.
        if patch not in _installed:
            _installed.add(patch)
            with suppress(*OTHER_FORM):
                patch.install()
    missing = [patch for patch in patches if not holds(patch.applies)]
    unsafe = [patch for patch in missing if patch.is_unsafe_without]
    if unsafe:
        raise UnsafeStart(
            f"With {installed(unsafe)} this does not hold: "
            f"{'; '.join(patch.holds for patch in unsafe)}. Without it the server does not start. "
            "Install the versions that requirements/constraints.txt names."
        )
    for patch in missing:
        LOG.warning(
            "With %s this does not hold: %s. The server starts without: %s",
            *(installed([patch]), patch.holds, patch.worth),
        )


def holds(applies: Callable[[], bool]) -> bool:
    """Tell whether a patch proves itself; what cannot even be tried does not."""
    try:
        return applies()
    except OTHER_FORM:
        return False


def installed(patches: Iterable[Patch]) -> str:
    """Return the packages that patches change, with their versions."""
    names = set().union(*(patch.packages for patch in patches))
    return ", ".join(f"{name} {version(name)}" for name in sorted(names))
