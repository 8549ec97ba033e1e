"""The serial link to the table's board: frames, messages, ports. It knows no mahjong."""
