"""Fuzz targets over the portable core, their seeds, and how they are built and run."""
