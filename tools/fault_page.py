"""``docs/faults.md``, and the same in other languages, from the fault catalogue and its words:
``python -m tools.fault_page [--check]``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.mechanism.faults import catalogue
from tools.made import write_or_check

ROOT: Final = Path(__file__).resolve().parents[1]
LOCALE: Final = ROOT / "api" / "locale"


@dataclass(frozen=True)
class Frame:
    """What stands around the sentences of the catalogue in one language. ``severity``: by its name; ``named``: instead
    of what only a running table could fill in. ``page``: where it goes."""

    page: Path
    head: str
    severity: Mapping[str, str]
    evidence: str
    none: str
    comma: str
    stop: str
    named: Mapping[str, str]


MADE: Final = (
    "Made from the catalogue in `controller/mechanism/faults.py` by `python -m tools.fault_page`; do not edit."
)
FRAMES: Final = {
    "en": Frame(
        ROOT / "docs/faults.md",
        f"""# Faults

{MADE}

Remedies are tried in their order. The tablet shows the same sentences in the reader's language, with the place of the
fault. The evidence named here is kept in the journal with each fault; with every fault that stops the machine the last
60 seconds of telemetry and the last 256 frames of the link are written to the folder `faults/` of the state folder.
""",
        {"warn": "Play goes on", "hold": "The machine waits for a person", "stop": "All motors off"},
        " Evidence: ", "none", ", ", ".",
        {"side": "side n", "mechanism": "the part", "built": "x", "asked": "y"},
    ),
    "ja": Frame(
        ROOT / "docs/ja/faults.md",
        f"# 異常と対処\n\n{MADE}\n\n"
        "対処は上から順に行います。タブレットには、異常の場所を入れた同じ文が出ます。「記録」にあるものは"
        "、異常ごとに記録に残ります。機械を止める異常では、直前 60 秒の計測値と、通信の最後の 256"
        " フレームが、状態フォルダーの `faults/` にも書かれます。"
        "\n",
        {"warn": "対局は続けられます", "hold": "機械は人を待っています", "stop": "モーターはすべて停止"},
        " 記録：", "なし", "、", "。",
        {"side": "第 n 辺", "mechanism": "その部品", "built": "x", "asked": "y"},
    ),
    "zh-Hans": Frame(
        ROOT / "docs/zh-Hans/faults.md",
        f"# 故障与处理\n\n{MADE}\n\n"
        "处理方法按顺序尝试。平板会显示同样的句子，并写明故障的位置。“记录”中列出的内容会随每个故障写入"
        "记录；凡是使机器停止的故障，最近 60 秒的测量值和通信的最后 256 帧会写入状态文件夹的 `"
        "faults/`。"
        "\n",
        {"warn": "牌局可以继续", "hold": "机器在等人处理", "stop": "电机全部停止"},
        " 记录：", "无", "、", "。",
        {"side": "第 n 边", "mechanism": "该部件", "built": "x", "asked": "y"},
    ),
    "zh-Hant": Frame(
        ROOT / "docs/zh-Hant/faults.md",
        f"# 故障與處理\n\n{MADE}\n\n"
        "處理方法依順序嘗試。平板會顯示同樣的句子，並寫明故障的位置。「記錄」中列出的內容會隨每個故障寫入"
        "記錄；凡是使機器停止的故障，最近 60 秒的量測值和通訊的最後 256 個訊框會寫入狀態資料夾的"
        " `faults/`。"
        "\n",
        {"warn": "牌局可以繼續", "hold": "機器在等人處理", "stop": "馬達全部停止"},
        " 記錄：", "無", "、", "。",
        {"side": "第 n 邊", "mechanism": "該部件", "built": "x", "asked": "y"},
    ),
}  # fmt: skip


def _sentence(text: str, frame: Frame) -> str:
    named = text.format_map(frame.named)
    return named[:1].upper() + named[1:]


def page(frame: Frame, words: Mapping[str, str]) -> str:
    """The whole page as text."""
    return frame.head + "".join(_chapter(entries, frame, words) for entries in _families())


def _families() -> Iterator[list[dict[str, Any]]]:
    entries = catalogue()
    for key in dict.fromkeys(entry["key"] for entry in entries):
        yield [entry for entry in entries if entry["key"] == key]


def _chapter(entries: list[dict[str, Any]], frame: Frame, words: Mapping[str, str]) -> str:
    first = entries[0]
    codes = ", ".join(entry["code"] for entry in entries)
    evidence = frame.comma.join(first["evidence"]) or frame.none
    lines = [
        f"\n## {codes}: {_sentence(words[first['key']], frame)}\n",
        f"{_sentence(words[first['key'] + '.meaning'], frame)}\n",
        f"*{frame.severity[first['severity']]}{frame.stop}*{frame.evidence}{evidence}{frame.stop}\n",
    ]
    lines += [f"{n}. {_sentence(words['remedy.' + remedy], frame)}" for n, remedy in enumerate(first["remedies"], 1)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    return write_or_check({frame.page: page(frame, _words(language)) for language, frame in FRAMES.items()}, arguments)


def _words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LOCALE / language / "machine.json").read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
