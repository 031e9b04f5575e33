"""What is computed with `dpcore` to look at it: simulations, instruments, studies, lessons."""
