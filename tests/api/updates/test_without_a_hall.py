"""A table whose computer has no hall: the packages that only a hall needs are not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.api.updates.test_journal_copy import write

OF_A_HALL = ("sqlalchemy", "alembic", "argon2", "mako", "markupsafe", "PIL", "pyotp")
PROGRAM = """
import sys
from dataclasses import replace
from pathlib import Path

sys.modules.update(dict.fromkeys(sys.argv[2].split()))
from api.commands import update, update_state
from controller.config import Config

config = Config()
config = replace(config, table=replace(config.table, state_dir=Path(sys.argv[1])))
update_state.hall_here = lambda: None
update._check_idle(config, flash=True)
assert [update_state.run(action, config) for action in update.OF_THE_SYSTEM] == [0] * len(update.OF_THE_SYSTEM)
import api.updates.computer, api.updates.procedure
"""


def test_updates_need_nothing_that_only_a_hall_has(tmp_path: Path) -> None:
    write(tmp_path, 3)
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), " ".join(OF_A_HALL)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
