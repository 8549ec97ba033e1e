"""What lets a device, a person or a table in, whoever is asked: tokens, codes that are used once, and how often one may
guess. Table and hall share them."""
