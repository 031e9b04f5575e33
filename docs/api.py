"""Write a page for each module of stable names: ``python -m docs.api build/docs``.

pdoc shows what ``__all__`` lists, so that takes the names of ``stable.toml`` here, and no others.
"""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pdoc

ROOT = Path(__file__).parents[1]


def main(folder: Path) -> None:
    """Write the pages into a folder."""
    stable: dict[str, list[str]] = {}
    for package in ("dpcore", "dplab"):
        stable |= tomllib.loads((ROOT / package / "stable.toml").read_text("utf-8"))
    for name, listed in stable.items():
        module = import_module(name)
        # Names that are imported when they are asked for are there from now on.
        vars(module).update(
            {each: getattr(module, each) for each in listed if hasattr(module, each)}
        )
        vars(module)["__all__"] = listed
    pdoc.render.configure(docformat="numpy", show_source=False, footer_text="Names that stay")
    # What a package lists among its names, pdoc finds there.
    inside = {f"{name}.{each}" for name, listed in stable.items() for each in listed}
    pdoc.pdoc(*(name for name in stable if name not in inside), output_directory=folder)
    for page in (each for each in folder.rglob("*") if each.suffix in (".html", ".js")):
        # A folder among the arguments of a function is not that of this machine.
        page.write_text(page.read_text("utf-8").replace(f"{ROOT}/", ""), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
