"""The limit of ε and how often the best possible attacker is right, at ε and against it."""

import streamlit as st

from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.curve import Named
from pages.adversary import choices, results
from pages.adversary.figures import curve as figures
from pages.adversary.figures.bars import Believed
from pages.adversary.sentences import line_up as sentences
from pages.kit import chart, controls, visitor
from pages.kit.frame import page_frame


def verdict(asked: Question, beliefs: Believed) -> None:
    """Say what the limit is, and how often the attacker is right at this ε."""
    epsilon, named = asked.settings.epsilon, results.here(asked)
    said = sentences.verdict(
        asked.question, asked.mechanism, epsilon, beliefs.m, named, beliefs.ceiling
    )
    page_frame.sentence(sentences.with_the_limit_in_bold(said))
    if text := sentences.of_historic(asked.mechanism):
        st.caption(text)
    controls.refusal(choices.DRAW)


def show(asked: Question, m: int) -> None:
    """Draw the limit, and below it the attack on the mechanism in question."""
    epsilon, here = asked.settings.epsilon, results.here(asked)
    drawing = figures.limit_and_attack(
        results.along(asked),
        here,
        mechanism=asked.mechanism,
        epsilon=epsilon,
        m=m,
        dark=visitor.is_dark(),
    )
    alt = sentences.alt_curve({asked.mechanism: here}, epsilon, m)
    chart.show(drawing, "named-right", alt=alt)


def more(asked: Question, m: int) -> None:
    """Say what the curve leaves open, and draw it for several mechanisms, as each is computed."""
    st.markdown(sentences.not_shown(asked.question))
    slot, epsilon = st.empty(), asked.settings.epsilon
    now = {asked.mechanism: results.here(asked)}
    alt = sentences.alt_curve(now, epsilon, m)

    def draw(found: dict[str, Named]) -> None:
        drawing = figures.show(
            found,
            now,
            epsilon=epsilon,
            m=m,
            loss=asked.settings.loss,
            historic=asked.historic,
            dark=visitor.is_dark(),
            phone=visitor.is_phone(),
        )
        chart.show(drawing, "mechanisms", alt=alt, place=slot)

    found = chart.as_it_grows(results.growing(asked), draw)
    counts = [int(count) for each in found.values() for count in each.n_draws]
    errors = max(float(each.standard_error.max()) for each in found.values())
    st.caption(sentences.draws(min(counts), max(counts), errors))
    _links(asked)


def _links(asked: Question) -> None:
    """Draw links to where the privacy loss is computed: of the worst records, and of this one."""
    icon, name = ":material/arrow_forward:", asked.mechanism
    worst, row = "Records nearer to the limit", "The privacy loss of this record"
    controls.link_to("is_it_private", worst, icon, {"mechanism": name, "pair": "worst"})
    if asked.settings.is_own:  # whose row it is, stands in no link
        return
    turned, data = str(asked.row + 1), asked.settings.data
    controls.link_to(
        "is_it_private",
        row,
        icon,
        {"mechanism": name, "pair": "own", "turned": turned, "data": data},
    )
