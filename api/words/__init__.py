"""The words people read, from the message catalogues in `api/locale`."""
