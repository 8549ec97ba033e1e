"""``jantaku doctor``: what works here and what does not.

Without options it moves nothing and changes nothing. Options that move a motor ask with a key at the table first.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from api.doctor.finding import Finding
    from controller.config import Config
    from firmware_bridge.messages import Setting

_SIGNS: Final = {"ok": "ok  ", "warn": "warn", "bad": "BAD "}
_HANDS_ON: Final = ("settings", "sensors", "motors", "walk", "calibrate")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("--port", metavar="DEVICE", help="port of the board, instead of the configured one")
    parser.add_argument("--sensors", action="store_true", help="show the sensors live")
    parser.add_argument("--seconds", type=float, default=600.0, metavar="N", help="how long to show them (default 600)")
    parser.add_argument(
        "--motors", action="store_true", help="try each motor with one short step; keys at the table agree"
    )
    parser.add_argument("--walk", action="store_true", help="tick off every key and sensor as you touch it")
    parser.add_argument("--calibrate", action="store_true", help="move lifts and hatch several times: mean and spread")
    parser.add_argument("--settings", action="store_true", help="show what the board keeps: current limits and so on")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="keep a new value of a setting",
    )
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE", help="write a zip for support, without names and secrets"
    )
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, NO

    puts = _puts(arguments.set)
    config, found = checked(arguments)
    wanted = [each for each in _HANDS_ON if getattr(arguments, each) or (each == "settings" and puts)]
    if config is not None and wanted:
        found += _left_out(wanted) if _unreachable(found) else _hands_on(arguments, config, wanted, puts)
    if arguments.bundle:
        found.append(_bundle(arguments, config, found))
    _print(found, arguments.json)
    return NO if any(each.verdict == "bad" for each in found) else DONE


def _puts(words: list[str]) -> dict[Setting, int]:
    from api.commands.exits import WrongUse
    from api.doctor.settings import BadSetting, parsed

    try:
        return parsed(words)
    except BadSetting as error:
        raise WrongUse(str(error)) from error


def _unreachable(found: list[Finding]) -> bool:
    return any(each.check in ("port", "board") and each.verdict == "bad" for each in found)


def _left_out(wanted: list[str]) -> list[Finding]:
    from api.doctor.finding import Finding

    remedy = "Put right what is marked BAD above, and run it again."
    return [Finding(each, "bad", "left out: there is no board to try it with", remedy) for each in wanted]


def checked(arguments: argparse.Namespace) -> tuple[Config | None, list[Finding]]:
    """The configuration with what was given on the command line, and what was found without touching anything."""
    from api.commands.as_owner import as_owner
    from api.commands.state import journal_of, now
    from api.doctor import board_checks, computer, entropy, installation
    from api.doctor.broker import broker
    from api.doctor.certificates import certificates
    from api.doctor.hall import hall
    from api.doctor.witnesses import witnesses
    from api.service.version import rules_engine
    from controller.fairness.hardware_generator import HardwareGenerator

    first, config = installation.configuration(arguments.config)
    if config is None:
        return None, [first, installation.clock(now())]
    if arguments.port:
        config = replace(config, board=replace(config.board, port=arguments.port))
    if arguments.state_dir:
        config = replace(config, table=replace(config.table, state_dir=arguments.state_dir))
    folder = config.table.state_dir
    with as_owner(folder):
        disk = [installation.disk(folder), computer.fsync_time(folder), computer.wear(folder)]
        secrets = entropy.secrets(folder)
        journal = installation.journal(journal_of(folder), now())
        heads = witnesses(config, now())
        told = [*broker(config.mqtt), *hall(config, now()), *certificates(config, now()), *_updates(config)]
    random = entropy.random_numbers(HardwareGenerator())
    checks = [
        installation.in_use(config),
        installation.engine(rules_engine()),
        *disk,
        computer.supply(),
        random,
        secrets,
        journal,
        *heads,
        *told,
    ]
    checks.append(installation.clock(now(), computer.synchronised()))
    return config, [*checks, *board_checks.board(config)]


def _updates(config: Config) -> list[Finding]:
    from api.service.version import version
    from api.updates.finding import updates
    from api.updates.here import keys, machine
    from api.updates.inbox import Inbox, is_newer
    from api.updates.releases import Releases

    waiting = Inbox(config.table.state_dir, keys(), machine()).waiting()[:1]
    newer = [one for one in waiting if "+" not in version() and is_newer(one.manifest.version, version())]
    return updates(Releases(), version(), newer[0] if newer else None)


def _print(found: list[Finding], as_json: bool) -> None:
    if as_json:
        print(json.dumps([asdict(each) for each in found], ensure_ascii=False))
        return
    print("\n".join(_line(each) for each in found))
    bad, warned = (sum(each.verdict == verdict for each in found) for verdict in ("bad", "warn"))
    print(f"\n{_verdict(bad, warned)}")


def _verdict(bad: int, warned: int) -> str:
    if bad:
        return f"Not ready: {bad} thing{'s' * (bad > 1)} to put right, marked BAD."
    return f"Ready, with {warned} warning{'s' * (warned > 1)}." if warned else "Everything is all right."


def _line(finding: Finding) -> str:
    remedy = f"\n      {'':<8} {finding.remedy}" if finding.remedy else ""
    return f"{_SIGNS[finding.verdict]}  {finding.check:<8} {finding.detail}{remedy}"


def _say(text: str) -> None:
    """What the technician reads meanwhile; the result alone goes to standard output."""
    print(text, file=sys.stderr, flush=True)


def _hands_on(
    arguments: argparse.Namespace, config: Config, wanted: list[str], puts: dict[Setting, int]
) -> list[Finding]:
    from api.doctor.board_checks import service_report, service_snapshot
    from api.doctor.finding import Finding
    from api.doctor.sensors import from_service

    report = service_report(config)
    if report is None:
        return _directly(arguments, config, wanted, puts)
    if "sensors" in wanted:
        board = (service_snapshot(config) or {}).get("board") or {}
        _say(from_service(report, board.get("capabilities")))
    held = [each for each in wanted if each != "sensors"]
    if not held:
        return []
    remedy = "Stop the service meanwhile: sudo systemctl stop jantaku (at a terminal: Ctrl-C)."
    return [Finding("service", "bad", f"--{' --'.join(held)}: the running service holds the board", remedy)]


def _directly(
    arguments: argparse.Namespace, config: Config, wanted: list[str], puts: dict[Setting, int]
) -> list[Finding]:
    import asyncio

    from api.commands.as_owner import as_owner
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, sole_owner
    from api.doctor import procedures, table_in_use
    from api.doctor.finding import AS_THE_SERVICE, Finding
    from api.doctor.power import switched
    from controller.journal.errors import JournalError
    from firmware_bridge.discovery import serial_port
    from firmware_bridge.messages import FALLBACK_BAUD

    if config.simulated:
        remedy = "Run jantaku simulate, and give its port with --port."
        return [Finding("board", "bad", "the simulated table has no port while no service runs", remedy)]
    folder = config.table.state_dir
    try:
        with as_owner(folder):
            projection = table_in_use.projection_of(journal_of(folder), config)
    except JournalError as error:
        return [Finding("journal", "bad", error.detail, error.remedy)]
    except PermissionError:
        return [Finding(each, "bad", "left out: the journal cannot be read", AS_THE_SERVICE) for each in wanted]
    port = serial_port(config.board.port, (config.board.baud, FALLBACK_BAUD))
    try:
        with sole_owner(folder):
            power = switched(config.panel)
            work = procedures.run_procedures(port, wanted, projection, _say, arguments.seconds, puts, power)
            return asyncio.run(work)
    except WrongUse as error:
        return [Finding(each, "bad", "left out: the state folder is not ours", str(error)) for each in wanted]


def _bundle(arguments: argparse.Namespace, read: Config | None, found: list[Finding]) -> Finding:
    """Also of a table whose configuration cannot be read: then what lies where it lies without one."""
    from api.commands.as_owner import as_owner
    from api.commands.state import journal_of, now
    from api.doctor import bundle
    from api.doctor.board_checks import service_report
    from api.doctor.finding import Finding
    from api.service.version import version
    from controller.config import DEFAULT_PATH, Config
    from controller.upkeep.watch import FILE_NAME

    config = read or Config()
    folder = arguments.state_dir or config.table.state_dir
    report = service_report(config)
    parts = [
        bundle.findings_part(found, version()),
        bundle.config_part(arguments.config or DEFAULT_PATH),
        None if report is None else ("service.json", json.dumps(bundle.cleaned(dict(report)), ensure_ascii=False)),
    ]
    with as_owner(folder):
        parts += [bundle.journal_part(journal_of(folder), now), bundle.file_part(folder / FILE_NAME, "upkeep.json")]
        parts += bundle.fault_parts(folder / config.faults_dir.name)
    try:
        names = bundle.write(arguments.bundle, [part for part in parts if part is not None])
    except OSError as error:
        return Finding("bundle", "bad", f"{arguments.bundle}: {error.strerror}", "Choose another place.")
    return Finding("bundle", "ok", f"{arguments.bundle}: {', '.join(names)}; no names, no secrets")
