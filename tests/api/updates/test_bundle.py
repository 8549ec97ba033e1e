"""Update files: who signed them, what is in them, and what is done with those that are wrong."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from api.updates import bundle
from api.updates.errors import BadBundle
from api.updates.releases import Outcome, Releases

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
ABOUT = {"version": "1.2.3", "machine": "arm64", "board": "00ff", "notes": {"en": "Faster.", "ja": "速くなりました。"}}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "program" / "api").mkdir(parents=True)
    (folder / "program" / "api" / "cli.py").write_text("print('hello')\n" * 50)
    return bundle.write(folder / "program", ABOUT, KEY, folder, 1_790_000_000)


def rebuilt(source: Path, target: Path, change: Callable[[str, bytes], bytes]) -> Path:
    with tarfile.open(source) as old, tarfile.open(target, "w") as new:
        for member in old:
            file = old.extractfile(member)
            assert file is not None
            content = change(member.name, file.read())
            member.size = len(content)
            new.addfile(member, io.BytesIO(content))
    return target


def test_what_was_packed_comes_out_and_says_what_changes(good: Path, tmp_path: Path) -> None:
    found = bundle.checked(good, ["11" * 32, PUBLIC])
    bundle.unpack(found, tmp_path / "out")
    assert (tmp_path / "out/api/cli.py").read_text().startswith("print")
    assert (found.manifest.version, found.key) == ("1.2.3", PUBLIC)
    assert found.manifest.notes["ja"] == "速くなりました。"


def test_a_file_signed_by_a_stranger_is_refused(good: Path) -> None:
    with pytest.raises(BadBundle, match="not signed by a key that this computer trusts"):
        bundle.checked(good, ["11" * 32])


def test_a_manifest_that_was_changed_is_refused(good: Path, tmp_path: Path) -> None:
    changed = rebuilt(good, tmp_path / "x", lambda name, text: text.replace(b"1.2.3", b"9.9.9"))
    with pytest.raises(BadBundle, match="not signed"):
        bundle.checked(changed, [PUBLIC])


def test_another_program_under_a_good_signature_is_never_unpacked(good: Path, tmp_path: Path) -> None:
    changed = rebuilt(good, tmp_path / "x", lambda name, text: text[:-1] + b"!" if name == bundle.PROGRAM else text)
    found = bundle.checked(changed, [PUBLIC])
    with pytest.raises(BadBundle, match="not the one that was signed"):
        bundle.unpack(found, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@settings(max_examples=60)
@given(data=st.data())
def test_a_file_that_is_cut_short_or_damaged_anywhere_is_refused_or_whole(
    good: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(good.read_bytes())
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(0, len(content) - 1))]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "x.update").write_bytes(bytes(content))
    try:
        bundle.unpack(bundle.checked(folder / "x.update", [PUBLIC]), folder / "out")
    except BadBundle:
        assert not (folder / "out").exists()
    else:  # the damage was in padding
        assert (folder / "out/api/cli.py").read_text() == "print('hello')\n" * 50


def signed_program(folder: Path, name: str, kind: bytes = tarfile.REGTYPE) -> bundle.Bundle:
    """A bundle whose signer packed something that does not belong there."""
    (folder / "program").mkdir()
    (folder / "program" / "a").write_bytes(b"a")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz") as tar:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, "/etc/passwd"
        tar.addfile(member, io.BytesIO())
    evil = packed.getvalue()
    made = bundle.write(folder / "program", ABOUT, KEY, folder, 0)
    with tarfile.open(made) as tar:
        manifest = tar.extractfile(bundle.MANIFEST)
        assert manifest is not None
        fields = bundle.json.loads(manifest.read())
    fields |= {"size": len(evil), "sha256": bundle.hashlib.sha256(evil).hexdigest()}
    text = bundle.json.dumps(fields).encode()
    replaced = {bundle.MANIFEST: text, bundle.SIGNATURE: KEY.sign(bundle.ABOUT + text), bundle.PROGRAM: evil}
    return bundle.checked(rebuilt(made, folder / "evil", lambda name, _: replaced[name]), [PUBLIC])


@pytest.mark.parametrize(("name", "kind"), [("../outside", tarfile.REGTYPE), ("/tmp/outside", tarfile.REGTYPE),
                                            ("link", tarfile.SYMTYPE), ("device", tarfile.CHRTYPE)])  # fmt: skip
def test_nothing_leaves_the_folder_of_a_release_and_nothing_but_files_is_in_it(
    name: str, kind: bytes, tmp_path: Path
) -> None:
    with pytest.raises(BadBundle, match="does not belong into an update"):
        bundle.unpack(signed_program(tmp_path, name, kind), tmp_path / "out")
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("version", ["", "1..2", "1.2-3", "../1", "1.2.3.4.5.6", "٣", "1.99999999"])
def test_what_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(BadBundle, match="is not a version"):
        bundle.numbers(version)


def test_versions_are_compared_as_numbers() -> None:
    assert bundle.numbers("1.10") > bundle.numbers("1.9.9") > bundle.numbers("1.9")


def test_keys_are_read_from_files_with_one_key_each_and_others_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "ours.pub").write_text(f"{PUBLIC} of the project\n")
    (tmp_path / "wrong.pub").write_text("not a key\n")
    (tmp_path / "short.pub").write_text("00ff\n")
    assert bundle.trusted_keys([tmp_path, tmp_path / "none"]) == [PUBLIC]


def release(releases: Releases, version: str) -> None:
    place = releases.place_for(version)
    place.mkdir()
    (place / "file").write_text(version)
    releases.take_in(place, version)


def test_the_link_names_one_whole_release_or_the_package(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    for version in ("1.0", "2.0"):
        release(releases, version)
        releases.link(version)
        assert releases.current() == version
        assert (tmp_path / "current/file").read_text() == version
    releases.link(None)
    assert releases.current() is None


def test_what_was_half_unpacked_is_no_release_and_goes_with_the_next(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    releases.place_for("1.0").mkdir()
    assert releases.versions() == []
    releases.place_for("2.0")
    assert list((tmp_path / "releases").iterdir()) == []


def test_two_earlier_releases_stay_and_older_ones_go(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    for version in ("1.0", "2.0", "3.0", "4.0"):
        release(releases, version)
        bundle_time = 1_790_000_000 + int(version[0])
        os.utime(releases.folder(version), (bundle_time, bundle_time))
    releases.link("4.0")
    releases.end(Outcome("4.0", "3.0", "2026-11-26T03:00:00Z"), refused=False)
    assert releases.versions() == ["4.0", "3.0", "2.0"]
