"""The server tried from outside: who gets in, and what connections cost that read nothing."""
