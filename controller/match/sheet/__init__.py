"""The result sheet of a match: JSON, CSV, and one printed page as HTML. Pure functions of the state."""

from controller.match.sheet.facts import sheet_json
from controller.match.sheet.page import SheetRules, sheet_html
from controller.match.sheet.place import SheetPlace, file_name
from controller.match.sheet.rows import sheet_csv
from controller.match.sheet.signed import SheetHead

__all__ = ["SheetHead", "SheetPlace", "SheetRules", "file_name", "sheet_csv", "sheet_html", "sheet_json"]
