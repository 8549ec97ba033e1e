"""``python -m bench [name ...]``: run the measurements, all of them or the named ones."""

from __future__ import annotations

import subprocess
import sys
import time

MEASUREMENTS = {
    "score": "hands per CPU second of each ruleset, from a JSON record",
    "engine": "import time of the rules engine, memory of its tables when they are full",
    "counts": "every suit hand cut and waited for, against published totals",
    "link": "round trip and payload share on a simulated 250,000 baud wire",
    "chip": "the flashed image in a chip simulator: link, main loop, stops",
    "latency": "key press to first motor command",
    "lateness": "the worst request of each route, against the board's heartbeat and the service's loop, in mid build",
    "answers": "an answer of the service on an open connection, over one of a bare application",
    "listeners": "from a command to a hundred displays, over a bare application of server-sent events; one never reads",
    "lan": "a paired tablet, a phone and an intruder on a local network with delay and loss, and the service's TLS",
    "first_paint": "how soon a tablet shows the page at a quarter of the speed, beside a bare one; and after a restart",
    "start": "start, memory and cost of a command with a million events in the journal, beside an empty one",
    "hall_intake": "rows/s of the intake of a hall beside bare COPY and merge; 10,000 tables, time to acknowledged",
    "dice": "a roll that anybody can check, and the check of a day's 4,096 rolls: command line and page",
    "seating": "seating schedules of 16 to 48 players, against the best that are published",
    "cycle": "what the controller adds to the machine's own cycle; start, memory, a match at 50 times real time",
}


def main(arguments: list[str]) -> int:
    """Run each measurement in a process of its own, so that none warms the caches of the next."""
    unknown = [name for name in arguments if name not in MEASUREMENTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are: {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    failed = []
    for name in arguments or MEASUREMENTS:
        print(f"\n== {name}: {MEASUREMENTS[name]}", flush=True)
        started = time.perf_counter()
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode:
            failed.append(name)
        print(f"   ({time.perf_counter() - started:.0f} s)", flush=True)
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
