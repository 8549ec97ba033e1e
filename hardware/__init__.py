"""What is bolted to the table: firmware, simulator, panel, wiring."""
