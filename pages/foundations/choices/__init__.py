"""What the page Foundations asks for: which part, ε, and what each part needs besides."""
