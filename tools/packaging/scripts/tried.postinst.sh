# Compiled modules that this Python cannot load are not used: without its stamp the launcher passes the folder over.
if [ "$1" = configure ] && ! timeout 120 python3 -sP - >/dev/null 2>&1 <<'TRIED'; then
import sys

sys.path[:0] = ["/#FOLDER#", "/usr/lib/jantaku"]
from controller.rules import rulesets
from controller.rules.rulesets import load

for name in rulesets():
    load(name)
TRIED
    echo "jantaku-compiled: the rules engine cannot be loaded here and runs as plain Python" >&2
    rm -f "/#FOLDER#/controller.sha256"
fi
