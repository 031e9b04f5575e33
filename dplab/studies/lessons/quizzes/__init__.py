"""The lessons' questions as a learning platform grades them: Moodle's XML, and QTI 2.1."""
