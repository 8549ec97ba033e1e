"""Makes the requests of webhooks, and keeps what they need beside the journal of the hall (``hall.webhooks``)."""
