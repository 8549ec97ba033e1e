"""What tests do at the display of the table: its menu, its language, its bar."""

from __future__ import annotations

from typing import Any


def menu(page: Any) -> Any:
    """Opens the menu of all that is not the next step; its dialog."""
    page.locator(".foot .more").click()
    dialog = page.locator("dialog.more-menu[open]")
    dialog.locator("select").wait_for()
    return dialog


def from_menu(page: Any, name: str) -> None:
    """Touches a button of the menu."""
    menu(page).get_by_role("button", name=name, exact=True).click()


def speak(page: Any, language: str) -> None:
    """Chooses the language of the page, and closes the menu again."""
    dialog = menu(page)
    dialog.locator("select").select_option(language)
    page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def sentence(page: Any) -> str:
    said: str = page.locator(".foot .sentence").inner_text()
    return said


def with_a_manual(route: Any) -> None:
    """An answer of ``/api/v1/me`` as at an installed table: codes of faults and help marks lead to the manual."""
    route.fulfill(json=route.fetch().json() | {"manual": True})
