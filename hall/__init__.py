"""The brain of a hall: many tables, the people at them, tournaments. It knows tables as journals, never as machines."""
