"""The picture of the architecture in docs/how_it_works.md, drawn from the imports.

Rooms are boxes. An arrow says that a room imports another one; what follows from other arrows is
left out. ``make architecture`` writes the picture anew, and a test asks whether it is true.

Examples
--------
>>> print(drawn({("a", "b"), ("b", "c"), ("a", "c")}))
flowchart TD
    a["a"] --> b["b"]
    b["b"] --> c["c"]
"""

import re
from collections.abc import Iterable

from tests.house.syntax import ROOT, Module, modules, page_of

GUIDE = ROOT / "docs" / "how_it_works.md"
BLOCK = re.compile(r"(?<=```mermaid\n).*?(?=\n```)", re.S)

Arrows = set[tuple[str, str]]


def room_of(name: str) -> str:
    """Return the room that a module lies in, or an empty text for what is none of the house."""
    if page_of(name):
        return "each page"
    parts = name.split(".")
    if parts[0] in ("dpcore", "dplab", "pages") and len(parts) > 1:
        return "/".join(parts[:2])
    return parts[0] if parts[0] in ("app", "edition", "server") else ""


def arrows(all_modules: Iterable[Module]) -> Arrows:
    """Return which room imports which."""
    ours = [module for module in all_modules if room_of(module.name)]
    known = {module.name for module in ours}
    found = set()
    for module in ours:
        for imported in module.imports(module.nodes):
            name = imported if imported in known else imported.rpartition(".")[0]
            pair = room_of(module.name), room_of(name)
            if name in known and pair[0] != pair[1] and all(pair):
                found.add(pair)
    return found


def reduced(pairs: Arrows) -> Arrows:
    """Return the arrows that do not follow from the others, where none goes round."""
    behind: dict[str, set[str]] = {}

    def reached(room: str) -> set[str]:
        if room not in behind:
            next_ones = {b for a, b in pairs if a == room}
            behind[room] = next_ones.union(*map(reached, next_ones))
        return behind[room]

    return {
        (a, b)
        for a, b in pairs
        if not any(b in reached(other) for first, other in pairs if first == a and other != b)
    }


def drawn(pairs: Arrows) -> str:
    """Return the rooms and the arrows that say all, as a Mermaid flowchart."""
    lines = [f"    {_box(a)} --> {_box(b)}" for a, b in sorted(reduced(pairs))]
    return "\n".join(["flowchart TD", *lines])


def _box(room: str) -> str:
    return f'{re.sub(r"[^a-z]", "_", room)}["{room}"]'


def main() -> None:
    """Write the picture into docs/how_it_works.md."""
    picture = drawn(arrows(modules()))
    # Once: after an empty block, a second match would reach to the end of the next one.
    GUIDE.write_text(BLOCK.sub(lambda _: picture, GUIDE.read_text("utf-8"), count=1), "utf-8")


if __name__ == "__main__":
    main()
