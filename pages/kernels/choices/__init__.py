"""What the halves of the page Kernels ask for."""
