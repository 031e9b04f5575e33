"""Papers: every table and figure that can be run, published beside ours."""

import streamlit as st

from pages.shared import frame, picture
from pages.shared.papers import answer as papers
from pages.shared.papers import choices

PROSE = "understand/papers"

frame.title(PROSE)
papers.glance()
entry = choices.entry()
papers.head(entry)
found = papers.known(entry)
if found is None:
    st.info("Nothing is stored for this one, since its table did not come with the project.")
else:
    papers.picture(entry, found, picture.chosen())
    papers.differences(entry, found)
papers.run_now(entry)
if found is not None:
    papers.take_along(entry, found)
frame.folds(PROSE)
