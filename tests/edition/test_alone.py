"""The edition is made without Streamlit, and twice alike."""

import subprocess
import sys

from edition.drawing.patches import patched, patches


def test_no_part_of_the_edition_imports_streamlit():
    script = """
import sys
import edition.site
alone = "streamlit" not in sys.modules
import pages.kit.address
print(alone, "streamlit" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.split() == [b"True", b"True"]


def test_patches_make_the_other_text_and_leave_out_what_is_alike():
    base = "<g><path d='M1'/><text>one</text></g>" * 50
    text = base.replace("one", "two", 1) + "<g/>"
    made = patches(base, text)
    assert patched(base, made) == text
    assert sum(len(instead) for _, _, instead in made) < 10
