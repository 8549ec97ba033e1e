"""Licences as SPDX expressions: where a package names one, where it does not, and which may not be shipped."""

from __future__ import annotations

import pytest
from packaging.metadata import RawMetadata

from tools.supply.licence import LicenceError, allowed, licence

MIT = "License :: OSI Approved :: MIT License"
BSD = "License :: OSI Approved :: BSD License"


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (RawMetadata(license_expression="MIT OR Apache-2.0"), "MIT OR Apache-2.0"),
        (RawMetadata(license="bsd-3-clause", classifiers=[BSD]), "BSD-3-Clause"),
        (RawMetadata(license="the whole text", classifiers=["Topic :: Games", MIT]), "MIT"),
    ],
)
def test_a_package_names_its_licence(metadata: RawMetadata, expected: str) -> None:
    assert licence(RawMetadata({"name": "some"} | metadata)) == expected  # type: ignore[typeddict-item]


@pytest.mark.parametrize("metadata", [RawMetadata(), RawMetadata(license="BSD", classifiers=[BSD])])
def test_a_licence_that_is_left_open_is_an_error_that_names_the_package(metadata: RawMetadata) -> None:
    with pytest.raises(LicenceError, match=r"licence of some: .* requirements/licences\.toml"):
        licence(RawMetadata({"name": "some"} | metadata))  # type: ignore[typeddict-item]


def test_what_was_looked_up_by_hand_comes_first() -> None:
    assert licence(RawMetadata(name="pyserial", license="BSD")) == "BSD-3-Clause"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("MPL-2.0", True),
        ("GPL-3.0-or-later", False),
        ("LGPL-2.1-only", False),
        ("AGPL-3.0-only", False),
        ("MIT OR GPL-2.0-only", True),
        ("MIT AND GPL-2.0-only", False),
        ("(MIT OR GPL-2.0-only) AND LGPL-3.0-only", False),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
    ],
)
def test_no_gnu_licence_may_be_shipped_unless_another_may_be_chosen(expression: str, expected: bool) -> None:
    assert allowed(expression) is expected
