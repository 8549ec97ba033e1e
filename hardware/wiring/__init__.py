"""Where everything is connected: ``pins.toml`` and ``parts.toml``, and the wiring document made from them."""
