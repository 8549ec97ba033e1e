"""An intake as a process of its own, to be killed: batches come in as lines of JSON, answers go out as lines."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime

from api.hall.routes.link import BatchGiven
from controller.refusals import Refused
from tests.hall.intake.sender import open_intake


async def main(url: str) -> None:
    loop = asyncio.get_running_loop()
    async with open_intake(url, lambda: datetime.now(UTC), seed=None) as intake:
        print("ready", flush=True)

        async def take(line: str) -> None:
            given = json.loads(line)
            answer = {"table": given["batch"]["table"]}
            try:
                batch = BatchGiven.model_validate_json(json.dumps(given["batch"])).to_batch()
                stands = await intake.receive(given["token"], batch)
                answer["acknowledged"] = stands.acknowledged
            except Refused as refused:
                answer |= {"refused": refused.code, **refused.more}
            print(json.dumps(answer), flush=True)

        async with asyncio.TaskGroup() as group:
            while line := await loop.run_in_executor(None, sys.stdin.readline):
                group.create_task(take(line))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
