"""The long form of the faults between tables and their hall: ``python -m bench.hall_faults [--faults N] [--minutes N]
[--seed N]``.

Needs root: hall and tables are in network namespaces. Says every hundred faults how far it is. The same seed gives the
same faults; when they hit what, the computer decides. Several may run beside each other.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.netlab import refused
from tests.hall.swarm.campaign import Campaign


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--faults", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="none begins after so many")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    options = parser.parse_args(arguments)
    if (why := refused()) is not None:
        print(f"  no network namespaces can be made here: {why}")
        return 2
    print(f"  seed {options.seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), options.seed, groups=2, tables=3, room=(64 << 20) + options.faults * 60_000)
        with campaign.running():
            for number in range(1, options.faults + 1):
                if time.monotonic() - began > options.minutes * 60:
                    break
                campaign.fault()
                if number % 100 == 0:
                    print(f"  {number} faults, {time.monotonic() - began:.0f} s", flush=True)
            events = campaign.finish()
    print(f"  {campaign.done.total()} faults: {dict(sorted(campaign.done.items()))}")
    print(f"  {len(campaign.seen)} tables, {events} events: each stored once, none that was acknowledged was missing")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
