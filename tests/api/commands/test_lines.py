"""The fast reader of many lines says of every text what ``json.loads`` says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from api.commands.lines import decoder

DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
WRITTEN = st.builds(
    lambda document, ascii_only: json.dumps(document, ensure_ascii=ascii_only).encode(errors="surrogatepass"),
    DOCUMENTS,
    st.booleans(),
)


@given(WRITTEN, st.data())
def test_a_line_is_read_as_json_reads_it(written: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(written)))
    damaged = written[:at] + data.draw(st.binary(max_size=2)) + written[at + 1 :]
    for text in (written, damaged):
        assert said(decoder(), text) == said(json.loads, text)


@given(st.from_regex(rb"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,4})?", fullmatch=True))
@example(b"1e400")
@example(b"-0")
@example(b"9" * 5_000)
def test_a_number_is_read_as_json_reads_it(written: bytes) -> None:
    assert said(decoder(), written) == said(json.loads, written)


def said(read: Callable[[bytes], Any], text: bytes) -> str:
    try:
        return repr(read(text))
    except (ValueError, RecursionError) as error:
        return repr(error)
