"""The documents as a site that works without a network: ``make manual``, in ``build/manual``."""
