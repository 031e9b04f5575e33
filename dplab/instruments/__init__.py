"""What measures a mechanism from outside: meter, audit, adversary, worst neighbours, chances."""
