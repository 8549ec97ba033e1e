"""What the table shows, as shapes: for OpenAPI and the types of the pages made from it.

The answers themselves are plain data made by the controller, and are sent as they are; tests hold them to these shapes.
Where a ruleset may add something of its own, a shape allows more than it names.
"""
