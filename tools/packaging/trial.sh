#!/bin/bash
# Installs, starts, updates, upgrades, removes and purges the packages in a clean Debian with systemd as its first process, and
# says what each step left. Needs root and systemd-container; ROOT is made by:
#   mmdebstrap --variant=minbase --include=systemd,systemd-sysv,udev,adduser,python3,curl,procps bookworm ROOT
#   python -m tools.packaging.trial_content FOLDER
#   trial.sh ROOT FOLDER
# ROOT itself is not changed: what is written goes into memory.
set -euo pipefail
if [ "${1:-}" = --inside ]; then
    cd /
    failed=0
    check() { local what=$1; shift; if "$@" >/tmp/said 2>&1; then echo "ok    $what"; else echo "FAILED $what"; tail -n 5 /tmp/said; failed=1; fi; }
    answers() { local n; for n in $(seq 60); do curl -fsS -m 2 -o /dev/null "$1" && return 0; sleep 0.5; done; return 1; }
    listed() { find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /tmp -o -path /trial -o -path /trial.sh -o -path /var/log -o -path /var/lib/dpkg -o -path /var/cache -o -path /dev \
        -o -path /var/lib/systemd -o -path /var/tmp -o -name '.updated' -o -path /etc/machine-id \) -prune -o -print | sort; cut -d: -f1 /etc/passwd /etc/group; }
    same() { diff "$@"; }
    not() { ! "$@"; }
    # How long the table was away while something was done: the longest time between two answers.
    watch() { local last now longest=0; last=$(date +%s%N); while [ -e /tmp/watch ]; do
        if curl -fsS -m 1 -o /dev/null http://127.0.0.1:8000/readyz 2>/dev/null; then now=$(date +%s%N)
        [ $(((now - last) / 1000000)) -le $longest ] || longest=$(((now - last) / 1000000)); last=$now; echo $longest >/tmp/away; fi; sleep 0.2; done; }
    while_watched() { local took; took=$(date +%s%N); touch /tmp/watch; watch & "$@"; local rc=$?; answers http://127.0.0.1:8000/readyz; sleep 1; rm /tmp/watch; wait $!
        echo "      it took $((($(date +%s%N) - took) / 1000000)) ms, the table was away for $(cat /tmp/away) ms" >&3; return $rc; }
    exec 3>&1
    systemctl mask --quiet apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online.service
    # The backups of these files, which any change of a user leaves, would stand among what the packages left.
    touch /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /etc/.pwd.lock
    mkdir -p /etc/systemd/system-preset /etc/systemd/system/multi-user.target.wants; listed >/tmp/before
    begin=$(date +%s%N)
    check "installed" dpkg -i /trial/old/jantaku-common_*.deb /trial/old/jantaku-compiled_*.deb /trial/old/jantaku_*.deb /trial/old/jantaku-hall_*.deb
    echo "      installing took $(( ($(date +%s%N) - begin) / 1000000 )) ms, $(du -smc --apparent-size /usr/lib/jantaku /usr/lib/jantaku-compiled | tail -n 1 | cut -f1) MB with compiled modules"
    old=$(jantaku --version)
    check "the table is served" answers http://127.0.0.1:8000/
    check "the hall is served" answers http://127.0.0.1:8100/
    check "both units are up and enabled" sh -c 'systemctl is-active jantaku jantaku-hall && systemctl is-enabled jantaku jantaku-hall'
    systemctl restart jantaku; begin=$(date +%s%N); systemctl restart jantaku; echo "      systemctl restart took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
    check "the table is served again" answers http://127.0.0.1:8000/
    check "the simulated board needs no compiler" sh -c '! command -v gcc && timeout 20 jantaku simulate --json </dev/null | head -n 1 | grep -q port'
    check "the rules engine is compiled" sh -c 'jantaku --version | grep -qx "rules engine: compiled"'
    check "completion and pages of the manual are there" test -s /usr/share/bash-completion/completions/jantaku
    check "the udev rule is in place" udevadm test-builtin keyboard /sys/class/tty/console
    u=/trial/updates
    says() { local n=$1; shift; [ "$(jantaku --version | head -n 1)" = "jantaku $n" ] && curl -fsS http://127.0.0.1:8000/healthz | grep -q "\"version\":\"$n\""; }
    sed -i 's/^port = "\/dev\/jantaku-board"/port = "simulate"/' /etc/jantaku/table.toml; systemctl restart jantaku
    check "the table is served before an update" answers http://127.0.0.1:8000/readyz
    check "an update signed by a stranger is refused" not jantaku update apply $u/untrusted
    check "an update is told before it is applied" jantaku update check $u/good
    check "a good release is put in" while_watched jantaku update apply $u/good
    check "the new release serves" says "$(jantaku update status --json | sed 's/.*"release": "\([^"]*\)".*/\1/')"
    good=$(jantaku --version | head -n 1 | cut -d' ' -f2)
    for bad in bad ends sick; do
        check "a release that is $bad is taken back" while_watched not jantaku update apply $u/$bad
        jantaku update status | tail -n 1 | sed 's/^/      /'
        check "the release before serves again" says "$good"
        check "what was taken back is not tried again" not jantaku update apply $u/$bad
    done
    # A power cut while the bad release is tried: what the start of the computer does then
    jantaku update apply $u/sick --refused >/dev/null 2>&1 & pid=$!
    for n in $(seq 600); do grep -q trying /opt/jantaku/update.json 2>/dev/null && break; sleep 0.05; done
    check "the update is under way" grep -q trying /opt/jantaku/update.json
    kill -9 $pid; wait $pid 2>/dev/null || true
    systemctl start jantaku-update-recover; check "after a power cut the release before is back" answers http://127.0.0.1:8000/readyz
    check "and it is the one that serves" says "$good"
    check "back to the packaged release by a person" jantaku update rollback
    check "the packaged release serves" says "$(dpkg-query -W -f '${Version}' jantaku)"
    # Forward again, as a page asks for it: the service leaves a wish, and root sees to it
    brought() { install -d -o jantaku -g jantaku -m 700 /var/lib/jantaku/updates; install -o jantaku -g jantaku -m 600 "$1"/*.update /var/lib/jantaku/updates/; }
    wished() { brought "$u/$1"; printf '{"version": "%s"}' "$2" >/tmp/wish; install -o jantaku -g jantaku -m 600 /tmp/wish /var/lib/jantaku/update-wanted; local n; for n in $(seq 100); do sleep 1
        [ -e /var/lib/jantaku/update-wanted ] || systemctl is-active --quiet jantaku-update || return 0; done; return 1; }
    check "systemd waits for a wish" systemctl is-active jantaku-update.path
    check "a wish is seen to" while_watched wished good "$good"
    check "what was wished for serves" says "$good"
    check "an older release that is wished for is not put in" wished good 0.0.1
    check "it still serves" says "$good"
    sed -i 's/^name = "table" .*/name = "edited by the owner"/' /etc/jantaku/table.toml
    check "upgraded" dpkg -i /trial/new/jantaku-common_*.deb /trial/new/jantaku-compiled_*.deb /trial/new/jantaku_*.deb /trial/new/jantaku-hall_*.deb
    check "the edit is kept" grep -q 'edited by the owner' /etc/jantaku/table.toml
    check "the version is another" not same <(echo "$old") <(jantaku --version)
    check "the table is served by the new version" answers http://127.0.0.1:8000/
    check "the journal is the same and unbroken" jantaku journal verify --state-dir /var/lib/jantaku
    check "removed" dpkg -r jantaku-hall jantaku jantaku-compiled jantaku-common
    check "the journal is still there" test -s /var/lib/jantaku/journal.db
    check "nothing runs any more" not pgrep -f jantaku
    check "purged" dpkg -P jantaku-hall jantaku jantaku-compiled jantaku-common
    listed >/tmp/after
    check "nothing is left" same /tmp/before /tmp/after
    exit $failed
fi
root=$(realpath "$1") content=$(realpath "$2") name=jantaku-trial-$$ here=$(realpath "$0")
systemd-nspawn --quiet --directory="$root" --volatile=overlay --boot --machine="$name" --keep-unit --register=no --private-network \
    --bind-ro="$content:/trial" --bind-ro="$here:/trial.sh" >"/tmp/$name.console" 2>&1 </dev/null &
spawn=$!
leader=; for _ in $(seq 100); do sleep 0.2; leader=$(pgrep -P "$spawn" -x "systemd|init" | head -n 1 || true); [ -z "$leader" ] || break; done
[ -n "$leader" ] || { echo "no system came up; see /tmp/$name.console" >&2; exit 1; }
ended() { kill -RTMIN+4 "$leader" 2>/dev/null || true; for _ in $(seq 100); do kill -0 "$spawn" 2>/dev/null || return 0; sleep 0.1; done; kill -9 "$leader"; }
trap ended EXIT
inside() { nsenter -t "$leader" -m -u -i -n -p -C env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
for _ in $(seq 120); do
    case $(inside systemctl is-system-running 2>/dev/null || true) in running | degraded) break ;; esac
    sleep 0.5
done
inside bash /trial.sh --inside
