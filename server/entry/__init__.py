"""Who comes in: hosts and origins, who sits at the machine, what is let through, and the settings.

`host_guard` asks the others at each connection, but for `settled`, which is asked at the start.
"""
