"""Build the static edition: ``python -m edition --folder build/site``.

``EXPLORER_LIVE`` names a server on which pages open with the same settings, ``EXPLORER_EDITION``
where the edition will lie: both are addresses, and both may be missing.
"""

import argparse
import os
from pathlib import Path

from edition import views
from edition.site import LESSONS, Site
from pages.kit import text


def main() -> None:
    """Build it where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/site"))
    parts = [*views.pictured(), *text.stories(), "papers", *LESSONS]
    parser.add_argument("--only", nargs="*", choices=parts, default=[], metavar="part")
    asked = parser.parse_args()
    site = Site(
        asked.folder,
        live=os.environ.get("EXPLORER_LIVE", ""),
        address=os.environ.get("EXPLORER_EDITION", ""),
        only=tuple(asked.only),
    )
    site.write()
    site.pack()


if __name__ == "__main__":
    main()
