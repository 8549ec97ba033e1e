"""What a table or a hall shows, published to an MQTT broker; nothing is ever taken from there."""
