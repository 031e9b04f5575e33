"""The edition is made without Streamlit, and twice alike."""

import subprocess
import sys

from edition.drawing.patches import patched, patches


def test_no_part_of_the_edition_imports_streamlit():
    script = "import sys, edition.site; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    near_miss = script.replace("edition.site", "edition.site, pages.kit.address")
    assert subprocess.run([sys.executable, "-c", near_miss], check=False).returncode == 1


def test_patches_make_the_other_text_and_leave_out_what_is_alike():
    base = "<g><path d='M1'/><text>one</text></g>" * 50
    text = base.replace("one", "two", 1) + "<g/>"
    made = patches(base, text)
    assert patched(base, made) == text
    assert sum(len(instead) for _, _, instead in made) < 10
