"""The brain of one table: rules, match, mechanism, dice, walls, journal. It knows no HTTP and no serial bytes."""
