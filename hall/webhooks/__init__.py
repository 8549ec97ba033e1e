"""Programs of others that a hall tells what happened, by a signed request for each event. Pure: the requests are made
by ``api.webhooks``."""
