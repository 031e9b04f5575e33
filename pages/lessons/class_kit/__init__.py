"""The class kit: ninety minutes with slides, sheets and codes, all for the teacher in one place."""
