"""The class kit: timetables, slides, links, sheets, quizzes and codes, for the teacher in one place."""
