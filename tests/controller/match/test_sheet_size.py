"""A sheet takes time in proportion to its length."""

from __future__ import annotations

import pytest

from controller.match.sheet import style


def test_the_size_of_the_type_is_found_with_one_look_at_each_text(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[str]()
    width = style.em_width
    monkeypatch.setattr(style, "em_width", lambda text: looked.append(text) or width(text))
    texts = [f"{number} " + "r" * 500 for number in range(2000)]
    assert style.type_size(texts[:10], texts) == style.FLOWING_PT
    assert len(looked) == len(texts) + 10
