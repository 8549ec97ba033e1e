"""The other tables that this one knows (``[[peers]]``): in the background each keeps the signed heads of the others'
journals, and cosigns them."""
