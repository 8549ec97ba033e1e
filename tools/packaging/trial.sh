#!/bin/bash
# Installs, starts, updates, upgrades, removes and purges the packages in a clean Debian, and says what each step left:
#   mmdebstrap --variant=minbase --include=systemd,systemd-sysv,udev,adduser,python3,curl,procps,dbus bookworm ROOT
#   python -m tools.packaging.trial_content FOLDER [--pure]
#   trial.sh ROOT FOLDER            in a computer whose kernel is a program of this one (packages user-mode-linux e2fsprogs), with systemd,
#                                   control groups and all that the units limit
#   trial.sh --packages ROOT FOLDER the same without the updates, which take as long as all else
#   trial.sh --chroot ROOT FOLDER   where no systemd runs: as root; ROOT may be /, which is this Debian
# ROOT itself is not changed.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
how=; case ${1:-} in --packages | --chroot) how=$1; shift ;; esac
[ $# = 2 ] || { echo "usage: ${0##*/} [--packages|--chroot] ROOT FOLDER" >&2; exit 2; }
root=$(realpath "$1") content=$(realpath "$2")
if [ "$how" = --chroot ]; then
    # LOCKED: where the locked packages are, for packages of a trial that were made without them.
    export root content here LOCKED=${LOCKED:-}
    exec unshare --mount --pid --fork --net bash -euc '
        mount -t tmpfs tmpfs /mnt; mkdir /mnt/new /mnt/work /mnt/root; cd /mnt
        mount -t overlay -o "lowerdir=$root,upperdir=new,workdir=work" overlay root
        mount --rbind /dev root/dev; mount -t proc proc root/proc
        for place in content:trial here:trial-tools ${LOCKED:+LOCKED:trial-locked}; do from=${place%:*}; mkdir "root/${place#*:}"; mount --bind "${!from}" "root/${place#*:}"; done
        exec chroot root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 ${LOCKED:+LOCKED=/trial-locked} bash /trial-tools/trial_inside.sh --chroot </dev/null'
fi
for program in linux.uml:user-mode-linux mke2fs:e2fsprogs debugfs:e2fsprogs; do
    command -v "${program%:*}" >/dev/null || { echo "there is no ${program%:*} on this computer; run: apt-get install ${program#*:}" >&2; exit 2; }
done
made=$(mktemp -d /var/tmp/jantaku-trial.XXXXXX)
trap 'rm -rf "$made"' EXIT
cat >"$made/trial.service" <<END
[Unit]
After=multi-user.target
[Service]
Type=oneshot
# the option of hostfs has no name in older kernels, and another one in newer: the older call takes both
Environment=HOME=/root LC_ALL=C.UTF-8 LIBMOUNT_FORCE_MOUNT2=always
ExecStartPre=mkdir -p /trial /trial-tools
ExecStartPre=mount -t hostfs -o $content,ro none /trial
ExecStartPre=mount -t hostfs -o $here,ro none /trial-tools
ExecStart=bash -c 'bash /trial-tools/trial_inside.sh $how && echo all as it is to be'
ExecStopPost=systemctl poweroff --force --force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/tty0
END
mke2fs -q -F -t ext4 -d "$root" "$made/image" 4G
wants=/etc/systemd/system/multi-user.target.wants
printf '%s\n' "write $made/trial.service /etc/systemd/system/trial.service" "mkdir $wants" "symlink $wants/trial.service /etc/systemd/system/trial.service" | debugfs -w -f - "$made/image" >"$made/said" 2>&1
# what hangs in it is not waited for longer
timeout --kill-after=60 7200 linux.uml seccomp=auto mem=1024M "ubda=$made/image" "uml_dir=$made/" umid=trial root=/dev/ubda rw con=null con0=null,fd:1 ssl=null console=tty0 \
    quiet loglevel=3 systemd.show_status=0 panic=-1 </dev/null | sed -u 's/\r//' | tee "$made/console"
grep -q '^all as it is to be' "$made/console"
