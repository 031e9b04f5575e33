"""A platform grades as the page does, and finds every file well-formed."""

import io
import itertools
import os
import random
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from dplab import lessons
from dplab.studies.lessons import entries
from dplab.studies.lessons.grading import grade
from dplab.studies.lessons.quizzes import __main__ as command
from dplab.studies.lessons.quizzes import moodle, qti
from dplab.studies.lessons.quizzes.questions import (
    graded,
    left_out,
    of_all,
    of_exam,
    of_lesson,
    student_seed,
)

STEPS = [
    (lesson.name, number, step)
    for lesson in entries.lessons().values()
    for number, step in enumerate(lesson.steps, 1)
    if step.kind != "picture"
]
over_steps = pytest.mark.parametrize(
    ("name", "number", "step"), STEPS, ids=[f"{name}-{number}" for name, number, _ in STEPS]
)
ITEM = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


def question(name, number, seed=0):
    key = f"lesson.{entries.lessons()[name].number}.{number}"
    return next(each for each in of_lesson(name, seed=seed) if each.key == key)


def tried(truth):
    """Numbers at which a grade could change: right, rounded, missed, off, and beside each."""
    numbers = [truth.answer, *truth.misses.values()]
    numbers += [float(f"{truth.answer:.{digits}g}") for digits in range(1, 8)]
    numbers += [100 * truth.answer, truth.answer / 100, 0.0, -1.0, 12.345]
    edges = [
        truth.answer + sign * truth.tolerance * by for sign in (1, -1) for by in (0.999, 1, 1.001)
    ]
    chance = random.Random(1)
    return [*numbers, *edges, *(each * chance.uniform(0.97, 1.03) for each in numbers)]


@over_steps
def test_every_answer_is_graded_as_on_the_page(name, number, step):
    for seed in (5,):
        asked, truth = question(name, number, seed), lessons.truth(name, number, seed=seed)
        if step.kind == "number":
            for given in tried(truth):
                page = lessons.check(name, number, given, seed=seed)
                there = graded(asked, given)
                assert (there.is_right, there.text) == (page.is_right, page.text), given
        elif step.kind == "choice":
            for option in asked.options:
                page = lessons.check(name, number, option.word, seed=seed)
                assert (option.is_right, option.said) == (page.is_right, page.text)
        else:
            assert asked.order == tuple(step.options[word] for word in truth.answer)
            assert lessons.check(name, number, truth.answer, seed=seed).text == asked.right


def test_exams_take_their_numbers_from_the_seed_and_accept_what_is_right_alone():
    for name in entries.lessons():
        for asked, asked_again, exam in zip(
            of_exam(name, seed=1), of_exam(name, seed=1), entries.lessons()[name].exam, strict=True
        ):
            assert asked == asked_again
            truth = entries.truth(name, exam.check, {"seed": 1})
            for given in tried(truth):
                assert graded(asked, given).is_right == grade(truth, given).is_right
    assert any(a != b for a, b in zip(of_all(seed=1), of_all(seed=2), strict=True))


def test_no_question_is_lost_but_those_about_a_picture():
    for lesson in entries.lessons().values():
        asked = [*of_lesson(lesson.name)]
        assert len(asked) + len(left_out(lesson.name)) == len(lesson.steps)
    keys = [each.key for each in of_all()]
    assert len(keys) == len({*keys})


def by_moodle(element, given):
    """Return fraction and feedback as Moodle finds them: the first answer that fits."""
    for answer in element.findall("answer"):
        value = answer.findtext("text")
        if value == "*" or abs(given - float(value)) <= float(answer.findtext("tolerance")):
            return answer.get("fraction"), answer.findtext("feedback/text")
    return None


def test_moodles_file_is_well_formed_and_grades_as_its_questions_do():
    questions = [*of_all(seed=3)]
    root = ET.fromstring(moodle.written(questions, "All / of them"))
    assert root[0].findtext("category/text") == "$course$/top/All // of them"
    elements = root.findall("question")[1:]
    assert [each.findtext("idnumber") for each in elements] == [each.key for each in questions]
    for asked, element in zip(questions, elements, strict=True):
        ET.fromstring(f"<div>{element.findtext('questiontext/text')}</div>")
        if asked.numbers:
            numbers = [each.value for each in asked.numbers]
            for given in [*numbers, *(1.01 * each for each in numbers), -77.0]:
                there = graded(asked, given)
                fraction, said = by_moodle(element, given)
                assert (fraction == "100") == there.is_right
                assert said == moodle.to_html(there.text)
        elif asked.options:
            assert [each.get("fraction") for each in element.findall("answer")].count("100") == 1
        else:
            pairs = element.findall("subquestion")
            assert len({each.findtext("answer/text") for each in pairs}) == len(asked.order)


def by_qti(root, given):
    """Return score and feedback by the item's own response processing, of numbers."""
    (condition,) = root.iter(f"{ITEM}responseCondition")
    for case in condition:
        bounds = [
            float(each.text)
            for each in case.iter(f"{ITEM}baseValue")
            if each.get("baseType") == "float"
        ]
        outcome = [each.text for each in case.iter(f"{ITEM}baseValue")][-2:]
        if case.tag == f"{ITEM}responseElse" or bounds[0] <= given <= bounds[1]:
            return outcome
    return None


def test_a_qti_package_holds_an_item_for_each_question_that_grades_alike():
    questions = [*of_all(seed=3)]
    archive = zipfile.ZipFile(io.BytesIO(qti.package(questions)))
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    named = [each.get("href") for each in manifest.iter() if each.tag.endswith("}resource")]
    assert named == [f"{each.key}.xml" for each in questions]
    for asked in questions:
        root = ET.fromstring(archive.read(f"{asked.key}.xml"))
        said = {each.get("identifier") for each in root.iter(f"{ITEM}modalFeedback")}
        given_out = {
            each.findtext(f"{ITEM}baseValue")
            for each in root.iter(f"{ITEM}setOutcomeValue")
            if each.get("identifier") == "FEEDBACK"
        }
        assert said == given_out
        if asked.numbers:
            numbers = [each.value for each in asked.numbers]
            for given in [*numbers, *(1.01 * each for each in numbers), -77.0]:
                assert (by_qti(root, given)[0] == "1") == graded(asked, given).is_right
    assert qti.package(questions) == qti.package(questions)


def test_a_student_has_numbers_of_their_own_and_a_code_that_does_not_name_them(tmp_path):
    names = tmp_path / "class.txt"
    names.write_text("Ada Lovelace\n  Alan Turing \n\n", "utf-8-sig")
    assert command.main(["--seed", "7", "--names", str(names), str(tmp_path / "out")]) == 0
    codes = (tmp_path / "out" / "codes.csv").read_text("utf-8-sig").splitlines()
    ada = f"{student_seed(7, 'ada  lovelace'):06}"
    assert codes[1] == f"Ada Lovelace,{ada}"
    files = sorted(each.name for each in (tmp_path / "out").iterdir())
    assert len(files) == 5
    assert f"questions-{ada}.moodle.xml" in files
    for each in (tmp_path / "out").glob("*.xml"):
        assert "Lovelace" not in each.read_text("utf-8")
    texts = [each.read_text("utf-8") for each in (tmp_path / "out").glob("*.xml")]
    assert texts[0] != texts[1]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Anna\nBob\n anna ", "“anna” is in"),
        ("Zo\u00eb\nZoe\u0308", "twice"),
        ("\n \n", "has 0 names"),
        ("\n".join(f"student {number}" for number in range(1001)), "has 1,001 names"),
        ("\n".join(f"student {number}" for number in range(998, -1, -1)), "the same code"),
        ("J\u00f6rg", "Save it as UTF-8"),
        (None, "No such file"),
    ],
)
def test_a_list_of_names_that_cannot_be_used_is_refused_by_a_sentence(
    tmp_path, capsys, names, said
):
    path = tmp_path / "class.txt"
    if names is not None:
        path.write_text(names, "latin-1" if "UTF-8" in said else "utf-8")
    assert command.main(["--names", str(path), str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("seed", ["-1", str(2**32)])
def test_a_seed_that_no_page_has_and_a_folder_that_is_a_file_are_refused(tmp_path, capsys, seed):
    (tmp_path / "out").write_text("")
    assert command.main(["--seed", seed, str(tmp_path / "out")]) == 2
    assert "seed must be" in capsys.readouterr().err
    assert command.main([str(tmp_path / "out")]) == 2
    assert "File exists" in capsys.readouterr().err


def test_codes_of_students_differ():
    seeds = [student_seed(7, f"student {number}") for number in range(200)]
    assert len({*seeds}) == 200
    assert all(a != b for a, b in itertools.pairwise(seeds))


SCHEMA, READER = os.environ.get("QTI_SCHEMA"), os.environ.get("SCHEMAS_PYTHON")
VALIDATE = """
import sys
from lxml import etree
schema = etree.XMLSchema(etree.parse(sys.argv[1]))
for path in sys.argv[2:]:
    schema.assertValid(etree.parse(path))
print(len(sys.argv) - 2)
"""


@pytest.mark.whole
@pytest.mark.skipif(not (SCHEMA and READER), reason="QTI_SCHEMA names no schema: make quiz-test")
def test_every_item_is_valid_by_the_schema_and_what_is_not_is_refused(tmp_path):
    archive = zipfile.ZipFile(io.BytesIO(qti.package(of_all(seed=3))))
    archive.extractall(tmp_path)
    (tmp_path / "imsmanifest.xml").unlink()
    items = sorted(map(str, tmp_path.glob("*.xml")))
    validate = [READER, "-c", VALIDATE, SCHEMA]
    done = subprocess.run([*validate, *items], capture_output=True, text=True)
    assert done.stdout.strip() == str(len(items)), done.stderr
    broken = tmp_path / "broken.xml"
    broken.write_text(Path(items[0]).read_text("utf-8").replace("itemBody", "itemBodies"), "utf-8")
    assert subprocess.run([*validate, str(broken)], capture_output=True).returncode
