"""Patches of Streamlit's sessions: what they see, when their runs begin, what they lose."""
