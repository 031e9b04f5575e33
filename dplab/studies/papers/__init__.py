"""The papers' tables and figures: a data file each, one piece of code that runs them all."""
