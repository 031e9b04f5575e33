"""The notice in Streamlit's page for where the page comes through a proxy, and its answers do not.

Behind a proxy as people first write it, the page stays blank: its scripts are asked for with an
`Origin` that is not the `Host` which the proxy made up, so that the door refuses them, or no
websocket is let through. What would say so is among what does not come. So the notice stands in the
page itself, and `assets/connection/connection.js`, which is asked for without an `Origin`, shows
it: not after some time, which a slow network takes as well, but when a websocket of its own is
refused. Where not even that script comes, styles show the notice after `PATIENCE`, unless something
was drawn.
"""

from server.notices.look import colours

PATIENCE = 120
"""Seconds until a page counts as blank for good: of a network that brings 50 kB a second, a first
visit takes as many."""

SCRIPT = "assets/connection/connection.js"

BLOCK = """location / {
    proxy_pass http://127.0.0.1:8501;
    proxy_http_version 1.1;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection "upgrade";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_read_timeout 1h;
    client_max_body_size 110m;
}"""
"""What nginx needs; docs/hosting.md has the same."""

HEAD = f'<script src="./{SCRIPT}" async></script>\n  </head>'

NOTICE = f"""<div id="root"></div>
    <style>
      {colours()}
      #unconnected {{ position: fixed; inset: 0; overflow: auto; z-index: 1000000;
        visibility: hidden; animation: unconnected 0s {PATIENCE}s forwards;
        background: var(--page); color: var(--text); font: 1rem/1.6 Inter, sans-serif; }}
      @keyframes unconnected {{ to {{ visibility: visible; }} }}
      #root:not(:empty) + style + #unconnected {{ display: none; }}
      #root + style + #unconnected.shown {{ display: block; visibility: visible; }}
      #unconnected > div {{ max-width: 40rem; margin: 10vh auto; padding: 0 1.5rem; }}
      #unconnected h1 {{ margin: 0 0 .75rem; font: 500 1.75rem/1.3 Newsreader, serif; }}
      #unconnected h2 {{ margin: 2rem 0 .5rem; font: 600 1rem/1.6 Inter, sans-serif; }}
      #unconnected p {{ margin: 0 0 .75rem; overflow-wrap: anywhere; }}
      #unconnected p:empty {{ display: none; }}
      #unconnected pre {{ padding: 1rem; border: 1px solid var(--edge); border-radius: .625rem;
        overflow: auto; font: .875rem/1.5 'JetBrains Mono', monospace; }}
    </style>
    <div id="unconnected" role="alert"><div>
      <h1>This page cannot reach its server</h1>
      <p>The page itself arrived, but its content comes over a websocket, which does not get
      through. Most often the proxy in front of the server does not pass it on. Another browser
      will not help then, but the people who run the server can fix it. Some networks block
      websockets, too: from another one, the page may open.</p>
      <h2>For the people who run the server</h2>
      <p id="unconnected-why"></p>
      <p>A proxy must pass on the Host that the browser sent, and websockets. For nginx:</p>
      <pre tabindex="0">{BLOCK}</pre>
      <p>Caddy's reverse_proxy does so on its own. docs/hosting.md has all of it.</p>
    </div></div>"""

ROOT = '<div id="root"></div>'


def with_notice(page: str) -> str:
    """Return Streamlit's page with the notice; another version's page as it is.

    Examples
    --------
    >>> with_notice("<head></head>")
    '<head></head>'
    """
    if page.count(ROOT) != 1 or page.count("</head>") != 1:
        return page
    return page.replace("</head>", HEAD).replace(ROOT, NOTICE)
