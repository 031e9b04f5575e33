"""Who pays: what privacy costs each group, and the answers that the noise decides."""
