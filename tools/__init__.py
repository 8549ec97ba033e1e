"""Commands for the people who build Jantaku; not part of the wheel."""
