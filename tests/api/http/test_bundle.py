"""Modules joined into one script do what the single ones do; what cannot be joined is said, never guessed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from api.http.bundle import NotUnderstood, bundle
from api.http.comments import without_style_comments

LIKE_COMMENTS = r"""
const accepted = "image/*", other = 'a "quoted" /* part */', half = 8 /* eight */ / 2; // half of it, "unquoted
const found = "x/*y".replace(/[/*"'`]+/g, "-"), n = found.length / 3 / 1;
const text = `
// not a comment: ${/* but this is one, } and all */ [`${{ a: "}*/" }.a}/*`, "//"].join(" ")} */
` /* the end
*/
const give = (value) => {
  return/* nothing else */value;
};
export const like = [accepted, other, half, found, n, text, give("https://jantaku")];
"""
"""Whatever looks like a comment in it, or like the end of one."""
MODULES = {
    "page/page.js": (
        'import { count, Counter as Kept } from "../shared/count.js";\nimport { seen } from "./side.js";\n'
        'import { like } from "../shared/like.js";\n'
        "/** @import { Nothing } from './types.js' */\n"
        'const later = () => import("./later.js");\n'
        "const kept = new Kept();\nkept.up();\ncount();\n"
        "const found = await later();\n"
        "console.log(JSON.stringify([kept.n, count(), seen, await found.again(), found.renamed, like]));\n"
    ),
    "shared/like.js": LIKE_COMMENTS,
    "page/side.js": 'import { count } from "../shared/count.js";\nexport const seen = count();\n',
    "page/later.js": (
        'import {\n  count,\n} from "../shared/count.js";\nexport { deep as renamed } from "./deep.js";\n'
        "export async function again() {\n  return count();\n}\n"
    ),
    "page/deep.js": "const own = 7;\nexport { own as deep };\n",
    "shared/count.js": (
        "let n = 0;\nexport function count() {\n  n += 1;\n  return n;\n}\n"
        "export class Counter {\n  n = 0;\n  up() {\n    this.n += 10;\n  }\n}\n"
    ),
}


def run_in_node(folder: Path, files: dict[str, str], entry: str) -> object:
    node = shutil.which("node")
    if node is None:
        pytest.skip("joined scripts: needs Node")
    (folder / "package.json").parent.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run([node, entry], cwd=folder, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_joined_script_gives_the_result_of_the_single_modules(tmp_path: Path) -> None:
    made = bundle(MODULES, "page/page.js")
    joined = run_in_node(tmp_path / "j", {"page/page.js": made.first, "page/page.later.js": made.later}, "page/page.js")
    single = run_in_node(tmp_path / "s", MODULES, "page/page.js")
    assert joined == single
    assert isinstance(single, list)
    assert single[:5] == [10, 3, 1, 4, 7]
    assert "unquoted" not in made.first


def test_a_style_keeps_what_looks_like_a_comment_in_a_text() -> None:
    style = 'a::before { content: "/* 1 */"; } /* b { } */ c::after { content: \'"/*\'; }'
    assert without_style_comments(style) == 'a::before { content: "/* 1 */"; }  c::after { content: \'"/*\'; }'


def test_a_page_that_imports_nothing_later_has_one_script() -> None:
    assert (
        bundle({"a.js": 'import { b } from "./b.js";\nb();\n', "b.js": "export const b = () => 1;\n"}, "a.js").later
        == ""
    )


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        ({"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}, "circle"),
        ({"a.js": 'import { b } from "./b.js";\n'}, "no module b.js"),
        ({"a.js": 'import * as b from "./b.js";\n', "b.js": ""}, "not joined"),
        ({"a.js": 'import b from "./b.js";\n', "b.js": ""}, "not joined"),
        ({"a.js": 'import { b } from "./b.js";\n', "b.js": "export let b = 1;\n"}, "not joined"),
        ({"a.js": 'import { b } from "./b.js";\n', "b.js": "export default 1;\n"}, "not joined"),
    ],
)
def test_what_cannot_be_joined_is_named(modules: dict[str, str], words: str) -> None:
    with pytest.raises(NotUnderstood, match=words):
        bundle(modules, "a.js")
