"""Trade-off: errors against ε, n, λ, D, or ε and λ, and what is enough for an accuracy."""
