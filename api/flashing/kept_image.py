"""The last good image, kept in the state folder for the way back."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from api.flashing.image import BadImage, Image, load


class KeptImage:
    """``good``: the file of an image that ran on this board when it was kept."""

    def __init__(self, state_dir: Path) -> None:
        self.good = state_dir / "firmware" / "good.elf"

    def keep(self, path: Path) -> None:
        """The file appears whole or not at all. Raises ``OSError``."""
        if self.good.exists() and path.samefile(self.good):
            return
        self.good.parent.mkdir(parents=True, exist_ok=True)
        part = self.good.with_suffix(".part")
        with path.open("rb") as source, part.open("wb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        part.replace(self.good)

    def other_than(self, image: Image) -> Image | None:
        """The kept image, when there is one of another build or for another board."""
        try:
            kept = load(self.good)
        except BadImage:
            return None
        return None if kept.same_as(image) else kept
