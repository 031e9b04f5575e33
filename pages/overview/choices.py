"""What the arrow keys move on the slide: the instrument's own places, and no value between them."""

from pages.kit.page import Dial
from pages.overview.values import EPSILON, PLACES

DIAL = Dial(EPSILON, "ε", PLACES)
