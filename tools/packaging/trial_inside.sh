#!/bin/bash
# What trial.sh does in a computer of its own, with systemd as its first process; --packages: without the updates; --start: only what is
# installed and started; --chroot: where no systemd runs.
set -euo pipefail
cd /
failed=0
all="jantaku-hall jantaku jantaku-compiled jantaku-common"
# A trial of packages without the compiled engine goes the same way.
compgen -G '/trial/old/jantaku-compiled_*.deb' >/dev/null || all="jantaku-hall jantaku jantaku-common"
put_in() { local one files=(); for one in $all; do files+=("/trial/$1/${one}"_*.deb); done; dpkg -i "${files[@]}"; }
check() { local what=$1; shift; if "$@" >/tmp/said 2>&1; then echo "ok    $what"; else echo "FAILED $what"; grep WRONG /tmp/said || true; tail -n 5 /tmp/said; failed=1; fi; }
answers() { local n; for n in $(seq 60); do curl -fsS -m 2 -o /dev/null "$1" && return 0; sleep 0.5; done; return 1; }
# Of the system alone: where a checkout is, others write meanwhile.
listed() { { find / -maxdepth 1; find /etc /usr /opt /srv /var -xdev \( -path /var/log -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/lib/systemd -o -path /var/tmp -o -name .updated -o -path /etc/machine-id \) -prune -o -print; } | sort
    cut -d: -f1 /etc/passwd /etc/group; }
same() { diff "$@"; }
not() { ! "$@"; }
kept_by_systemd() { ! find /var/lib/systemd /etc/systemd -name '*jantaku*' | grep .; }
none_active() { ! systemctl list-units --no-legend --state=active,activating,reloading 'jantaku*' | grep .; }
# The backups of these files, which any change of a user leaves, would stand among what the packages left.
touch /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /etc/.pwd.lock
mkdir -p /etc/systemd/system-preset /etc/systemd/system/multi-user.target.wants /etc/systemd/system/timers.target.wants
if [ "${1:-}" = --chroot ]; then
    listed >/tmp/before
    check "installed where no systemd runs" put_in old
    check "the command runs" env PYTHONPATH="${LOCKED:-}" jantaku --version
    check "both units will start" test -L /etc/systemd/system/multi-user.target.wants/jantaku.service -a -L /etc/systemd/system/multi-user.target.wants/jantaku-hall.service
    check "so will the end of an update that was cut off" test -L /etc/systemd/system/multi-user.target.wants/jantaku-update-recover.service
    check "upgraded" put_in new
    check "removed" dpkg -r $all
    check "purged" dpkg -P $all
    listed >/tmp/after
    check "nothing is left" same /tmp/before /tmp/after
    check "nor in what systemd keeps" kept_by_systemd
    exit $failed
fi
# What the units allow is in force: a program in their place is refused what its user may do outside of them.
in_place_of() { mkdir -p "/run/systemd/system/$1.service.d"; printf '[Service]\nType=oneshot\nRestart=no\nExecStart=\nExecStart=/usr/bin/python3 -sP /run/confined.py refused %s\nStandardOutput=file:/run/trial-said\nStandardError=file:/run/trial-said\n' \
    "$1" >"/run/systemd/system/$1.service.d/trial.conf"; : >/run/trial-said; systemctl daemon-reload; systemctl start "$1"; }
outside() { setpriv --reuid "$1" --regid "$1" --clear-groups python3 -sP /run/confined.py allowed "$1" | tee /run/trial-outside; }
# A kernel that is a program takes the addresses of the unit in or says that it cannot (7.2 does): then they were not tried.
refuses() { in_place_of "$1" || true; ! journalctl -b -u "$1" | grep -q 'bpf-firewall: Preparation of BPF allow maps failed' || sed -i 's/^WRONG an address that is not of the local network.*/      not tried: this kernel has no room for the addresses/' /run/trial-said
    cat /run/trial-said; ! grep -q WRONG /run/trial-said && [ "$(grep -cE ': refused|not tried' /run/trial-said)" = "$(grep -c ': allowed' /run/trial-outside)" ]; }
units_are_in_force() {
    local unit disk=/sys/block/ubda/dev; cp /trial-tools/image/confined.py /run; [ ! -e $disk ] || mknod /dev/trial-disk b $(tr : ' ' <$disk); python3 -sP /run/confined.py prepare
    for unit in "$@"; do
        systemctl stop $unit
        check "outside of $unit.service its user can do what the unit forbids" outside $unit
        check "in $unit.service it cannot" refuses $unit
        echo "      $(grep -c ': refused' /run/trial-said) attempts refused$(grep -o 'not tried: .*' /run/trial-said | sed 's/^/, one /')"
        rm "/run/systemd/system/$unit.service.d/trial.conf"; systemctl daemon-reload; systemctl start $unit
    done
    rm -r /dev/trial-disk /srv/trial-open /home/trial-open
}
if [ "${1:-}" = --start ]; then
    for unit in jantaku jantaku-hall; do mkdir -p /run/systemd/system/$unit.service.d; printf '[Service]\nEnvironment=PYTHONPATH=%s\n' "$LOCKED" >/run/systemd/system/$unit.service.d/locked.conf; done
    check "installed" put_in old
    sed -i 's/^port = "\/dev\/jantaku-board"/port = "simulate"/' /etc/jantaku/table.toml
    begin=$(date +%s%N); check "the table is started" systemctl restart jantaku
    check "the table is served, its board is ready" answers http://127.0.0.1:8000/readyz
    echo "      that took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
    check "the hall is served" answers http://127.0.0.1:8100/
    units_are_in_force jantaku
    check "the table is served again" answers http://127.0.0.1:8000/readyz
    check "removed" dpkg -r $all
    check "nothing runs any more" none_active
    exit $failed
fi
# How long the table was away while something was done: the longest time between two answers.
watch() { local last now longest=0; last=$(date +%s%N); while [ -e /tmp/watch ]; do
    if curl -fsS -m 1 -o /dev/null http://127.0.0.1:8000/readyz 2>/dev/null; then now=$(date +%s%N)
    [ $(((now - last) / 1000000)) -le $longest ] || longest=$(((now - last) / 1000000)); last=$now; echo $longest >/tmp/away; fi; sleep 0.2; done; }
while_watched() { local took; took=$(date +%s%N); touch /tmp/watch; watch & "$@"; local rc=$?; answers http://127.0.0.1:8000/readyz; sleep 1; rm /tmp/watch; wait $!
    echo "      it took $((($(date +%s%N) - took) / 1000000)) ms, the table was away for $(cat /tmp/away) ms" >&3; return $rc; }
exec 3>&1
systemctl mask --quiet apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online.service
listed >/tmp/before
begin=$(date +%s%N)
check "installed" put_in old
echo "      installing took $(( ($(date +%s%N) - begin) / 1000000 )) ms, $(du -smc --apparent-size /usr/lib/jantaku* | tail -n 1 | cut -f1) MB with compiled modules"
old=$(jantaku --version)
check "the table is served" answers http://127.0.0.1:8000/
check "the hall is served" answers http://127.0.0.1:8100/
check "both units are up and enabled" sh -c 'systemctl is-active jantaku jantaku-hall && systemctl is-enabled jantaku jantaku-hall'
systemctl restart jantaku; begin=$(date +%s%N); systemctl restart jantaku; echo "      systemctl restart took $(( ($(date +%s%N) - begin) / 1000000 )) ms"
check "the table is served again" answers http://127.0.0.1:8000/
check "the simulated board needs no compiler" sh -c '! command -v gcc && timeout 20 jantaku simulate --json </dev/null | head -n 1 | grep -q port'
case $all in *compiled*) engine=compiled ;; *) engine="pure Python" ;; esac
check "the rules engine is compiled, where that package is" sh -c 'jantaku --version | grep -qx "rules engine: '"$engine"'"'
check "completion and pages of the manual are there" test -s /usr/share/bash-completion/completions/jantaku
check "the udev rule is in place" udevadm test-builtin keyboard /sys/class/tty/console
units_are_in_force jantaku jantaku-hall
u=/trial/updates
says() { local n=$1; shift; [ "$(jantaku --version | head -n 1)" = "jantaku $n" ] && curl -fsS http://127.0.0.1:8000/healthz | grep -q "\"version\":\"$n\""; }
sed -i 's/^port = "\/dev\/jantaku-board"/port = "simulate"/' /etc/jantaku/table.toml; systemctl restart jantaku
check "the table is served before an update" answers http://127.0.0.1:8000/readyz
if [ "${1:-}" != --packages ]; then
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
wished() { brought "$u/$1"; printf '{"version": "%s"}' "$2" >/tmp/wish; install -o jantaku -g jantaku -m 600 /tmp/wish /var/lib/jantaku/update-wanted; local n; for n in $(seq 600); do sleep 1
    case $(systemctl show -P ActiveState jantaku-update) in inactive | failed) [ -e /var/lib/jantaku/update-wanted ] || return 0 ;; esac; done; return 1; }
check "systemd waits for a wish" systemctl is-active jantaku-update.path
check "a wish is seen to" while_watched wished good "$good"
jantaku update status | tail -n 1 | sed 's/^/      /'
check "what was wished for serves" says "$good"
check "an older release that is wished for is not put in" wished good 0.0.1
check "it still serves" says "$good"
fi
sed -i 's/^name = "table" .*/name = "edited by the owner"/' /etc/jantaku/table.toml
# Nobody's match is stopped by an upgrade, and a package that was refused is not half put in.
post() { curl -fsS -m 20 -o /dev/null -H 'Content-Type: application/json' -d "$2" "http://127.0.0.1:8000/api/v1/$1"; }
match='{"id": "00000000-0000-4000-8000-000000000001", "who": "trial", "ruleset": "hong-kong-old", "seating": "given", "first_dealer": 0, "seats": [
    {"seat": 0, "name": "Ann"}, {"seat": 1, "name": "Ben"}, {"seat": 2, "name": "Cho"}, {"seat": 3, "name": "Dee"}]}'
states() { dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' $all; }
check "the table is served before an upgrade" answers http://127.0.0.1:8000/readyz
check "a match is begun" post matches "$match"
states >/tmp/states
check "an upgrade is refused while it is played" not put_in new
check "and no package is another one than before" same /tmp/states <(states)
check "the match is still played" curl -fsS -m 20 -o /dev/null http://127.0.0.1:8000/api/v1/matches/current
check "it is abandoned" post matches/current/abandon '{"id": "00000000-0000-4000-8000-000000000002", "who": "trial", "why": "trial"}'
# dpkg is killed while it writes the new files: what runs goes on, and is there again after a start
put_in new >/tmp/killed 2>&1 & pid=$!
for n in $(seq 3000); do find /usr/lib/jantaku -name '*.dpkg-new' -print -quit | grep -q . && break; kill -0 $pid 2>/dev/null || break; sleep 0.01; done
pkill -9 -x dpkg || true; wait $pid 2>/dev/null || true
check "dpkg was cut off" sh -c 'find /usr/lib/jantaku -name "*.dpkg-new" | grep -q .'
systemctl restart jantaku || true
check "the table starts although dpkg was cut off" answers http://127.0.0.1:8000/readyz
dpkg --configure -a >/tmp/configured 2>&1 || true
check "upgraded" put_in new
check "nothing of the interruption is left" sh -c '! find /usr/lib/jantaku* -name "*.dpkg-*" | grep .'
check "the edit is kept" grep -q 'edited by the owner' /etc/jantaku/table.toml
check "the version is another" not same <(echo "$old") <(jantaku --version)
check "the table is served by the new version" answers http://127.0.0.1:8000/
check "the journal is the same and unbroken" jantaku journal verify --state-dir /var/lib/jantaku
check "the package before is put in again" put_in old
check "the table is served by it" answers http://127.0.0.1:8000/readyz
check "with the same journal" jantaku journal verify --state-dir /var/lib/jantaku
check "and the newer one once more" put_in new
check "that serves the table" answers http://127.0.0.1:8000/readyz
printf 'FOLDER=/root\n' >/etc/jantaku/backup.conf; systemctl enable --quiet --now jantaku-backup.timer
check "removed" dpkg -r $all
check "the journal is still there" test -s /var/lib/jantaku/journal.db
check "nothing runs any more" not pgrep -f jantaku
check "nothing waits any more" none_active
check "put in again after the removal" put_in new
check "the table is served, with the journal of before" sh -c 'for n in $(seq 60); do curl -fsS -m 2 -o /dev/null http://127.0.0.1:8000/readyz && break; sleep 0.5; done; [ $n -lt 60 ] && jantaku journal verify --state-dir /var/lib/jantaku'
rm /etc/jantaku/backup.conf
check "removed again" dpkg -r $all
check "purged" dpkg -P $all
listed >/tmp/after
check "nothing is left" same /tmp/before /tmp/after
check "nor in what systemd keeps" kept_by_systemd
exit $failed
