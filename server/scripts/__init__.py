"""Streamlit's scripts that are patched on their way to the browser, each by its `patched`.

`charts` draws each figure once, in turn; `places` leaves it where it is when its data change;
`root` finds the server at the first try; `previews` gives Streamlit's page a title and a
description. What they look for stands in the installed version's files; in another's, they change
nothing.
"""
