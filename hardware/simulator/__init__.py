"""The physical table as a plant model that runs the real firmware."""
