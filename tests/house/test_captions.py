"""Captions are short: one sentence or two, and the rest under “How this was computed”."""

from typing import Any

import pytest

from pages.kit.frame.page_frame import CLAUSE_ENDS
from tests.house.some import every
from tests.house.syntax import page_names
from tests.pages import prose
from tests.pages.screen import complaints, opened

MOST = 2
"""Sentences of one paragraph."""

PARTS = (
    *(("foundations", {"foundations_part": part}) for part in ("average", "beliefs", "regression")),
    *(
        ("is_it_private", {"is_it_private_part": part})
        for part in ("map", "guarantee", "sensitivity", "spending")
    ),
    *(("adversary", {"adversary_scene": scene}) for scene in ("epsilon", "line_up")),
    ("adversary", {"adversary_scene": "line_up", "adversary_question": "attribute"}),
    ("who_pays", {"who_pays_part": "decided"}),
    ("trade_off", {"within": "2", "data": "breast_cancer"}),
    ("decide", {"decide_risk_line": "attack"}),
)
STATES = (*((name, dict[str, str]()) for name in page_names()), *PARTS)


def shown(captions: list[str]) -> list[str]:
    """Return the captions that a visitor sees: what folds say is on paper alone."""
    firsts = {f"{CLAUSE_ENDS.split(each, maxsplit=1)[0]}.": each for each in captions}
    return [each for each in captions if each not in {firsts[x] for x in captions if x in firsts}]


@pytest.mark.parametrize(("page", "query"), every(4, STATES), ids=str)
def test_no_caption_has_more_than_two_sentences(page: str, query: dict[str, Any]):
    app = opened(page, **query)
    assert complaints(app) == []
    paragraphs = [
        part for each in shown([c.value for c in app.caption]) for part in each.split("\n\n")
    ]
    assert [each for each in paragraphs if len([*prose.sentences(each)]) > MOST] == []


def test_what_a_fold_says_is_not_counted_and_what_stands_beside_it_is():
    folded = "Breast cancer; one split. Means over 50 draws. Not private."
    long = "One. Two. Three."
    assert shown(["Breast cancer.", folded, long]) == ["Breast cancer.", long]
