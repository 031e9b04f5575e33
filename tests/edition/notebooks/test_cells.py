"""Lessons as notebooks: all that a lesson asks is in them, and graded as on the page."""

import sys
from types import ModuleType
from typing import Any

import matplotlib as mpl
import nbformat
import pytest
from matplotlib import pyplot as plt

from dplab.studies.lessons import entries
from dplab.studies.lessons.replies import feedback
from dplab.studies.lessons.replies.feedback import Feedback
from edition.notebooks import autograder, scripts
from edition.notebooks.cells import UNGRADED, LessonNotebook
from tests.edition.notebooks.material import NAMES, answered, made, rounds, sentence
from tests.house.some import some
from tests.pages.notebooks import printed

SOME = some(NAMES, ("promises",))
"""One lesson, and in a whole run each: each takes seconds."""

FEW = some(NAMES, ("promises", "gives_away", "a_paper"))
"""Two with pictures, and the one whose pictures are tables: what is right takes the others seconds,
of which each has its own in every run where its page is tested."""


def cells(notebook: str, kind: str) -> list[str]:
    read = nbformat.reads(notebook, as_version=4)
    nbformat.validate(read)
    return [cell.source for cell in read.cells if cell.cell_type == kind]


def graded(notebook: str) -> list[Feedback]:
    """Return what the cells that check say, in a process that ran the cells with answers."""
    code, known = cells(notebook, "code"), dict[str, Any]()
    said = []
    for source in code:
        if source.startswith(("answer_", "#")):
            exec(source, known)
        elif source.startswith("check("):
            said.append(eval(source, known))
    return said


@pytest.mark.parametrize("name", SOME)
def test_a_students_notebook_asks_all_that_the_lesson_asks_and_holds_no_answer(name: str):
    notebook = made(name)
    lesson, told = notebook.lesson, "\n".join(cells(notebook.student(), "markdown"))
    code = cells(notebook.student(), "code")
    for number, step in enumerate(lesson.steps, start=1):
        for part in (step.title, step.do, step.ask, step.hint, step.source, *step.options.values()):
            assert part in told
        assert sum(each.startswith(f"answer_{number} = ...") for each in code) == 1
        if step.guess:
            assert step.guess.ask in told
            assert any(each.startswith(f"guess_{number} = ...") for each in code)
        assert feedback.solution(step, notebook.truth(number)) not in told
    assert "Solution" not in told


@pytest.mark.parametrize("name", FEW)
def test_no_output_is_stored(name: str):
    for text in (made(name).student(), made(name).solution()):
        code = [c for c in nbformat.reads(text, as_version=4).cells if c.cell_type == "code"]
        assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.parametrize("name", FEW)
def test_every_step_has_the_code_of_its_picture_or_names_the_step_that_has(name: str):
    pictures = {(step.page, *sorted(step.at.items())) for step in made(name).lesson.steps}
    programs = [each for each in cells(made(name).student(), "code") if "from dp" in each]
    assert len(programs) >= len(pictures)
    # A paper's tables are its picture.
    drawn = [each for each in cells(made(name).student(), "code") if each.endswith("plt.show()")]
    assert len(drawn) == len({each for each in pictures if each[0] != "papers"})


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_every_lesson_has_code_and_but_for_papers_a_figure(name: str):
    for step in made(name).lesson.steps:
        assert "from dp" in scripts.script(step, seed=7)
        assert scripts.plot(step).endswith("plt.show()") == (step.page != "papers")


def test_each_picture_is_drawn_below_its_code_and_no_grader_waits_for_it():
    notebook = made("promises").student()
    mpl.use("Agg")
    plt.close("all")
    printed(*cells(notebook, "code"))
    pictures = {(step.page, *sorted(step.at.items())) for step in made("promises").lesson.steps}
    assert len(plt.get_fignums()) == len(pictures)
    for cell in nbformat.reads(notebook, as_version=4).cells:
        assert (cell.metadata.get("tags") == [UNGRADED]) == ("plt.show()" in cell.source)


@pytest.mark.parametrize("name", FEW)
def test_all_answers_of_the_solution_are_right_and_none_of_the_empty_one(name: str):
    notebook = made(name)
    solved, empty = graded(notebook.solution()), graded(notebook.student())
    assert len(solved) == len(empty) == len(notebook.lesson.steps)
    assert all(each.is_right for each in solved)
    assert not any(each.is_right for each in empty)


@pytest.mark.parametrize("name", FEW)
def test_every_near_miss_is_told_what_the_page_tells_it(name: str):
    notebook = made(name)
    for answers in rounds(notebook):
        said = dict(enumerate(graded(answered(notebook, answers)), start=1))
        for number, answer in answers.items():
            assert not said[number].is_right
            assert sentence(notebook, number, answer) in said[number].text


@pytest.mark.parametrize("name", FEW)
def test_a_test_of_the_autograder_lets_the_right_answer_pass_and_complains_in_the_pages_words(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    otter, files = ModuleType("otter"), ModuleType("otter.test_files")
    files.test_case = lambda: lambda test: test  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "otter", otter)
    monkeypatch.setitem(sys.modules, "otter.test_files", files)
    notebook = made(name)
    right = dict[str, Any]()
    for source in cells(notebook.solution(), "code"):
        if source.startswith("answer_"):
            exec(source, right)
    wrong = rounds(notebook)[0]
    for number, (file, source) in enumerate(autograder.tests(notebook.lesson, 0), start=1):
        known = dict[str, Any]()
        exec(source, known)
        assert file == f"{known['name']}.py"
        test = known[known["name"]]
        test(right)
        with pytest.raises(AssertionError) as complaint:
            test({f"answer_{number}": wrong[number]})
        if notebook.lesson.steps[number - 1].kind != "picture":
            assert sentence(notebook, number, wrong[number]) in str(complaint.value)
        with pytest.raises(AssertionError, match="Nothing is answered yet"):
            test({})


def test_a_class_has_numbers_of_its_own():
    ours, theirs = (LessonNotebook(entries.lessons()["gives_away"], seed) for seed in (0, 7))
    assert ours.truth(4) != theirs.truth(4)
    assert 'check("gives_away", 4, answer_4, seed=7)' in cells(theirs.student(), "code")
    assert all(each.is_right for each in graded(theirs.solution()))


def test_where_a_dashboard_is_named_each_step_links_to_its_picture():
    lesson = entries.lessons()["promises"]
    told = LessonNotebook(lesson, live="https://explorer.example").student()
    assert told.count("https://explorer.example/foundations?seed=0&") == len(lesson.steps)
