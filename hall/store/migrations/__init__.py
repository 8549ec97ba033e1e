"""How the tables of a store come to be, one file for each version. A migration, once released, is never edited."""
