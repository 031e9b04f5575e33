"""Patches of what Streamlit sends to browsers: two of its scripts, and its page.

What is looked for stands in the installed version's files. In another's it may not: then the patch
drops out, and the log says so.
"""
