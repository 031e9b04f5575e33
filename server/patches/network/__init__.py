"""Patches of uvicorn, `websockets` and starlette: what is left undone for a connection.

Whoever opens connections holds files and memory of this process. uvicorn limits neither how long
one may say nothing, nor how many come from one address, nor how long an answer may lie unread.
"""
