from __future__ import annotations

import ctypes
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import generate
from firmware_bridge.emit.names import snake
from firmware_bridge.messages import CODES, MAX_PAYLOAD
from firmware_bridge.schema import load

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror")
HEADER = generate.ROOT / "hardware" / "firmware" / "core"


def test_every_generated_file_is_up_to_date() -> None:
    assert generate.main(["--check"]) == 0


def test_a_file_that_differs_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    assert generate.stale({Path("a"): "new", Path("b"): "new"}, tmp_path) == [Path("a"), Path("b")]


def test_the_page_has_every_message_and_every_value() -> None:
    text = (generate.ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    schema = load()
    for message in schema.messages:
        assert re.search(rf"^#### `0x{message.code:02X}` {message.name}$", text, re.MULTILINE)
        assert all(f"`{field.name}`" in text for field in message.fields)
    for names in (*schema.enums, *schema.flags):
        assert all(f"`{key}`" in text for key in names.values)
    assert "$" not in text


def _there_and_back() -> str:
    """C that unpacks a payload and packs it again, for every message; 255: refused."""
    cases = [
        f"case MSG_{snake(message.name).upper()}: {{ struct msg_{snake(message.name)} m; "
        f"return unpack_{snake(message.name)}(in, n, &m) ? pack_{snake(message.name)}(out, &m) : 255; }}"
        for message in load().messages
        if message.fields
    ]
    return (
        '#include "protocol.h"\nuint8_t there_and_back(uint8_t code, const uint8_t *in, uint8_t n, uint8_t *out);\n'
        "uint8_t there_and_back(uint8_t code, const uint8_t *in, uint8_t n, uint8_t *out) {\nswitch (code) {\n"
        + "\n".join(cases)
        + "\ndefault: return 255; }\n}\n"
    )


@pytest.fixture(scope="module")
def c_library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if COMPILER is None:
        pytest.skip("C header against Python: needs a C compiler (apt-get install gcc)")
    folder = tmp_path_factory.mktemp("c")
    (folder / "t.c").write_text(_there_and_back())
    command = [COMPILER, *WARNINGS, "-shared", "-fPIC", f"-I{HEADER}", str(folder / "t.c"), "-o", str(folder / "t.so")]
    subprocess.run(command, check=True, timeout=60)
    library = ctypes.CDLL(str(folder / "t.so"))
    library.there_and_back.restype = ctypes.c_uint8
    return library


@pytest.mark.parametrize("message", [m for m in load().messages if m.fields], ids=lambda message: message.name)
def test_c_and_python_agree_on_every_layout(c_library: Any, message: Any) -> None:
    rng, out = random.Random(message.code), ctypes.create_string_buffer(256)
    for _ in range(50):
        length = rng.randrange(MAX_PAYLOAD + 1)
        payload = rng.randbytes(length)
        packed = c_library.there_and_back(message.code, payload, length, out)
        assert (packed == 255) == (length < message.size)
        if packed == 255:
            continue
        whole = message.fields[-1].kind == "bytes"
        assert out.raw[:packed] == (payload if whole else payload[: message.size])
        try:
            assert CODES[message.code].from_bytes(payload).to_bytes() == out.raw[:packed]
        except ValueError as error:
            assert "is not a" in str(error)  # a number that no enumeration has; C leaves that to its caller


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="header on avr-gcc: apt-get install gcc-avr avr-libc")
def test_the_header_suits_a_compiler_with_16_bit_int(tmp_path: Path) -> None:
    (tmp_path / "t.c").write_text(_there_and_back())
    command = ["avr-gcc", "-mmcu=atmega2560", "-Os", *WARNINGS, f"-I{HEADER}", "-c", str(tmp_path / "t.c")]
    done = subprocess.run([*command, "-o", str(tmp_path / "t.o")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
