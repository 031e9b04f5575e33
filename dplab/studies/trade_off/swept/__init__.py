"""What a sweep's rows say: an accuracy's ε and n, the price in records, the map over ε and λ."""
