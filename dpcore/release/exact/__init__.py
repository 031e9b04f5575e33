"""Laws that hold for the bits that leave the machine: reals drawn lazily, and whole numbers.

A theorem about noise speaks of real numbers, and a double is none: noise that was rounded before it
is added leaves holes, by which somebody may tell two tables apart (Mironov 2012). Here nothing is
rounded before the end. `vectors` draws noise as real numbers, of which as many digits are known as
the answer needs; `counts` draws whole numbers with whole numbers alone.
"""
