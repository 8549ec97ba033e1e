"""Routes of a hall that are not made from its commands."""
