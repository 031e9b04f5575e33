"""The page for whoever finds no room: what is the case, and that it asks again by itself."""

from html import escape

from starlette.responses import HTMLResponse, PlainTextResponse, Response
from streamlit import config

from server.admission.limits import RETRY

LOOKS = {
    "light": ":root {{ {} }}",
    "dark": "@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}",
}
COLOURS = {"page": "backgroundColor", "text": "textColor", "edge": "borderColor"}
"""What the theme of all pages calls them (`.streamlit/config.toml`)."""

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
  src: url(assets/fonts/inter-latin.woff2); }}
@font-face {{ font-family: Newsreader; src: url(assets/fonts/newsreader-latin.woff2); }}
{colours}
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
    content = _PAGE.format(retry=RETRY, sentence=escape(sentence), colours=_colours())
    return HTMLResponse(content, 503, headers)


def _colours() -> str:
    """Return the colours of both looks, as a style sheet names them."""
    return "\n".join(
        rule.format(
            " ".join(
                f"--{name}: {config.get_option(f'theme.{look}.{option}')};"
                for name, option in COLOURS.items()
            )
        )
        for look, rule in LOOKS.items()
    )
