"""Lessons: what can be learned here, how far one is, sheets to print, and notes for teachers."""

from pages.comparison.screen import settings
from pages.kit import address, controls
from pages.kit.frame import glossary, page_frame
from pages.lessons import contents, course, ending, hand_in, materials, stories, values
from pages.lessons.class_kit import for_a_class

page_frame.title("lessons")
opened = materials.opened()
is_class = address.get(values.OPEN) == values.CLASS
settings.refusals(("seed",) if opened or is_class else ())
if opened:
    materials.show(opened)
elif is_class:
    for_a_class.show()
elif address.get(values.OPEN) == values.COURSE:
    course.show()
else:
    controls.refusal(values.OPEN)
    controls.refusal(values.ENDED)
    has_ended = ending.show()
    contents.show()
    if not has_ended:
        page_frame.section("Hand in", hand_in.own_sheet, is_main=True)
    page_frame.section("Your progress", hand_in.progress, is_main=True)
    page_frame.section("Stories", stories.show, is_main=True)
    page_frame.lazy_expander("Words", glossary.all_words)
