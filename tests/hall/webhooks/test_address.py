"""Where a hall sends, and where it does not."""

from __future__ import annotations

import pytest

from controller.refusals import Refused
from hall.webhooks.address import LONGEST_URL, check_url, may_reach


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://example.org/hook?key=1", "https://example.org"),
        ("https://example.org:8443/", "https://example.org:8443"),
        ("https://[2606:4700:4700::1111]:8443/x", "https://[2606:4700:4700::1111]:8443"),
    ],
)
def test_an_https_address_is_kept_and_called_by_its_place_alone(url: str, place: str) -> None:
    assert check_url(url, local=False) == place


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///x", "example.org", "", "https://a b/",
        "https://user:pass@example.org/", "https://example.org/#x", "https://example.org:0/", "https://example.org:x/",
        "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", "https://169.254.169.254/latest", "https://[::]/",
        "https://exämple.org/", "https://example.org/\n", "https://example.org/" + "x" * LONGEST_URL, "https://[::1",
    ],
)  # fmt: skip
def test_what_is_no_public_https_address_is_refused_by_its_field(url: str) -> None:
    with pytest.raises(Refused) as caught:
        check_url(url, local=False)
    assert (caught.value.code, caught.value.field) == ("bad-webhook", "url")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9000/", "http://192.168.1.4/", "https://door.local/", "http://[::1]/"]
)
def test_the_local_network_is_for_owners_who_say_so(url: str) -> None:
    assert check_url(url, local=True)


PUBLIC = ["93.184.216.34", "2606:4700:4700::1111", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
LOCAL = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"]
NEVER = [
    "169.254.169.254", "fe80::1", "fe80::1%eth0", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255",
    "240.0.0.1", "100.64.0.1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_the_public_internet_may_be_reached(address: str) -> None:
    assert may_reach(address, local=False)


@pytest.mark.parametrize("address", LOCAL)
def test_computers_inside_may_be_reached_only_when_the_owner_says_so(address: str) -> None:
    assert (may_reach(address, local=False), may_reach(address, local=True)) == (False, True)


@pytest.mark.parametrize("address", NEVER)
def test_what_is_no_place_for_a_webhook_is_never_reached(address: str) -> None:
    """Such as where clouds give away their keys, also in the disguise of IPv6."""
    assert not may_reach(address, local=True)
