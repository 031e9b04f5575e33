"""Words that need an explanation: in a row under every page, and all of them under Lessons."""
