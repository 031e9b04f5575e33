"""Somebody new brings a table of theirs, and takes it to a scored, certified release."""
