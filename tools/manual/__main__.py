"""``python -m tools.manual``."""

import sys

from tools.manual.site import main

sys.exit(main(sys.argv[1:]))
