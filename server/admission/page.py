"""The page for whoever finds no room: what is the case, and that it asks again by itself."""

from html import escape

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from server.admission.limits import RETRY

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="{retry}">
<title>One moment · Privacy-Accuracy Explorer</title>
<style>
@font-face {{ font-family: Inter; font-weight: 100 900;
  src: url(/assets/fonts/inter-latin.woff2); }}
@font-face {{ font-family: Newsreader; src: url(/assets/fonts/newsreader-latin.woff2); }}
:root {{ --page: #fdfcfa; --text: #0d1614; --edge: #dedad0; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --page: #12181a; --text: #e8e6df; --edge: #324043; }}
}}
body {{ margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: var(--page); color: var(--text); font: 1rem/1.6 Inter, sans-serif; }}
main {{ max-width: 32rem; margin: 1.5rem; padding: 2rem; border: 1px solid var(--edge);
  border-radius: .625rem; }}
h1 {{ margin: 0 0 .75rem; font: 500 1.5rem/1.3 Newsreader, serif; }}
p {{ margin: 0; }}
</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>{sentence}</p>
</main>
</body>
</html>
"""


def no_room(sentence: str, *, is_page: bool) -> Response:
    """Return the answer with status 503, as a page or as text."""
    headers = {"Retry-After": str(RETRY), "Cache-Control": "no-store"}
    if not is_page:
        return PlainTextResponse(f"{sentence}\n", 503, headers)
    return HTMLResponse(_PAGE.format(retry=RETRY, sentence=escape(sentence)), 503, headers)
