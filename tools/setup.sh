#!/bin/sh
# Makes the environment: python -m venv and pip, or uv where it is installed. Says what is missing and how to get it.
set -eu
venv=$1
python=${PYTHON:-python3}

missing() { printf '\njantaku: %s\n         install it with:  %s\n\n' "$1" "$2" >&2; exit 1; }

command -v "$python" >/dev/null 2>&1 || missing "there is no $python on this machine" "sudo apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    missing "$($python --version) is too old; 3.11 or newer is needed" "sudo apt install python3.11 python3.11-venv, then: make PYTHON=python3.11 ..."

if command -v uv >/dev/null 2>&1; then
    [ -x "$venv/bin/python" ] || uv venv --quiet --python "$python" "$venv"
    install() { uv pip install --quiet --python "$venv/bin/python" "$@"; }
else
    [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv" ||
        { rm -rf "$venv"; missing "this Python cannot make environments (module venv or ensurepip)" "sudo apt install python3-venv"; }
    install() { "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
fi

echo "jantaku: installing the Python packages into $venv (once) ..."
install -e ".[${EXTRAS:-dev}]" ||
    { echo "jantaku: the packages could not be installed: is the network up, and is the disk full? Run the same command again afterwards." >&2; exit 1; }

if ! command -v cc >/dev/null 2>&1 && ! command -v gcc >/dev/null 2>&1 && ! command -v clang >/dev/null 2>&1; then
    echo "jantaku: no C compiler on this machine; fetching the ziglang wheel to build the firmware with (about 90 MB) ..."
    install 'ziglang>=0.13,<1' || missing "no C compiler, and the ziglang wheel could not be fetched" "sudo apt install gcc libc6-dev"
fi
touch "$venv/.installed"
