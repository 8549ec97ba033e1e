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
    systemctl mask --quiet apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online.service
    # The backups of these files, which any change of a user leaves, would stand among what the packages left.
    touch /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /etc/.pwd.lock
    mkdir -p /etc/systemd/system-preset /etc/systemd/system/multi-user.target.wants; listed >/tmp/before
    begin=$(date +%s%N)
    check "installed" dpkg -i /trial/old/jantaku-common_*.deb /trial/old/jantaku_*.deb /trial/old/jantaku-hall_*.deb
    echo "      installing took $(( ($(date +%s%N) - begin) / 1000000 )) ms, $(du -sm --apparent-size /usr/lib/jantaku | cut -f1) MB with compiled modules"
    old=$(jantaku --version)
    check "the table is served" answers http://127.0.0.1:8000/
    check "the hall is served" answers http://127.0.0.1:8100/
    check "both units are up and enabled" sh -c 'systemctl is-active jantaku jantaku-hall && systemctl is-enabled jantaku jantaku-hall'
    systemctl restart jantaku; begin=$(date +%s%N); systemctl restart jantaku; echo "      systemctl restart took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
    check "the table is served again" answers http://127.0.0.1:8000/
    check "the simulated board needs no compiler" sh -c '! command -v gcc && timeout 20 jantaku simulate --json </dev/null | head -n 1 | grep -q port'
    check "completion and pages of the manual are there" test -s /usr/share/bash-completion/completions/jantaku
    check "the udev rule is in place" udevadm test-builtin keyboard /sys/class/tty/console
    u=/trial/updates
    says() { local n=$1; shift; [ "$(jantaku --version)" = "jantaku $n" ] && curl -fsS http://127.0.0.1:8000/healthz | grep -q "\"version\":\"$n\""; }
    sed -i 's/^port = "\/dev\/jantaku-board"/port = "simulate"/' /etc/jantaku/table.toml; systemctl restart jantaku
    check "the table is served before an update" answers http://127.0.0.1:8000/readyz
    check "an update signed by a stranger is refused" not jantaku update apply $u/untrusted
    check "an update is told before it is applied" jantaku update check $u/good
    begin=$(date +%s%N); check "a good release is put in" jantaku update apply $u/good; echo "      it took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
    check "the new release serves" says "$(jantaku update status --json | sed 's/.*"release": "\([^"]*\)".*/\1/')"
    good=$(jantaku --version | cut -d' ' -f2)
    begin=$(date +%s%N); check "a release that does not start is taken back" not jantaku update apply $u/bad; echo "      it took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
    check "the release before serves again" says "$good"
    check "what was taken back is not tried again" not jantaku update apply $u/bad
    # A power cut while the bad release is tried: what the start of the computer does then
    jantaku update apply $u/bad --refused >/dev/null 2>&1 & pid=$!
    for n in $(seq 600); do grep -q trying /opt/jantaku/update.json 2>/dev/null && break; sleep 0.05; done
    check "the update is under way" grep -q trying /opt/jantaku/update.json
    kill -9 $pid; wait $pid 2>/dev/null || true
    systemctl start jantaku-update-recover; check "after a power cut the release before is back" answers http://127.0.0.1:8000/readyz
    check "and it is the one that serves" says "$good"
    check "back to the packaged release by a person" jantaku update rollback
    check "the packaged release serves" says "$(dpkg-query -W -f '${Version}' jantaku)"
    check "forward again" jantaku update apply $u/good
    sed -i 's/^name = "table" .*/name = "edited by the owner"/' /etc/jantaku/table.toml
    check "upgraded" dpkg -i /trial/new/jantaku-common_*.deb /trial/new/jantaku_*.deb /trial/new/jantaku-hall_*.deb
    check "the edit is kept" grep -q 'edited by the owner' /etc/jantaku/table.toml
    check "the version is another" not same <(echo "$old") <(jantaku --version)
    check "the table is served by the new version" answers http://127.0.0.1:8000/
    check "the journal is the same and unbroken" jantaku journal verify --state-dir /var/lib/jantaku
    check "removed" dpkg -r jantaku-hall jantaku jantaku-common
    check "the journal is still there" test -s /var/lib/jantaku/journal.db
    check "nothing runs any more" not pgrep -f jantaku
    check "purged" dpkg -P jantaku-hall jantaku jantaku-common
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
