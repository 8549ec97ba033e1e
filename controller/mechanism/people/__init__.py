"""What people ask for at the keys and on the pages."""
