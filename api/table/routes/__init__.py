"""The routes, one module per thing. Handlers are ``async def`` and thin: check, hand to the table, answer."""
