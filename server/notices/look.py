"""A page without Streamlit: a heading and a sentence, in the colours of all pages.

Examples
--------
>>> "<p>a &lt; b</p>" in document("One moment", "a < b")
True
"""

from html import escape

from streamlit import config

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
{again}<title>{heading} · Privacy-Accuracy Explorer</title>
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
p {{ margin: 0; overflow-wrap: anywhere; }}
</style>
</head>
<body>
<main>
<h1>{heading}</h1>
<p>{sentence}</p>
</main>
</body>
</html>
"""


def document(heading: str, sentence: str, again: int = 0) -> str:
    """Return a page.

    Parameters
    ----------
    heading, sentence : str
        Plain text.
    again : int
        Seconds until a browser asks again by itself; 0 for never.
    """
    return _PAGE.format(
        again=f'<meta http-equiv="refresh" content="{again}">\n' if again else "",
        heading=escape(heading),
        sentence=escape(sentence),
        colours=colours(),
    )


def colours() -> str:
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
