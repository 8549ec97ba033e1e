"""The part of a hall that tables ask, as a process to be killed, with a clock that can be moved:
``python -m tests.hall.swarm.hall_child STORE HOST PORT FOLDER``. The file ``ahead`` in the folder holds seconds."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Final

from api.hall.app import create_app
from api.hall.part import BACKLOG, KEEP_ALIVE_SECONDS, Part, admission_of
from api.hall.routes.link import MOST_BODY_BYTES
from api.hall.runtime import HallRuntime, running
from api.http.heavy import share_the_interpreter
from api.service.listener import listen
from api.service.serving import asked_to_end, serving_http, set_start_aside
from controller.listening import HttpConfig
from hall.config import Config, HallConfig

LOOK_SECONDS: Final = 0.05
"""So often the file is read: a hall reads its clock several times for each request."""


class MovedClock:
    """The wall clock, ahead by the seconds that the file holds."""

    def __init__(self, file: Path) -> None:
        self._file, self._looked, self._ahead = file, -1.0, timedelta()

    def __call__(self) -> datetime:
        if monotonic() - self._looked > LOOK_SECONDS:
            self._looked, self._ahead = monotonic(), timedelta()
            with contextlib.suppress(OSError, ValueError):
                self._ahead = timedelta(seconds=float(self._file.read_text()))
        return datetime.now(UTC) + self._ahead


async def main(store: str, host: str, port: int, folder: Path) -> None:
    config = Config(HallConfig(name="swarm", state_dir=folder, store=store), HttpConfig(host, port))

    share_the_interpreter()
    ending, runtime = asked_to_end(), HallRuntime(config, MovedClock(folder / "ahead"), Part.INTAKE)
    app = create_app(runtime, any_address=True)
    with listen(config.http, BACKLOG) as listener:
        admission = admission_of(Part.INTAKE, app.state.known)
        async with (
            serving_http(listener, app, runtime, MOST_BODY_BYTES, admission=admission, keep_alive=KEEP_ALIVE_SECONDS),
            running(runtime),
        ):
            set_start_aside()
            print("ready", flush=True)
            await ending.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])))
