"""What a visitor reads where the dashboard cannot be shown: why, and what can be done.

`look` is a page of its own; `connection` a notice that waits, unseen, in each of Streamlit's pages.
"""
