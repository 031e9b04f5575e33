"""Fetch one real table into the cache: ``python -m dpcore.data.real.fetching adult``.

`places.fetch` runs this in a process of its own. Where it fails, the last line that it writes says
why.
"""

import sys

from dpcore.checks import InvalidInput
from dpcore.data.real import places
from dpcore.data.real.tables import named


def main(name: str) -> int:
    """Fetch the table of that name; return 0, or 1 after saying what went wrong."""
    try:
        places.keep(named(name))
    except InvalidInput as refusal:
        print(refusal, file=sys.stderr)
    except OSError as fault:  # what every failure of the network is, a URLError too
        print(f"no answer ({type(fault).__name__})", file=sys.stderr)
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
