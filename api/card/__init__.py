"""The computer of a table whose whole system came as one image on a card: what is set up on it without a keyboard."""
