"""Compute the first page's dial anew, some seconds, and store it: `make dial`."""

from dplab.studies.overview import dial

if __name__ == "__main__":
    dial.store(dial.run(dial.Question()))
