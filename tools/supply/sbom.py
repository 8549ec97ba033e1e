"""``make sbom``: the bill of materials of this version, ``dist/jantaku-VERSION.cdx.json``, in CycloneDX 1.6.

In it: the packages of the locks with the hashes of their files, what the pages bring with them, and each chip image in
the build folder that was made from today's sources. The same tree makes the same file; its time is that of
``SOURCE_DATE_EPOCH``, or now.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from api.flashing.image import load
from hardware.firmware.build import CHIP, NoAvrToolsError, avr_build
from tools.supply.licence import known_by_hand
from tools.supply.lockfile import read
from tools.supply.parts import OPTIONAL, ROOT, RUN, SHIPPED, parts
from tools.supply.shipped import Package, shipped
from tools.supply.vendored import Vendored, vendored

SCHEMA: Final = SchemaVersion.V1_6
DIST: Final = ROOT / "dist"
BUILDS: Final = ROOT / "build" / "firmware"
_LICENCES: Final = LicenseFactory()


class SbomError(RuntimeError):
    """The bill does not keep to its schema."""


def bill(images: Iterable[Path], time: datetime) -> str:
    """The bill as JSON. ``images`` are chip images to name with their hashes. Raises what its sources raise."""
    version = _version()
    whole = Component(
        type=ComponentType.APPLICATION, name="jantaku", version=version, bom_ref="jantaku",
        purl=PackageURL("pypi", None, "jantaku", version), licenses=_licence("Apache-2.0"),
    )  # fmt: skip
    packages = _packages()
    others = [*map(_copy, vendored()), *_firmware(images)]
    bom = Bom(components=[*packages.values(), *others])
    bom.metadata.component, bom.metadata.timestamp = whole, time
    for package in shipped():
        bom.register_dependency(packages[package.name], [packages[need] for need in package.needs])
    asked = {canonicalize_name(asked.name) for part in SHIPPED for asked in parts()[part].asked}
    bom.register_dependency(whole, [*(packages[name] for name in sorted(asked)), *others])
    return _checked(bom)


def _checked(bom: Bom) -> str:
    """Named after its own content, so that two bills of one tree are one. Raises ``SbomError``."""
    from cyclonedx.validation.json import JsonStrictValidator  # seconds: grammars of identifiers are made at the import

    bom.serial_number = uuid.UUID(int=0)
    content = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string()
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_OID, content)
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=2)
    wrong = JsonStrictValidator(SCHEMA).validate_str(text)
    if wrong is not None:
        raise SbomError(str(wrong))
    return text + "\n"


def _packages() -> dict[str, Component]:
    locked = {one.name: (one, part) for part in reversed(SHIPPED) for one in read(parts()[part].lock)}
    return {one.name: _package(one, locked[one.name][0].sha256, locked[one.name][1]) for one in shipped()}


def _package(package: Package, sha256: Iterable[str], part: str) -> Component:
    """The hashes are those of all files of this version, one for each Python and machine: pip takes one of them."""
    purl = PackageURL("pypi", None, package.name, package.version)
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION, url=XsUri(purl.to_string()), hashes=map(_sha256, sha256)
    )
    return Component(
        type=ComponentType.LIBRARY, name=package.name, version=package.version, bom_ref=purl.to_string(), purl=purl,
        licenses=_licence(package.licence), external_references=[files],
        scope=ComponentScope.OPTIONAL if part in OPTIONAL else ComponentScope.REQUIRED,
        properties=[] if part == RUN else [Property(name="jantaku:extra", value=part)],
    )  # fmt: skip


def _copy(one: Vendored) -> Component:
    """A library in the pages, and inside it each of its files."""
    purl = PackageURL("npm", None, one.name, one.version)
    files = [_file(f"{one.folder.name}/{path}", sha256) for path, sha256 in sorted(one.sha256.items())]
    return Component(
        type=ComponentType.LIBRARY, name=one.name, version=one.version, bom_ref=purl.to_string(), purl=purl,
        licenses=_licence(one.licence), components=files, scope=ComponentScope.REQUIRED,
    )  # fmt: skip


def _file(path: str, sha256: str) -> Component:
    return Component(type=ComponentType.FILE, name=path, bom_ref=path, hashes=[_sha256(sha256)])


def built(folder: Path = BUILDS) -> list[Path]:
    """The chip images in ``folder`` that were made from today's sources by today's compiler; others stay there, too."""
    try:
        build = avr_build()
    except NoAvrToolsError:
        return []
    return [path for path in sorted(folder.glob(f"*{CHIP}*.elf")) if load(path).build == build]


def _firmware(images: Iterable[Path]) -> Iterator[Component]:
    for image in images:
        linked = [_linked(image, one["name"], one["licence"]) for one in known_by_hand()["firmware"]]
        yield Component(
            type=ComponentType.FIRMWARE, name=image.name, version=load(image).build.hex(), bom_ref=image.name,
            components=linked,
            hashes=[_sha256(hashlib.sha256(image.read_bytes()).hexdigest())], licenses=_licence("Apache-2.0"),
        )  # fmt: skip


def _linked(image: Path, name: str, licence: str) -> Component:
    """Its version is that of the compiler, which the image does not tell."""
    return Component(
        type=ComponentType.LIBRARY, name=name, bom_ref=f"{image.name}/{name}", licenses=_licence(licence)
    )  # fmt: skip


def _licence(expression: str) -> list[License]:
    return [_LICENCES.make_from_string(expression)]


def _sha256(content: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=content)


def main() -> int:
    text = bill(built(), _time(os.environ.get("SOURCE_DATE_EPOCH")))
    DIST.mkdir(exist_ok=True)
    path = DIST / f"jantaku-{_version()}.cdx.json"
    path.write_text(text, encoding="utf-8")
    print(path.relative_to(ROOT))
    return 0


def _version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def _time(epoch: str | None) -> datetime:
    return datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC).replace(microsecond=0)


if __name__ == "__main__":
    sys.exit(main())
