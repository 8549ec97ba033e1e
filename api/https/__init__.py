"""HTTPS of a table: its own certificate authority, made on the computer of the table, and the server's certificate."""
