"""Lessons: what can be learned here, how far one is, sheets to print, and notes for teachers."""

from pages.comparison import settings
from pages.kit import controls
from pages.kit.frame import glossary, page_frame
from pages.lessons import choices, contents, ending, hand_in, materials, stories
from pages.lessons.steps import place

page_frame.title("lessons")
opened = materials.opened()
settings.refusals(("seed",) if opened else ())
if opened:
    materials.show(opened)
else:
    controls.refusal(choices.OPEN)
    controls.refusal(place.ENDED)
    ending.show()
    contents.show()
    stories.show()
    hand_in.progress()
    hand_in.own_sheet()
    hand_in.check()
    page_frame.lazy_expander("Words", glossary.all_words)
