"""Which λ to train at, as far as public facts can say."""
