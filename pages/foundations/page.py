"""What ε promises, in six parts to touch: the executable content of TU."""

from pages.comparison.screen import parts
from pages.foundations.lecture import answer as lecture
from pages.foundations.values import PARTS

parts.show(PARTS, "Part", {lecture.HEADING: lecture.show})
