"""Where the cells of a sweep run: threads, processes, or other machines."""
