"""What a card promises beyond play, tried on one that runs: limits of its unit that are in force, a system that is not
written to, settings from its page, a screen that shows what is next, and a backup put back on a new card."""

from __future__ import annotations

import base64
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from api.setup.errors import NotReached
from api.setup.procedure import CUT_OFF
from tools.packaging.image.flashable import FlashableBoard
from tools.packaging.image.qemu import Qemu
from tools.packaging.image.tried import Trial, until
from tools.packaging.image.witness import Failed, plays_until

CONFINED: Final = Path(__file__).with_name("confined.py")
THERE: Final = "/run/confined.py"
"""Where it is laid on the card: readable for a unit, and gone with the power."""
IN_ITS_PLACE: Final = "/run/systemd/system/jantaku.service.d/zz-trial.conf"
PROGRAM: Final = """[Service]
Type={kind}
Restart=no
ExecStart=
ExecStart=/usr/bin/python3 {there} {words}
"""
ENDED: Final = ("oom-kill", "watchdog")
"""What becomes of who takes more memory than it may: from ``MemoryHigh`` on it is held back, so that it may fall silent
for its watchdog before it comes to ``MemoryMax``."""
RESTORED_S: Final = 600
"""Ten minutes, by the clock of the emulated computer, from power until the restored table serves."""

SETUP: Final = "/api/v1/setup"
SET_UP: Final = (
    {"name": "By the window", "language": "en", "time_zone": "Europe/Vienna", "ruleset": "mcr"},
    {"name": "At the door", "language": "zh-Hans", "time_zone": "Asia/Taipei", "ruleset": "riichi"},
)
NETWORK: Final = {"country": "JP", "name": "House of Winds", "password": "nine gates open"}
STATION: Final = {
    "/run/NetworkManager/conf.d/station.conf": "[keyfile]\nunmanaged-devices=interface-name:wlan1\n",
    "/run/systemd/network/10-station.network": "[Match]\nName=wlan1\n[Network]\nAddress=10.77.0.1/24\nDHCPServer=yes\n",
    "/run/station.conf": f"""network={{
ssid="{NETWORK["name"]}"
mode=2
frequency=2412
key_mgmt=WPA-PSK
psk="{NETWORK["password"]}"
}}
""",
}
"""Two radios that the kernel makes up: one is the card's, the other a station with a network of its own."""
SENDS: Final = """nmcli general reload && modprobe mac80211_hwsim radios=2 \
&& wpa_supplicant -B -D nl80211 -i wlan1 -c /run/station.conf && systemctl start systemd-networkd"""
ADDRESS: Final = "ip -4 -br address show dev wlan0 | grep -o '10[.]77[.][0-9.]*' || true"
SETTING_S: Final = 20.0
"""Of a processor: about what it takes until the service runs with new settings."""
CONSOLE: Final = "LC_ALL=C tr -cd '[:print:]' </dev/vcs1"
"""The letters on the first console, without line ends, and without the code for a camera."""
SHOWS_STEPS: Final = f"systemctl is-active jantaku-card-screen >&2; {CONSOLE}"
SETTINGS: Final = "/etc/jantaku/table.toml"
SHOWS_PAGE: Final = "ss -Htnp state established dport = :8000 | grep -c chromium || true"
DISPLAY: Final = "systemctl show --value -p ActiveState -p NRestarts jantaku-display | xargs"
PAINTED: Final = 30_000
"""Bytes of a picture of the page, which are ten times as many; one of a screen that is all black has a tenth."""


def _lay(trial: Trial, there: str, content: bytes) -> None:
    coded = base64.b64encode(content).decode()
    trial.emulator.inside(f"mkdir -p $(dirname {there}); echo {coded} | base64 -d >{there}", trial.patience)


def _in_place(trial: Trial, kind: str, words: str) -> None:
    """The unit with another program, started; one that ends (``oneshot``) has ended."""
    _lay(trial, IN_ITS_PLACE, PROGRAM.format(kind=kind, there=THERE, words=words).encode())
    trial.emulator.inside("systemctl daemon-reload; systemctl start jantaku || true", trial.patience)


def _property(trial: Trial, name: str) -> str:
    return trial.emulator.inside(f"systemctl show --value -p {name} jantaku", trial.patience).strip()


def limits(trial: Trial) -> str:
    """Each attempt of ``confined`` is refused in the unit and succeeds outside; who takes memory is ended at its limit,
    and the table serves again."""
    inside = trial.emulator.inside
    _lay(trial, THERE, CONFINED.read_bytes())
    inside(f"python3 {THERE} prepare", trial.patience)
    inside("systemctl stop jantaku", trial.patience)
    try:
        outside = inside(f"runuser -u jantaku -- python3 {THERE} allowed jantaku || true", trial.patience)
        _in_place(trial, "oneshot", "refused jantaku")
        log = "journalctl --no-pager -o cat _SYSTEMD_INVOCATION_ID="
        refused = inside(f"{log}$(systemctl show --value -p InvocationID jantaku)", trial.patience)
        for said in (outside, refused):
            if "WRONG" in said:
                raise Failed(f"limits of the unit:\n{said}")
        attempts = [line.strip() for line in refused.splitlines() if ": refused" in line]
        if len(attempts) != outside.count(": allowed"):
            raise Failed(f"not each attempt was made in the unit:\n{outside}\n{refused}")
        _in_place(trial, "notify", "memory")
        until(lambda: _property(trial, "ActiveState") in ("inactive", "failed"), "its memory ends", trial.patience)
        taken = inside(f"{log}$(systemctl show --value -p InvocationID jantaku) | grep MB | tail -n 1", trial.patience)
        result, peak = _property(trial, "Result"), int(_property(trial, "MemoryPeak"))
        if result not in ENDED or peak > int(_property(trial, "MemoryMax")):
            raise Failed(f"who took {taken.strip()} ended with {result}, at {peak} bytes")
    finally:
        inside(f"rm -f {IN_ITS_PLACE}; systemctl daemon-reload; systemctl reset-failed jantaku", trial.patience)
        inside("systemctl start jantaku", trial.patience)
    until(lambda: trial.line("GET", "/readyz"), "the table is ready again", trial.patience)
    return "\n  ".join([f"{len(attempts)} attempts refused, ended ({result}) after {taken.strip()}", *attempts])


def read_only(trial: Trial, random: Random) -> str:
    """The system is not written to from the next start on, the journal is; power may fail; and the way back."""
    emulator = trial.emulator
    emulator.inside("jantaku card read-only on", trial.patience)
    _ends_in_order(trial)
    trial.up()
    kind = emulator.until_inside("findmnt -n -o FSTYPE /; touch /etc/trial-mark; ls /etc/trial-mark", trial.patience)
    if not kind.startswith("overlay"):
        raise Failed(f"the system is written to: {kind}")
    before = emulator.inside("sync; awk '$3 ~ /^(vda|ubda)2$/ {print $10}' /proc/diskstats", trial.patience)
    said = trial.cut_in_play(random)
    trial.up()
    mark = emulator.until_inside("ls /etc/trial-mark 2>&1 || true", trial.patience)
    if "cannot access" not in mark:
        raise Failed(f"what was written to the system is still there: {mark}")
    events = trial.events()
    trial.witness.rest(trial.line, random)
    emulator.inside("jantaku card read-only off", trial.patience)
    _ends_in_order(trial)
    trial.up()
    kind = emulator.until_inside("findmnt -n -o FSTYPE /", trial.patience)
    if not kind.startswith("ext4"):
        raise Failed(f"the system is still not written to: {kind}")
    trial.events()
    return f"{before.strip()} sectors written to the system; {said}; {events} events, none lost; written to again"


def set_up(trial: Trial, random: Random) -> str:
    """What its owner sets on the table's page is in force once the service has started again; a network that is not
    there is given up; and after a loss of power in the midst of it the settings of before or the new ones are."""
    line, inside = trial.line, trial.emulator.inside
    trial.witness.rest(line, random)
    _wish(trial, "table", SET_UP[0])
    if _set(trial) != SET_UP[0]:
        raise Failed(f"the table was not set up: {line('GET', SETUP)}")
    zone = inside("readlink /etc/localtime; cat /etc/hostname", trial.patience).split()
    if not zone[0].endswith(SET_UP[0]["time_zone"]) or zone[1] != "trial-7":
        raise Failed(f"time zone and name in the network: {zone}")
    _wish(trial, "network", {"country": "JP", "name": "nowhere", "password": "not a password"})
    last = line("GET", SETUP)["last"]
    left = inside("ls /etc/NetworkManager/system-connections", trial.patience)
    if (last["kind"], last["code"]) != ("network", NotReached.code) or left.strip():
        raise Failed(f"a network that is not there: {last}, and this is left of it: {left}")
    line("POST", f"{SETUP}/table", SET_UP[1])
    wait, began = random.uniform(0.0, SETTING_S), trial.emulator.spent()
    until(lambda: trial.emulator.spent() - began > wait, "time passes", trial.patience)
    trial.emulator.cut()
    trial.up()
    until(lambda: not line("GET", SETUP)["under_way"], "what was cut off is ended", trial.patience)
    found, last = _set(trial), line("GET", SETUP)["last"]
    if found not in SET_UP:
        raise Failed(f"half set up: {found}, {last}")
    events = trial.events()
    return (
        f"set with its page; {NotReached.code} where there is no network; power cut {wait:.0f} s into another: "
        f"{'new' if found == SET_UP[1] else 'old'} settings ({last['code'] or 'well'}), {events} events, none lost"
    )


def wireless(trial: Trial) -> str:
    """A network that lets the card in is joined from its owner's page, with an address; with a wrong password the one
    of before comes back."""
    line, inside = trial.line, trial.emulator.inside
    for there, text in STATION.items():
        _lay(trial, there, text.encode())
    inside(SENDS, trial.patience)

    def shown() -> dict[str, Any]:
        found: dict[str, Any] = line("GET", SETUP)["wireless"]
        return found

    def reached() -> bool:
        return any(one["name"] == NETWORK["name"] and one["secured"] for one in shown()["in_reach"])

    until(reached, "the network is shown as in reach", trial.patience, trial.emulator.runs)
    said = []
    for password, code in ((NETWORK["password"], ""), ("another password", NotReached.code)):
        _wish(trial, "network", {**NETWORK, "password": password})
        last, now, address = line("GET", SETUP)["last"], shown(), inside(ADDRESS, trial.patience).strip()
        if (last["kind"], last["code"]) != ("network", code) or now["joined"] != NETWORK["name"] or not address:
            raise Failed(f"the wireless network: {last}, {now}, address {address!r}")
        said.append(f"{code or 'joined'}: {address} in {now['joined']}")
    return "; ".join(said)


def flash(trial: Trial) -> str:
    """A board without firmware gets it from its owner's page; power that fails in the midst of it leaves a board that
    is silent, and the next time mends it."""
    line, board = trial.line, trial.board
    assert isinstance(board, FlashableBoard)
    trial.witness.rest(line, Random(0))
    wish = {"version": line("GET", SETUP)["firmware"]["here"], "nothing_raised": True}
    _is_silent(trial)
    began = trial.emulator.spent()
    _flash_whole(trial, wish)
    took = trial.emulator.spent() - began
    _is_silent(trial)
    line("POST", f"{SETUP}/firmware", wish)
    until(lambda: board.written > 0.5, "half of the image is written", trial.patience, trial.emulator.runs)
    trial.emulator.cut()
    board.power_fails()
    written = board.written
    trial.up()
    until(lambda: not line("GET", SETUP)["under_way"], "what was cut off is ended", trial.patience)
    last = line("GET", SETUP)
    if last["last"]["code"] != CUT_OFF or last["firmware"]["board"] != "silent":
        raise Failed(f"after power failed in the midst of flashing: {last}")
    _flash_whole(trial, wish)
    return (
        f"a silent board runs after {took:.0f} s of processors; power cut at {written:.0%} of the image, told, and "
        f"flashed again; {trial.events()} events, none lost"
    )


def _is_silent(trial: Trial) -> None:
    assert isinstance(trial.board, FlashableBoard)
    trial.board.erase()
    silent = lambda: trial.line("GET", SETUP)["firmware"]["board"] == "silent"  # noqa: E731
    until(silent, "the board is silent", trial.patience, trial.emulator.runs)


def _flash_whole(trial: Trial, wish: Mapping[str, Any]) -> None:
    assert isinstance(trial.board, FlashableBoard)
    _wish(trial, "firmware", wish)
    last = trial.line("GET", SETUP)["last"]
    if last["code"] or not trial.board.whole:
        raise Failed(f"the board was not flashed: {last}")
    until(lambda: trial.line("GET", "/readyz"), "the table is ready, with its board", trial.patience)


def _wish(trial: Trial, kind: str, values: Mapping[str, Any]) -> None:
    """Carried out, in one way or another."""
    before = trial.line("GET", SETUP)["last"]
    trial.line("POST", f"{SETUP}/{kind}", values)

    def ended() -> bool:
        shown = trial.line("GET", SETUP)
        return not shown["under_way"] and shown["last"] != before

    until(ended, f"the {kind} is set up", trial.patience, trial.emulator.runs)


def _set(trial: Trial) -> dict[str, str]:
    """What of ``SET_UP`` is in force."""
    shown = trial.line("GET", SETUP)["table"]
    return {key: shown[key] for key in SET_UP[0]}


def first_steps(trial: Trial) -> str:
    """Before there is an owner the screen says how to become one, with the code of the moment."""

    def said() -> bool:
        shown = trial.emulator.inside(SHOWS_STEPS, trial.patience)
        return "It has no owner yet." in shown and "/pair" in shown and "and enter" in shown

    until(said, "the screen shows the first steps", trial.patience, trial.emulator.runs)
    return f"first steps: {_picture(trial, 'first-steps')}"


def display(trial: Trial) -> str:
    """The table's page on the computer's own screen, which stays when it is switched on again."""
    inside = trial.emulator.inside
    inside("jantaku card display on", trial.patience)
    said = [_page(trial, "display")]
    _ends_in_order(trial)
    trial.up()
    said += [_page(trial, "display-again"), *_unreadable(trial)]
    inside("jantaku card display off", trial.patience)
    until(lambda: "trial-7" in inside(SHOWS_STEPS, trial.patience).lower(), "its pages are named", trial.patience)
    said.append(str(_picture(trial, "display-off")))
    return ", ".join(said)


def _unreadable(trial: Trial) -> Iterator[str]:
    """With settings that cannot be read the screen says so, and the display comes by itself when they are mended."""
    inside = trial.emulator.inside
    inside(f"cp {SETTINGS} /run/good && echo '[http' >>{SETTINGS}", trial.patience)
    inside("systemctl restart --no-block jantaku jantaku-display", trial.patience)
    told = lambda: "cannot be read" in inside(CONSOLE, trial.patience)  # noqa: E731
    until(told, "the screen says what is wrong", trial.patience, trial.emulator.runs)
    yield str(_picture(trial, "settings-unreadable"))
    inside(f"cp /run/good {SETTINGS}; systemctl reset-failed jantaku; systemctl restart jantaku", trial.patience)
    yield _page(trial, "display-mended")


def _page(trial: Trial, name: str) -> str:
    inside = trial.emulator.inside
    shown = lambda: int(inside(SHOWS_PAGE, trial.patience)) > 0  # noqa: E731
    until(shown, "a browser on the card has the page", trial.patience, trial.emulator.runs)
    painted = lambda: _picture(trial, name).stat().st_size > PAINTED  # noqa: E731
    until(painted, "the page is painted", trial.patience, trial.emulator.runs)
    state = inside(DISPLAY, trial.patience).strip()
    if state not in ("active 0", "0 active"):
        raise Failed(f"the display did not stay (state and restarts: {state}):\n{trial.last_words()}")
    return str(_picture(trial, name))


def _picture(trial: Trial, name: str) -> Path:
    assert isinstance(trial.emulator, Qemu)
    path = trial.folder.resolve() / f"{name}.png"
    trial.emulator.picture(path)
    return path


def _ends_in_order(trial: Trial) -> None:
    """Switched off as a person does."""
    with suppress(subprocess.SubprocessError, OSError):  # the connection ends with it
        trial.emulator.inside("systemctl poweroff", trial.patience)
    until(lambda: not trial.emulator.runs(), "the computer switches itself off", trial.patience)
    trial.emulator.cut()


def restored(trial: Trial, random: Random, new_card: Callable[[], Trial]) -> str:
    """A sealed backup of this card on a new one: the same table, with all that was acknowledged, and with the authority
    that devices trust. Tokens of devices are in no backup: the owner is paired with the new card. The old one is out of
    use from the backup on."""
    trial.witness.rest(trial.line, random)
    trial.witness.note_all(trial.line)
    inside = trial.emulator.inside
    inside("umask 077; echo 'a passphrase of the trial' >/run/word; mkdir -p /run/copy", trial.patience)
    made = "jantaku backup /run/copy --passphrase-file /run/word >&2; base64 -w0 /run/copy/*"
    content = base64.b64decode(inside(made, trial.patience))
    events = trial.events()
    _ends_in_order(trial)
    new = new_card()
    try:
        began = time.monotonic()
        new.up()
        new.pair()
        new.witness, trusted = trial.witness, trial.line.trusts
        _lay(new, "/run/copy/backup", content)
        new.emulator.inside("umask 077; echo 'a passphrase of the trial' >/run/word", trial.patience)
        new.emulator.inside(
            "systemctl stop jantaku && jantaku restore /run/copy/backup --passphrase-file /run/word --yes "
            "&& systemctl start jantaku",
            trial.patience,
        )

        new.line.trusts = trusted

        def served() -> bool:
            return bool(new.line("GET", "/healthz")["status"] == "ok")

        until(served, "the restored table serves", trial.patience, new.emulator.runs)
        uptime = float(new.emulator.inside("cut -d' ' -f1 /proc/uptime", trial.patience))
        found = new.events()
        if found < events or uptime > RESTORED_S:
            raise Failed(f"{found} events of {events} are on the new card {uptime:.0f} s after power")
        goal = new.witness.commands + 3
        answered = plays_until(lambda: new.witness.commands >= goal, new.witness, new.line, random)
        new.events()
        return (
            f"{len(content)} bytes, {found} events served {uptime:.0f} s after power by its own clock "
            f"({time.monotonic() - began:.0f} s here), {answered} commands answered under the authority of before"
        )
    finally:
        new.end()
