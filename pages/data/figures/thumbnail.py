"""The picture of Data among all pages: some of the records that it opens with."""

from dplab.simulation.settings import Settings
from pages.comparison.records import Records
from pages.data.figures import ball
from pages.kit.figures import thumbnail


def drawn(*, dark: bool) -> str:
    """Return it as SVG."""
    seen = ball.view(Records().dataset(Settings()))
    return thumbnail.drawn(ball.in_the_ball(seen, title="", dark=dark, names=ball.NAMES))
