"""Questions as QTI 2.1: a package of items, which Canvas, Inspera, OpenOLAT, TAO and others import.

Each question is an `assessmentItem` with its own response processing: a number is compared with
what is accepted, in the same order as elsewhere, and the feedback of the first that fits is shown.

Examples
--------
>>> from dplab.studies.lessons.quizzes.questions import of_lesson
>>> first, *_ = of_lesson("promises")
>>> "assessmentItem" in item(first)
True
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from dplab.studies.lessons.quizzes.markup import to_html
from dplab.studies.lessons.quizzes.questions import QuizQuestion

ITEMS = "http://www.imsglobal.org/xsd/imsqti_v2p1"
MANIFEST = "http://www.imsglobal.org/xsd/imscp_v1p1"
ENTRY = "imsqti_item_xmlv2p1"
OTHERWISE = "otherwise"
WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of all files: equal questions make equal packages."""


def package(questions: Iterable[QuizQuestion]) -> bytes:
    """Return a zip file with an item for each question, and its manifest."""
    items = {f"{each.key}.xml": item(each) for each in questions}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {"imsmanifest.xml": _manifest(items), **items}.items():
            archive.writestr(zipfile.ZipInfo(name, WHEN), text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def item(asked: QuizQuestion) -> str:
    """Return one question as an assessmentItem."""
    root = ET.Element(
        "assessmentItem",
        xmlns=ITEMS,
        identifier=asked.key,
        title=asked.name,
        adaptive="false",
        timeDependent="false",
    )
    answer = asked.order or [each.word for each in asked.options] or ["float"]
    if asked.numbers:
        _declared(root, "responseDeclaration", "RESPONSE", "single", "float", _right(asked))
    elif asked.options:
        right = [each.word for each in asked.options if each.is_right]
        _declared(root, "responseDeclaration", "RESPONSE", "single", "identifier", right)
    else:
        places = [_place(at) for at in range(1, len(answer) + 1)]
        _declared(root, "responseDeclaration", "RESPONSE", "ordered", "identifier", places)
    _declared(root, "outcomeDeclaration", "SCORE", "single", "float", ["0"], "defaultValue")
    _declared(root, "outcomeDeclaration", "FEEDBACK", "single", "identifier")
    _body(root, asked)
    processing = ET.SubElement(root, "responseProcessing")
    sayings = _processed(processing, asked)
    for identifier, said in sayings.items():
        feedback = ET.SubElement(root, "modalFeedback", outcomeIdentifier="FEEDBACK")
        feedback.set("identifier", identifier)
        feedback.set("showHide", "show")
        _html(feedback, said)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _body(root: ET.Element, asked: QuizQuestion) -> None:
    body = ET.SubElement(root, "itemBody")
    _html(body, asked.text)
    if asked.numbers:
        line = ET.SubElement(body, "p")
        entry = ET.SubElement(line, "textEntryInteraction", responseIdentifier="RESPONSE")
        entry.set("expectedLength", "12")
        entry.tail = f" {asked.unit}" if asked.unit else None
    elif asked.options:
        choice = ET.SubElement(body, "choiceInteraction", responseIdentifier="RESPONSE")
        choice.set("shuffle", "false")
        choice.set("maxChoices", "1")
        for each in asked.options:
            _html(ET.SubElement(choice, "simpleChoice", identifier=each.word), each.label)
    else:
        order = ET.SubElement(body, "orderInteraction", responseIdentifier="RESPONSE")
        order.set("shuffle", "true")
        for at, label in enumerate(asked.order, 1):
            _html(ET.SubElement(order, "simpleChoice", identifier=_place(at)), label)


def _processed(processing: ET.Element, asked: QuizQuestion) -> dict[str, str]:
    """Write what is done with an answer, and return what is said by each identifier."""
    condition = ET.SubElement(processing, "responseCondition")
    sayings: dict[str, str] = {}
    if asked.numbers:
        for at, each in enumerate(asked.numbers, 1):
            case = ET.SubElement(condition, "responseIf" if at == 1 else "responseElseIf")
            within = ET.SubElement(case, "and")
            for bound, sign in (
                (each.value - each.tolerance, "gte"),
                (each.value + each.tolerance, "lte"),
            ):
                compared = ET.SubElement(within, sign)
                ET.SubElement(compared, "variable", identifier="RESPONSE")
                ET.SubElement(compared, "baseValue", baseType="float").text = repr(bound)
            sayings[_outcome(case, f"number{at}", each.is_right)] = each.said
    elif asked.options:
        for at, option in enumerate(asked.options, 1):
            case = ET.SubElement(condition, "responseIf" if at == 1 else "responseElseIf")
            match = ET.SubElement(case, "match")
            ET.SubElement(match, "variable", identifier="RESPONSE")
            ET.SubElement(match, "baseValue", baseType="identifier").text = option.word
            sayings[_outcome(case, f"option{at}", option.is_right)] = option.said
    else:
        case = ET.SubElement(condition, "responseIf")
        match = ET.SubElement(case, "match")
        ET.SubElement(match, "variable", identifier="RESPONSE")
        ET.SubElement(match, "correct", identifier="RESPONSE")
        sayings[_outcome(case, "right", is_right=True)] = asked.right
    rest = ET.SubElement(condition, "responseElse")
    sayings[_outcome(rest, OTHERWISE, is_right=False)] = asked.otherwise
    return sayings


def _outcome(case: ET.Element, identifier: str, is_right: bool) -> str:
    for name, kind, value in (
        ("SCORE", "float", "1" if is_right else "0"),
        ("FEEDBACK", "identifier", identifier),
    ):
        to = ET.SubElement(case, "setOutcomeValue", identifier=name)
        ET.SubElement(to, "baseValue", baseType=kind).text = value
    return identifier


def _right(asked: QuizQuestion) -> list[str]:
    return [repr(each.value) for each in asked.numbers if each.is_right][:1]


def _place(at: int) -> str:
    return f"place{at}"


def _declared(
    root: ET.Element,
    element: str,
    name: str,
    cardinality: str,
    kind: str,
    values: Sequence[str] = (),
    of: str = "correctResponse",
) -> None:
    declared = ET.SubElement(root, element, identifier=name, cardinality=cardinality, baseType=kind)
    if values:
        holder = ET.SubElement(declared, of)
        for each in values:
            ET.SubElement(holder, "value").text = each


def _html(parent: ET.Element, said: str) -> None:
    """Append Markdown as elements of QTI's part of XHTML."""
    for each in ET.fromstring(f"<div>{to_html(said)}</div>"):
        parent.append(each)


def _manifest(items: Iterable[str]) -> str:
    root = ET.Element("manifest", xmlns=MANIFEST, identifier="questions")
    metadata = ET.SubElement(root, "metadata")
    ET.SubElement(metadata, "schema").text = "QTIv2.1 Package"
    ET.SubElement(metadata, "schemaversion").text = "1.0.0"
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    for name in items:
        resource = ET.SubElement(
            resources,
            "resource",
            identifier=f"of.{name.removesuffix('.xml')}",
            type=ENTRY,
            href=name,
        )
        ET.SubElement(resource, "file", href=name)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
