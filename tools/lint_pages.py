"""Check the pages: ``python -m tools.lint_pages``; with ``--format`` write them as the formatter wants them.

prettier, eslint with the rules of lit templates, and the type check of all JavaScript against the types that are made
from the contract of the service.
"""

from __future__ import annotations

import argparse
import sys

from tools import node

FORMATTED = ("api/web", "eslint.config.js")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.lint_pages", description=__doc__.partition("\n")[0])
    parser.add_argument("--format", action="store_true", help="write instead of check")
    given = parser.parse_args(arguments)
    if not node.install():
        return node.skipped("the pages were NOT " + ("formatted" if given.format else "checked"))
    if given.format:
        return node.run("prettier", "--log-level=warn", "--write", *FORMATTED)
    return node.run("prettier", "--log-level=warn", "--check", *FORMATTED) | node.run("eslint") | node.run("tsc")


if __name__ == "__main__":
    sys.exit(main())
