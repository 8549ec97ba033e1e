"""What a director does at the pages of a tournament, for the tests that lead one."""

from __future__ import annotations

from typing import Any


def tab(desk: Any, name: str) -> None:
    desk.locator(".tabs").get_by_role("link", name=name, exact=True).click()


def opened_at(desk: Any, table: int, button: str) -> Any:
    """A dialog of this table of the round."""
    desk.locator(".game").nth(table - 1).get_by_role("button", name=button, exact=True).click()
    return desk.locator("dialog[open]")


def pressed_in(dialog: Any) -> None:
    """Its last button, which sends it off."""
    dialog.locator("footer button").last.click()
    dialog.wait_for(state="detached")


def filled_in(dialog: Any, **fields: str) -> None:
    """Fields by their labels, with ``_`` for a space; sent off."""
    for label, text in fields.items():
        control = dialog.get_by_label(label.replace("_", " ")).last  # the words of a select hold those of its options
        if control.evaluate("(one) => one.tagName") == "SELECT":
            control.select_option(label=text)
        else:
            control.fill(text)
    pressed_in(dialog)


def asked(desk: Any, button: str, **fields: str) -> None:
    """A dialog, opened by its button, filled in and sent off."""
    desk.get_by_role("button", name=button, exact=True).last.click()
    filled_in(desk.locator("dialog[open]"), **fields)


def published(desk: Any) -> None:
    desk.get_by_role("button", name="All results are in", exact=True).click()
    desk.get_by_role("button", name="Publish the results", exact=True).click()
    desk.get_by_role("button", name="Lock the round", exact=True).wait_for()


def locked(desk: Any) -> None:
    desk.get_by_role("button", name="Lock the round", exact=True).click()
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("All players were asked, and nobody protests").check()
    pressed_in(dialog)
