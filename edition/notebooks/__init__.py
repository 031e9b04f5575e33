"""Each lesson as notebooks: a student's, its solution, and what grades the pile.

The texts are the lessons' own, the code is that of the pages at the steps' settings, and an answer
is graded by `dplab.lessons`, as on its page.
"""
