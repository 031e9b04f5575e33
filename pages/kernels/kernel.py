"""The kernel of the page, which both of its parts ask for."""

from pages.comparison.kernels import KERNELS, KernelChoice

KERNEL = KernelChoice.on("kernels", "gaussian", KERNELS)
