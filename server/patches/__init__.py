"""Everything that changes foreign code, or reads what it calls private: one module a patch.

Streamlit, starlette, uvicorn and `websockets` are changed from outside in a few places, and read in
a few that they promise to nobody. A new version may rename those: nothing fails then, and a
protection is gone without a word. So each patch says in data what it is, and proves itself by what
it does, or, where that would take a visitor, by who calls it (`patch`). `catalogue` lists and
installs them: `network` those of connections, `sessions` those of Streamlit's sessions, `browser`
those of the scripts and the page that Streamlit sends.

What Python itself is asked for lies where it is used: `server.log` and `server.visits.reclaim`.
"""
