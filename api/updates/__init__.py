"""Updates of an installed table or hall: signed bundles, releases side by side, and a way back from every step."""
