"""What pages that compare mechanisms draw and keep: the half that knows Streamlit."""
