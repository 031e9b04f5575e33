"""What a visitor takes along from a part: numbers, picture, code, link."""

from functools import partial

from pages.kit import export

row = partial(export.part_row, "foundations")
code = partial(export.part_code, "foundations")
