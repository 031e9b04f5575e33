"""Sweeps: errors along ε, λ, n or D, or over ε and λ, and what is read off them."""
