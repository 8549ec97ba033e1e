"""Who plays and who works in a hall: persons by pseudonymous ids, accounts of staff, their sign-ins, and the grants
that let them in at tables.

The journal names ids, display names and roles. What can be deleted on request (contact data) and what must never be
shown (passphrases, tokens) lies beside it: ``contacts.py``, ``credentials.py``.
"""
