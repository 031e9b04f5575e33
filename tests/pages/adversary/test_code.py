"""The script of the line-up prints the numbers of its bars and curves."""

import csv
import io
from itertools import product

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import USUAL, Question
from pages.adversary import export_line_up
from pages.adversary.people import columns, question_of
from pages.adversary.values import QUESTIONS, AdversaryQuestion
from pages.adversary.view import script
from pages.comparison.records import Records
from tests.house.some import some
from tests.package.material import at, declared
from tests.pages.notebooks import printed

RECORDS = Records()
SMALL = Settings(data="breast_cancer", n=200, epsilon=3.0)


@pytest.mark.parametrize(
    ("mechanism", "question"),
    some(
        product(["output", "objective_2008"], QUESTIONS),
        [("output", "membership"), ("objective_2008", "attribute")],
    ),
)
def test_the_script_of_a_line_up_prints_what_its_files_hold(question: str, mechanism: str):
    place = columns(SMALL, RECORDS).index("worst area") + 1
    suspects = 5 if question == "line_up" else USUAL
    asked = Question(SMALL, 4, question, suspects, mechanism, column="worst area", draw=7)
    address = AdversaryQuestion(SMALL, "line_up", 5, question, 5, mechanism, column=place, draw=7)
    assert question_of(address, RECORDS) == asked
    told = printed(script(address, RECORDS))
    bars = [*csv.DictReader(io.StringIO(export_line_up.bars(asked)))]
    for place, row in enumerate(bars, start=1):
        line = f"suspect {place}: {float(row['belief']):.1%} after release 7, "
        line += f"{float(row['mean_belief']):.1%} on average"
        assert line + (", the true one\n" if row["is_true"] == "True" else "\n") in told
    assert f"guessing: {1 / len(bars):.1%}\n" in told
    assert f"after one release of any records: {float(bars[0]['limit']):.1%}\n" in told
    for row in csv.DictReader(io.StringIO(export_line_up.curves(asked))):
        named = f"ε = {float(row['epsilon']):g}: the right one is named "
        assert f"{named}{float(row['named_right']):.1%} of the time\n" in told


@pytest.mark.parametrize(
    ("scene", "epsilon"), [("read", "1"), ("epsilon", "1"), ("line_up", "inf")]
)
def test_where_no_suspects_are_judged_the_script_reconstructs_the_record(scene: str, epsilon: str):
    said = script(AdversaryQuestion(SMALL.with_epsilon(float(epsilon)), scene), RECORDS)
    assert "reconstructed:" in said
    assert "line_up_of" not in said


def test_which_own_row_stands_among_suspects_is_in_no_script():
    app = at(declared(), "adversary", {"adversary_scene": "line_up"})
    (said,) = (block.value for block in app.code if "from dp" in block.value)
    assert "line_up_of" not in said
