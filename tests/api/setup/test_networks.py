"""Wireless networks as ``nmcli -t`` prints them (its manual page, option --escape)."""

from __future__ import annotations

from api.setup.networks import Network, in_reach, networks_of

PRINTED = r"""*:Parlour 東:62:WPA2
 :Parlour 東:80:WPA2
 :a\:b\\c:40:WPA1 WPA2
 ::99:WPA2
 :Open:55:
 :broken
"""


def test_each_name_is_told_once_with_its_best_station_and_the_one_that_is_joined_first() -> None:
    assert networks_of(PRINTED) == [
        Network("Parlour 東", 62, secured=True, joined=True),
        Network("Open", 55, secured=False, joined=False),
        Network("a:b\\c", 40, secured=True, joined=False),
    ]


def test_a_computer_without_networkmanager_has_none_in_reach() -> None:
    assert in_reach(lambda _: "") == []
