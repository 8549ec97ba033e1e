"""What the board says, asked or unasked, and what follows from it."""
