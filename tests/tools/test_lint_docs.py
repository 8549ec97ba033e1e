"""Links that lead nowhere are found."""

from __future__ import annotations

from pathlib import Path

from tools.lint_docs import ROOT, broken

PAGE = """# A page
[there](other.md) [heading](other.md#two-words--and-more) [own](#a-page) [web](https://example.org/x)
[gone](missing.md) [no heading](other.md#three) `[code](nowhere.md)`
"""


def test_a_link_to_a_file_or_heading_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "docs" / "other.md").write_text("## Two words, `and` more\n## Two words & and more\n", encoding="utf-8")
    assert [line.rpartition(": ")[0] for line in broken(tmp_path)] == [
        "docs/page.md: missing.md", "docs/page.md: other.md#three",
    ]  # fmt: skip


def test_the_documents_lead_nowhere_wrong() -> None:
    assert [*broken(ROOT)] == []
