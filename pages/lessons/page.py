"""Lessons: what can be learned here, how far one is, sheets to print, and notes for teachers."""

from pages.lessons import contents, hand_in, materials, stories
from pages.shared import frame, settings
from pages.shared.glossary import row

frame.title("lessons")
settings.refusals()
opened = materials.opened()
if opened:
    materials.show(opened)
else:
    contents.show()
    stories.show()
    hand_in.progress()
    hand_in.own_sheet()
    hand_in.check()
    frame.fold("Words", row.all_words)
