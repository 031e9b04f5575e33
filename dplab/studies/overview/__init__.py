"""The first page's dial: what one person stands to lose and what it costs, at each ε."""
