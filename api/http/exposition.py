"""Figures in the text format of Prometheus (0.0.4), as tables and halls give them at ``/metrics``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

Sample = tuple[Mapping[str, str], float]
MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def family(name: str, about: str, samples: Iterable[Sample], kind: str = "gauge") -> Iterator[str]:
    """Its lines. Labels must have few values: each is a series that is kept for months."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in samples:
        inside = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{name}{{{inside}}} {value}" if inside else f"{name} {value}"


def one_of(label: str, values: Iterable[str], holds: str) -> list[Sample]:
    """1 for the value that holds, 0 for the others."""
    return [({label: value}, int(value == holds)) for value in values]


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
