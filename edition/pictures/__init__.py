"""Of each page the main picture: what is asked at each place of its dial, and how it is shown."""
