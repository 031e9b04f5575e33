"""Overview: the instrument, and the doors to the other pages."""

import os

from pages.comparison.screen import settings
from pages.kit.frame import page_frame
from pages.overview import answer

page_frame.title("overview")
settings.refusals()
answer.doors(answer.instrument())
answer.row()
answer.without_a_server(os.environ)
