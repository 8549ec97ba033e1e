"""``jantaku owner-code``: a code that makes one device the owner's, for whoever may write into the table's folder.

For the first owner, and for one who lost every device. The service takes it while it runs, once.
"""

from __future__ import annotations

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.access.folder import FOLDER
    from api.access.owner_code import LIFETIME, make
    from api.commands.as_owner import as_owner
    from api.commands.exits import WrongUse
    from api.commands.state import now, state_dir
    from api.doctor.finding import AS_THE_SERVICE

    folder = state_dir(arguments)
    with as_owner(folder):
        if not folder.is_dir():
            raise WrongUse(f"{folder}: there is no table here; start the service first")
        try:
            code = make(folder / FOLDER, int(now().timestamp()))
        except PermissionError as error:
            raise WrongUse(f"{folder} may not be written by this user. {AS_THE_SERVICE}") from error
        except OSError as error:
            raise WrongUse(f"{folder} cannot be written: {error.strerror}") from error
    if arguments.json:
        print(json.dumps({"code": code, "seconds": LIFETIME}))
    else:
        print(f"{code}\nEnter it on the page /pair of the table within {LIFETIME // 60} minutes. It works once.")
    return 0
