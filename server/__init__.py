"""What stands between the network and Streamlit: the door, the headers, and a discreet log.

`app.py` puts them around the pages. Nothing here knows the pages, and the science knows nothing
of it.
"""
