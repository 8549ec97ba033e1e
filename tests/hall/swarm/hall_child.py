"""The part of a hall that tables ask, as a process to be killed, with a clock that can be moved:
``python -m tests.hall.swarm.hall_child STORE HOST PORT FOLDER``. The file ``ahead`` in the folder holds seconds."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from api.hall.app import create_app
from api.hall.part import BACKLOG, KEEP_ALIVE_SECONDS, Part, admission_of
from api.hall.routes.link import MOST_BODY_BYTES
from api.hall.runtime import HallRuntime, running
from api.service.listener import listen
from api.service.serving import asked_to_end, serving_http
from controller.listening import HttpConfig
from hall.config import Config, HallConfig


async def main(store: str, host: str, port: int, folder: Path) -> None:
    config = Config(HallConfig(name="swarm", state_dir=folder, store=store), HttpConfig(host, port))

    def now() -> datetime:
        with contextlib.suppress(OSError, ValueError):
            return datetime.now(UTC) + timedelta(seconds=float((folder / "ahead").read_text()))
        return datetime.now(UTC)

    ending, runtime = asked_to_end(), HallRuntime(config, now, Part.INTAKE)
    app = create_app(runtime, any_address=True)
    with listen(config.http, BACKLOG) as listener:
        admission = admission_of(Part.INTAKE, app.state.known)
        async with (
            serving_http(listener, app, runtime, MOST_BODY_BYTES, admission=admission, keep_alive=KEEP_ALIVE_SECONDS),
            running(runtime),
        ):
            print("ready", flush=True)
            await ending.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])))
