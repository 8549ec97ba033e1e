"""What a table has to do with its hall."""
