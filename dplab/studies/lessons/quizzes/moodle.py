"""Questions as Moodle's XML: to be imported into a question bank.

A number is a *numerical* question, whose answers are compared in the order of the file. A choice
is *multichoice*, an order *matching*: each place has its word. Every answer has its feedback.

Examples
--------
>>> from dplab.studies.lessons.quizzes.questions import of_lesson
>>> text = written(of_lesson("promises"), "What ε promises")
>>> text.count("<question type="), "<tolerance>" in text
(7, True)
"""

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from dplab.studies.lessons.quizzes.markup import to_html
from dplab.studies.lessons.quizzes.questions import QuizQuestion

RIGHT, WRONG = "100", "0"


def written(questions: Iterable[QuizQuestion], category: str) -> str:
    """Return an XML file with questions of one category of the question bank."""
    quiz = ET.Element("quiz")
    first = ET.SubElement(quiz, "question", type="category")
    _text(ET.SubElement(first, "category"), f"$course$/top/{category.replace('/', '//')}")
    for each in questions:
        quiz.append(_question(each))
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="unicode", xml_declaration=True) + "\n"


def _question(asked: QuizQuestion) -> ET.Element:
    kind = "numerical" if asked.numbers else "multichoice" if asked.options else "matching"
    question = ET.Element("question", type=kind)
    _text(ET.SubElement(question, "name"), asked.name)
    text = f"{asked.text} ({asked.unit})" if asked.unit else asked.text
    _html(question, "questiontext", text)
    _html(question, "generalfeedback", "")
    for name, value in (("defaultgrade", "1"), ("penalty", "0"), ("hidden", "0")):
        ET.SubElement(question, name).text = value
    ET.SubElement(question, "idnumber").text = asked.key
    if asked.numbers:
        _numerical(question, asked)
    elif asked.options:
        _multichoice(question, asked)
    else:
        _matching(question, asked)
    return question


def _numerical(question: ET.Element, asked: QuizQuestion) -> None:
    for each in asked.numbers:
        _answer(question, repr(each.value), each.said, repr(each.tolerance), right=each.is_right)
    _answer(question, "*", asked.otherwise, "0", right=False)  # whatever else is typed
    for name, value in (("unitgradingtype", "0"), ("unitpenalty", "0"), ("showunits", "3"),
                        ("unitsleft", "0")):  # fmt: skip
        ET.SubElement(question, name).text = value


def _answer(question: ET.Element, value: str, said: str, tolerance: str, *, right: bool) -> None:
    answer = ET.SubElement(question, "answer", fraction=RIGHT if right else WRONG)
    answer.set("format", "moodle_auto_format")
    ET.SubElement(answer, "text").text = value
    _html(answer, "feedback", said)
    ET.SubElement(answer, "tolerance").text = tolerance


def _multichoice(question: ET.Element, asked: QuizQuestion) -> None:
    for name, value in (("single", "true"), ("shuffleanswers", "false"),
                        ("answernumbering", "none")):  # fmt: skip
        ET.SubElement(question, name).text = value
    for each in asked.options:
        answer = ET.SubElement(question, "answer", fraction=RIGHT if each.is_right else WRONG)
        answer.set("format", "html")
        ET.SubElement(answer, "text").text = to_html(each.label)
        _html(answer, "feedback", each.said)


def _matching(question: ET.Element, asked: QuizQuestion) -> None:
    ET.SubElement(question, "shuffleanswers").text = "true"
    _html(question, "correctfeedback", asked.right)
    _html(question, "partiallycorrectfeedback", asked.otherwise)
    _html(question, "incorrectfeedback", asked.otherwise)
    for place, label in enumerate(asked.order, 1):
        pair = ET.SubElement(question, "subquestion", format="html")
        ET.SubElement(pair, "text").text = to_html(f"Place {place}")
        # The words to choose from are plain text there.
        _text(ET.SubElement(pair, "answer"), label.replace("*", "").replace("$", ""))


def _html(parent: ET.Element, name: str, said: str) -> None:
    _text(ET.SubElement(parent, name, format="html"), to_html(said))


def _text(parent: ET.Element, value: str) -> None:
    ET.SubElement(parent, "text").text = value
