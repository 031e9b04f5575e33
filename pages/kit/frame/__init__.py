"""What stands around every page, and the slides and stories that show one on a whole screen."""
