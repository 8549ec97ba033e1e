"""``python -m hardware.simulator``: the simulated table alone."""

import sys

from .standalone import main

sys.exit(main())
