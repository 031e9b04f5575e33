"""The static edition: pages that need no server, from the same studies, figures and sentences.

``python -m edition`` (``make site``) writes it to ``build/site``. No picture is computed,
worded or coloured here: it asks a study at each place of its dial, has the page's figure drawn by
Chromium, and writes the page's sentence beside it. Streamlit is never imported.
"""
