"""What the page Kernels computes: random features, and ways to serve predictions."""
