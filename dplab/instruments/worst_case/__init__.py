"""The largest privacy loss: neighbouring data sets, and the search for the worst of them."""
