"""The dashboards of ``docs/monitoring`` for Grafana, from lists of panels: ``python -m tools.dashboards [--check]``.

Source of the form: Grafana's dashboard JSON model, schema 39 (Grafana 11); panels of the kinds stat, timeseries, table
and state-timeline alone, which every Grafana has.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.made import write_or_check

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "monitoring"
SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
WIDTH: Final = 24
INSTANCES: Final = 'instance=~"$instance"'


@dataclass(frozen=True)
class Panel:
    """``queries``: PromQL by legend. ``kind``: of Grafana. ``red``: from this value on the panel is red; ``green_at``:
    a value that is good, all below are bad."""

    title: str
    queries: dict[str, str]
    kind: str = "timeseries"
    width: int = 12
    height: int = 7
    unit: str = "short"
    about: str = ""
    red: float | None = None
    green_at: float | None = None


def of(metric: str, **labels: str) -> str:
    """Of the instances that are chosen above the panels."""
    wanted = ",".join((INSTANCES, *(f'{label}="{value}"' for label, value in labels.items())))
    return f"{metric}{{{wanted}}}"


TABLES: Final = (
    Panel("Tables that answer", {"": f"sum({of('jantaku_up')})"}, "stat", 4, 4),
    Panel("Boards that are away", {"": f"count({of('jantaku_board_state', state='ready')} == 0) or vector(0)"},
          "stat", 5, 4, red=1),
    Panel("Machines that are stopped", {"": f"sum({of('jantaku_mechanism_state', state='stopped')})"}, "stat", 5, 4,
          red=1),
    Panel("Faults", {"": f"sum({of('jantaku_faults')})"}, "stat", 5, 4, red=1),
    Panel("Matches that are played", {"": f"sum({of('jantaku_match_running')})"}, "stat", 5, 4),
    Panel("What the machines do", {"{{instance}} {{state}}": f"{of('jantaku_mechanism_state')} == 1"},
          "state-timeline", 24, 8),
    Panel("Faults by code", {"{{instance}} {{code}}": of("jantaku_fault")}, "state-timeline", 24, 8,
          about="Codes and remedies: docs/faults.md"),
    Panel("Hands an hour", {"{{instance}}": f"clamp_min(delta({of('jantaku_match_hands')}[1h]), 0)"}),
    Panel("Events of the journal, a minute", {"{{instance}}": f"rate({of('jantaku_journal_events_total')}[5m]) * 60"}),
    Panel("Round trip to the board", {"{{instance}}": of("jantaku_link_round_trip_seconds")}, unit="s"),
    Panel("Frames damaged or sent again, a minute",
          {"{{instance}} damaged": f"rate({of('jantaku_link_damaged_total')}[5m]) * 60",
           "{{instance}} again": f"rate({of('jantaku_link_repeated_total')}[5m]) * 60"}),
    Panel("Wall that is built", {"{{instance}} {{set}}": of("jantaku_build_progress")}, unit="percentunit"),
    Panel("Tables that signed two histories", {"{{instance}}": of("jantaku_journal_forks")}, "stat", 6, red=1),
    Panel("Broker is told", {"{{instance}}": of("jantaku_mqtt_connected")}, "stat", 6, green_at=1),
)  # fmt: skip

HALL: Final = (
    Panel("Hall", {"": f"sum({of('jantaku_hall_up')})"}, "stat", 4, 4, green_at=1),
    Panel("Free tables", {"": f"sum({of('jantaku_hall_tables', state='free')})"}, "stat", 5, 4),
    Panel("Waiting in the queue", {"": f"sum({of('jantaku_hall_waiting')})"}, "stat", 5, 4),
    Panel("Open alarms", {"": f"sum({of('jantaku_hall_alarms')})"}, "stat", 5, 4, red=1),
    Panel("Tables not heard", {"": f"sum({of('jantaku_hall_tables_away')})"}, "stat", 5, 4, red=1),
    Panel("Tables by what they do", {"{{state}}": f"sum by (state) ({of('jantaku_hall_tables')})"}, width=12),
    Panel("Sessions", {"{{course}}": f"sum by (course) ({of('jantaku_hall_sessions')})"}, width=12),
    Panel("Clock of the round", {"{{state}}": f"{of('jantaku_hall_clock')} == 1"}, "state-timeline", 12),
    Panel("Tournaments by phase", {"{{phase}}": f"sum by (phase) ({of('jantaku_hall_tournaments')}) > 0"}, width=12),
    Panel("Screens and phones that listen", {"{{instance}}": of("jantaku_hall_listeners")}),
    Panel("Events of the hall, a minute", {"{{instance}}": f"rate({of('jantaku_hall_events_total')}[5m]) * 60"}),
    Panel("Persons", {"": f"sum({of('jantaku_hall_persons')})"}, "stat", 4),
    Panel("Webhooks", {"all": of("jantaku_hall_webhooks"), "failing": of("jantaku_hall_webhooks_failing"),
                       "off: {{reason}}": f"{of('jantaku_hall_webhooks_off')} > 0"}, width=10),
    Panel("Deliveries", {"waiting": of("jantaku_hall_deliveries_waiting"),
                         "dropped an hour": f"increase({of('jantaku_hall_deliveries_dropped_total')}[1h])"}, width=10),
    Panel("Not stored yet", {"events {{instance}}": of("jantaku_hall_events_behind"),
                             "batches {{instance}}": of("jantaku_intake_waiting")}, width=8),
    Panel("Tables heard", {"{{instance}}": of("jantaku_intake_tables")}, width=6),
    Panel("Intake, a second", {"events {{instance}}": f"rate({of('jantaku_intake_events_total')}[5m])",
                               "batches {{instance}}": f"rate({of('jantaku_intake_batches_total')}[5m])",
                               "transactions {{instance}}": f"rate({of('jantaku_intake_transactions_total')}[5m])"},
          width=10),
)  # fmt: skip


def dashboard(uid: str, title: str, panels: Sequence[Panel], up: str) -> dict[str, Any]:
    """``up``: a metric that every instance has."""
    return {
        "uid": uid,
        "title": title,
        "tags": ["jantaku"],
        "timezone": "browser",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [_source(), _instance(up)]},
        "panels": _placed(panels),
    }


def _source() -> dict[str, Any]:
    return {"name": "source", "label": "Source", "type": "datasource", "query": "prometheus"}


def _instance(up: str) -> dict[str, Any]:
    return {
        "name": "instance", "label": "Instance", "type": "query", "datasource": SOURCE, "refresh": 2, "multi": True,
        "includeAll": True, "allValue": ".*", "current": {"text": "All", "value": "$__all"},
        "query": {"query": f"label_values({up}, instance)", "refId": "instances"},
    }  # fmt: skip


def _placed(panels: Sequence[Panel]) -> list[dict[str, Any]]:
    """From left to right, in rows."""
    found, x, y, deepest = [], 0, 0, 0
    for number, panel in enumerate(panels, 1):
        if x + panel.width > WIDTH:
            x, y, deepest = 0, y + deepest, 0
        found.append(_panel(number, panel, x, y))
        x, deepest = x + panel.width, max(deepest, panel.height)
    return found


def _panel(number: int, panel: Panel, x: int, y: int) -> dict[str, Any]:
    targets = [
        {"refId": chr(ord("A") + index), "datasource": SOURCE, "expr": query, "legendFormat": legend or "__auto"}
        for index, (legend, query) in enumerate(panel.queries.items())
    ]
    return {
        "id": number,
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": SOURCE,
        "gridPos": {"x": x, "y": y, "w": panel.width, "h": panel.height},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0, "thresholds": _thresholds(panel)}, "overrides": []},
        "targets": targets,
    }


def _thresholds(panel: Panel) -> dict[str, Any]:
    steps: list[dict[str, Any]] = [{"color": "green", "value": None}]
    if panel.red is not None:
        steps.append({"color": "red", "value": panel.red})
    if panel.green_at is not None:
        steps = [{"color": "red", "value": None}, {"color": "green", "value": panel.green_at}]
    return {"mode": "absolute", "steps": steps}


def main(arguments: list[str]) -> int:
    made = {
        "grafana-tables.json": dashboard("jantaku-tables", "Jantaku tables", TABLES, "jantaku_up"),
        "grafana-hall.json": dashboard("jantaku-hall", "Jantaku hall", HALL, "jantaku_hall_up"),
    }
    return write_or_check({FOLDER / name: json.dumps(one, indent=1) + "\n" for name, one in made.items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
