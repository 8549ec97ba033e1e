# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tests.hil.simavr``: the simulated table alone, around the flashed image in a chip simulator.

A program of its own, so that libsimavr is never part of the service: ``jantaku simulate --chip avr`` starts it.
"""

import sys

from hardware.simulator.standalone import main
from tests.hil.simavr.harness import chip

sys.exit(main(board=chip, prog="chip simulator"))
