"""Visitors: who they are, what they leave here, what they download, and when it ends.

`visitors` gives names, `visitor_store` keeps what is theirs, `weight` says how large it is,
`uploads` lets files come and `files` lets them go, `sessions` ends what Streamlit holds for them.
"""
