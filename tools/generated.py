"""Rewrite, or check, every committed file that is made from another: ``python -m tools.generated [--check]``."""

from __future__ import annotations

import subprocess
import sys

GENERATORS = (
    "firmware_bridge.generate",
    "api.table.openapi",
    "api.hall.openapi",
    "tools.event_pages",
    "tools.hall_event_page",
    "tools.fault_page",
    "tools.refusal_page",
    "tools.permit_page",
    "tools.hall_permit_page",
    "tools.mqtt_page",
    "tools.dashboards",
    "tools.report_page",
    "tools.item_page",
    "tools.dice_cases",
    "tools.verify_page",
    "hardware.wiring.wiring",
    "tools.page_types",
    "tools.page_heads",
    "tools.vendor",
    "tools.supply.licence_page",
)


def main(arguments: list[str]) -> int:
    """Run each generator with the same arguments; the first failure is the exit status."""
    for module in GENERATORS:
        status = subprocess.run([sys.executable, "-m", module, *arguments], check=False).returncode
        if status:
            print(f"{module}: not up to date; run `make generate` and commit what it changes", file=sys.stderr)
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
