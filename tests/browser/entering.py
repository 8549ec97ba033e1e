"""The form for a result as people use it: seats are touched on the small table."""

from __future__ import annotations

from typing import Any


def entry_form(page: Any) -> Any:
    """The form of the hand being played, open."""
    page.get_by_role("button", name="Enter the result").click()
    return opened_form(page)


def opened_form(page: Any) -> Any:
    form = page.locator("dialog.entry[open]")
    form.wait_for()
    return form


def touch(page: Any, *names: str) -> None:
    """First who won, then who discarded."""
    for name in names:
        page.locator("dialog.entry .cross").get_by_role("button", name=name).click()


def total(page: Any, name: str) -> None:
    page.locator("dialog.entry .totals").get_by_role("radio", name=name, exact=True).click()


def shows_what_it_pays(page: Any, timeout: float = 8000) -> None:
    """The nets of all are there, and Confirm works."""
    page.wait_for_function(
        "() => document.querySelector('.ledger .line .net')?.innerText !== '–'"
        " && document.querySelector('dialog.entry .acts .main')?.disabled === false",
        timeout=timeout,
    )
