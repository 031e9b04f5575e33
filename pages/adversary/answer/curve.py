"""How often the best possible attacker is right against several mechanisms, along ε."""

import streamlit as st

from dplab.studies.adversary.attacks import Keeping, Question
from dplab.studies.adversary.curve import Named
from pages.adversary import results
from pages.adversary.figures import curve as figures
from pages.adversary.sentences import line_up as sentences
from pages.comparison.screen import cached
from pages.kit import chart, controls, visitor


def keeping() -> Keeping:
    """Return what keeps how often the right one is named."""
    return cached.RECORDS.keeper(results.named)


def more(asked: Question, m: int) -> None:
    """Say what the curve leaves open, and draw it for several mechanisms, as each is computed."""
    st.markdown(sentences.not_shown(asked.question))
    slot, epsilon = st.empty(), asked.settings.epsilon
    now = {asked.mechanism: results.here(asked, cached.RECORDS)}
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

    growing = results.growing(asked, cached.RECORDS, keeping())
    found = chart.as_it_grows(growing, draw)
    counts = [int(count) for each in found.values() for count in each.n_draws]
    errors = max(float(each.standard_error.max()) for each in found.values())
    said = (
        sentences.draws(min(counts), max(counts), errors),
        sentences.with_delta(asked.delta) if asked.delta else "",
    )
    st.caption(" ".join(filter(None, said)))
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
