"""Build the static edition: ``python -m edition --folder build/site``."""

import argparse
import os
from pathlib import Path

from edition.contents import PICTURES
from edition.site import Site
from pages.kit import text


def main() -> None:
    """Build it where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/site"))
    parser.add_argument(
        "--only",
        nargs="*",
        choices=[*PICTURES, *text.stories(), "papers"],
        default=[],
        metavar="page",
    )
    asked = parser.parse_args()
    Site(asked.folder, os.environ.get("EXPLORER_LIVE", ""), tuple(asked.only)).write()


if __name__ == "__main__":
    main()
