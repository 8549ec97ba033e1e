# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tests.hil.simavr``: the simulated table alone, around the flashed image in a chip simulator.

A program of its own, so that libsimavr is never part of the service: ``jantaku simulate --chip avr`` starts it.
"""

import argparse
import sys
from functools import partial

from hardware.simulator.standalone import main
from tests.hil.simavr.harness import SERIAL, chip

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--serial", type=int, default=SERIAL)  # number in the image; 0: that of a board which got none
own, words = parser.parse_known_args()
sys.exit(main(words, board=partial(chip, own.serial), prog="chip simulator"))
