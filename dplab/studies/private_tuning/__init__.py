"""Private tuning: ways to choose among candidates, and what the page asks of them."""
