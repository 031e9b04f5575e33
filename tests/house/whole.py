"""The rules of the house that need all of its modules: who uses what, and what leads where.

A rule takes all modules and yields a complaint for each place that breaks it.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tests.house import DRAWN, SAID
from tests.house.syntax import Module

LARGEST_FOLDER = 12


def folders_are_small(all_modules: Iterable[Module]) -> Iterator[str]:
    """Complain of folders with too many modules, but for that of one browser test a page."""
    counted = (m for m in all_modules if m.path.name != "__init__.py")
    folders = Counter(m.path.parent for m in counted if not m.is_in("tests/e2e"))
    return (f"{path} holds {n}" for path, n in folders.items() if n > LARGEST_FOLDER)


FEWEST_USERS = {"pages/kit": 3, "pages/comparison": 2}
"""How many pages use each module of these folders, by itself or through others of them."""


SERVING_ALL = ("pages.main", "app")


def shared_is_shared(all_modules: Sequence[Module]) -> Iterator[str]:
    """Complain of modules that fewer pages use than their folder is for.

    What the entry script or the server's app itself imports serves every page.
    """
    reached = _reached(all_modules)
    users: dict[str, set[str]] = {}
    for module in all_modules:
        for name in reached[module.name] if module.page else ():
            users.setdefault(name, set()).add(module.page)
        for imported in module.imports(module.nodes) if module.name in SERVING_ALL else ():
            for name in (imported, imported.rpartition(".")[0]):
                users.setdefault(name, set()).add("every page")
    for module in all_modules:
        used_by = users.get(module.name, set())
        for folder, fewest in FEWEST_USERS.items():
            is_few = "every page" not in used_by and len(used_by) < fewest
            if module.is_in(folder) and module.path.name != "__init__.py" and is_few:
                yield f"{module.path} is used by {used_by or 'nobody'}"


def figures_and_sentences_reach_no_streamlit(all_modules: Sequence[Module]) -> Iterator[str]:
    """Complain of streamlit behind what figures and sentences import."""
    reached = _reached(all_modules)
    for module in all_modules:
        if module.is_in("pages") and {*module.path.parts[2:]} & {*DRAWN, *SAID}:
            through = [name for name in reached[module.name] if name == "streamlit"]
            yield from (f"{module.path} reaches {name}" for name in through)


def imports_go_round(all_modules: Sequence[Module]) -> Iterator[str]:
    """Complain of modules that import themselves by way of others."""
    reached = _reached(all_modules)
    yield from (f"{module.path}" for module in all_modules if module.name in reached[module.name])


def classes_have_names_of_their_own(all_modules: Iterable[Module]) -> Iterator[str]:
    """Complain of two classes under one name; what a study asks is a `Question` everywhere."""
    places: dict[str, list[str]] = {}
    for module in all_modules:
        if not module.is_in("tests"):
            for node in module.nodes:
                is_question = (
                    module.is_in("dplab/studies") and getattr(node, "name", "") == "Question"
                )
                if isinstance(node, ast.ClassDef) and not is_question:
                    places.setdefault(node.name, []).append(str(module.path))
    yield from (f"{name}: {paths}" for name, paths in places.items() if len(paths) > 1)


def lines_behind(all_modules: Sequence[Module], folder: str) -> int:
    """Return how many lines a folder and all that it imports have: what one who audits it reads."""
    reached = _reached(all_modules)
    inside = [module.name for module in all_modules if module.is_in(folder)]
    behind = set(inside).union(*(reached[name] for name in inside))
    return sum(module.source.count("\n") for module in all_modules if module.name in behind)


def _reached(all_modules: Sequence[Module]) -> dict[str, set[str]]:
    """Return per module all that it imports, itself or through others, and "streamlit"."""
    known = {module.name for module in all_modules} | {"streamlit"}
    direct = {
        module.name: {
            name
            for imported in module.imports(module.nodes)
            for name in (imported, imported.rpartition(".")[0], imported.partition(".")[0])
            if name in known and name != "dpcore"
        }
        for module in all_modules
    }
    reached: dict[str, set[str]] = {}
    for name in direct:
        seen, todo = set[str](), [name]
        while todo:
            fresh = direct.get(todo.pop(), set()) - seen
            seen |= fresh
            todo += fresh
        reached[name] = seen
    return reached
