"""What one page asks and computes: a study each, and for a page of several ideas one for each.

A page, a lesson, an exported script and a paper's entry ask the same functions here. Studies do not
import each other; lessons, papers, overview and decide may ask all.
"""
