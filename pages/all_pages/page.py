"""All pages: what each answers, with its picture and a sentence."""

from pages.all_pages import cards
from pages.kit.frame import page_frame

page_frame.title("all_pages", follows="")
cards.show()
