"""Putting firmware on the table's board: what is in an image, avrdude, and the proof that the new firmware runs."""
