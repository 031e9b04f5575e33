"""The class kit: timetables, slides, links, sheets, quizzes and codes in one place."""
