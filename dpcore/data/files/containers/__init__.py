"""Files that hold CSV, or become it: gzip, workbooks, Parquet."""
