"""The firmware of the table's board in C, and the module that compiles it."""
