#!/bin/sh
# Installs one part into the environment: tools/setup.sh VENV PART. Parts are the lock files in requirements/.
# Every package is held to the hashes of its lock file, with python -m venv and pip, or with uv where it is installed.
# Says what is missing and how to get it.
set -eu
venv=$1
part=$2
python=${PYTHON:-python3}

missing() { printf '\njantaku: %s\n         install it with:  %s\n\n' "$1" "$2" >&2; exit 1; }
failed() { echo "jantaku: the packages could not be installed: is the network up, and is the disk full? Run the same command again afterwards." >&2; exit 1; }

command -v "$python" >/dev/null 2>&1 || missing "there is no $python on this machine" "sudo apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    missing "$($python --version) is too old; 3.11 or newer is needed" "sudo apt install python3.11 python3.11-venv, then: make PYTHON=python3.11 ..."

# Without an environment of its own for each build: that one would fetch build tools that no lock file names.
if command -v uv >/dev/null 2>&1; then
    [ -x "$venv/bin/python" ] || uv venv --quiet --python "$python" "$venv"
    install() { uv pip install --quiet --python "$venv/bin/python" --no-build-isolation "$@"; }
else
    [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv" ||
        { rm -rf "$venv"; missing "this Python cannot make environments (module venv or ensurepip)" "sudo apt install python3-venv"; }
    install() { "$venv/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --use-pep517 "$@"; }
fi
locked() { install --require-hashes --requirement "requirements/$1.lock" || failed; }

echo "jantaku: installing the Python packages of '$part' into $venv (once) ..."
if [ "$part" = run ]; then
    locked build
    locked run
    install --no-deps --editable . || failed
    if ! command -v cc >/dev/null 2>&1 && ! command -v gcc >/dev/null 2>&1 && ! command -v clang >/dev/null 2>&1; then
        echo "jantaku: no C compiler on this machine; fetching the ziglang wheel to build the firmware with (about 90 MB) ..."
        install --require-hashes --requirement requirements/zig.lock ||
            missing "no C compiler, and the ziglang wheel could not be fetched" "sudo apt install gcc libc6-dev"
    fi
else
    locked "$part"
fi

# From 3.13 on the module for the header of a Pi 5 comes from the system alone: see the extra pi5 in pyproject.toml.
if [ "$part" = pi5 ] && "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
    sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' "$venv/pyvenv.cfg"
    "$venv/bin/python" -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("RPi"))' ||
        missing "the module for the header of the Pi is not on this machine" "sudo apt install python3-rpi-lgpio"
fi
touch "$venv/.has-$part"
