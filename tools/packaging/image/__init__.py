"""A card that is a table: Debian with the packages of a release, for a Raspberry Pi 4 or 5 and an emulator alike."""
