"""The code of a step: what its page shows under "Code" at the step's settings, and its figure."""

from typing import Any

from dplab.studies.lessons.entries import LessonStep
from edition import views
from pages.comparison.parts import PartQuestion
from pages.kit import notebook, paths
from pages.kit.text import PAGES
from pages.kit.values import texts_of

GAME = "foundations_game"
"""A game's draws, in the address: a visitor's are new each time, and a notebook's stay."""


def script(step: LessonStep, seed: int) -> str:
    """Return a program that prints the numbers of a step's picture."""
    return str(paths.module(f"{step.page}.view").script(_question(step, seed)))


def plot(step: LessonStep) -> str:
    """Return what draws the picture of a step, from the names of its script; a paper has none."""
    asked, folder = _question(step, 0), step.page
    if isinstance(asked, PartQuestion):
        folder = paths.module(f"{step.page}.values").PARTS.folder(asked.part)
    # A page whose scenes, or questions, have scripts of their own says whose one is.
    view = paths.module(f"{step.page}.view")
    folder_of, scene_of = (getattr(view, name, None) for name in ("folder", "scene"))
    folder = folder_of(asked) if folder_of else folder
    if not (PAGES / folder / "plot.txt").exists():
        return ""
    return notebook.plot(folder, scene_of(asked) if scene_of else "")


def _question(step: LessonStep, seed: int) -> Any:
    return views.question(step.page, texts_of({"seed": seed, GAME: seed, **step.at}))
