#!/bin/bash
# Installs, starts, updates, upgrades, removes and purges the packages in a clean Debian, and says what each step left:
#   mmdebstrap --variant=minbase --include=systemd,systemd-sysv,udev,adduser,python3,curl,procps,dbus bookworm ROOT
#   python -m tools.packaging.trial_content FOLDER [--pure]
#   trial.sh ROOT FOLDER            in a computer whose kernel is a program of this one (packages user-mode-linux e2fsprogs), with systemd,
#                                   control groups and all that the units limit
#   trial.sh --packages ROOT FOLDER the same without the updates, which take as long as all else
#   trial.sh --chroot ROOT FOLDER   where no systemd runs: as root; ROOT may be /, which is this Debian
#   trial.sh --start FOLDER         in this Debian, in such a computer too (package kmod): installs and starts, and tries what the units forbid
# ROOT itself is not changed.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
how=; case ${1:-} in --packages | --chroot) how=$1; shift ;; --start) how=$1; shift; set -- / "$@" ;; esac
[ $# = 2 ] || { echo "usage: ${0##*/} [--packages|--chroot] ROOT FOLDER | --start FOLDER" >&2; exit 2; }
root=$(realpath "$1") content=$(realpath "$2")
# LOCKED: where the locked packages are, for packages of a trial that were made without them.
LOCKED=${LOCKED:-} places="content:trial here:trial-tools ${LOCKED:+LOCKED:trial-locked}"
if [ "$how" = --chroot ]; then
    export root content here LOCKED places
    exec unshare --mount --pid --fork --net bash -euc '
        mount -t tmpfs tmpfs /mnt; mkdir /mnt/new /mnt/work /mnt/root; cd /mnt
        mount -t overlay -o "lowerdir=$root,upperdir=new,workdir=work" overlay root
        mount --rbind /dev root/dev; mount -t proc proc root/proc
        for place in $places; do from=${place%:*}; mkdir "root/${place#*:}"; mount --bind "${!from}" "root/${place#*:}"; done
        exec chroot root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 ${LOCKED:+LOCKED=/trial-locked} bash /trial-tools/trial_inside.sh --chroot </dev/null'
fi
needed="linux.uml:user-mode-linux mke2fs:e2fsprogs debugfs:e2fsprogs"; [ "$how" != --start ] || needed="linux.uml:user-mode-linux insmod:kmod"
for program in $needed; do
    command -v "${program%:*}" >/dev/null || { echo "there is no ${program%:*} on this computer; run: apt-get install ${program#*:}" >&2; exit 2; }
done
made=$(mktemp -d /var/tmp/jantaku-trial.XXXXXX)
trap 'rm -rf "$made"' EXIT
unit() { cat <<END
[Unit]
After=$1
[Service]
Type=oneshot
Environment=HOME=/root LC_ALL=C.UTF-8 $2
$3
ExecStart=bash -c 'bash /trial-tools/trial_inside.sh $how && echo all as it is to be'
ExecStopPost=systemctl poweroff --force --force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/tty0
END
}
# what hangs in it is not waited for longer
computer() { timeout --kill-after=60 "$@" "uml_dir=$made/" umid=trial con=null con0=null,fd:1 ssl=null console=tty0 quiet loglevel=3 systemd.show_status=0 panic=-1 </dev/null |
    sed -u 's/\r//' | tee "$made/console"; }
if [ "$how" = --start ]; then
    # This Debian lies below, and whatever is written stays in the memory of that computer.
    cat >"$made/init" <<END
#!/bin/bash
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc && mount -t tmpfs -o size=600M tmpfs /mnt && mkdir /mnt/new /mnt/work /mnt/root
grep -qw overlay /proc/filesystems || insmod /usr/lib/uml/modules/*/kernel/fs/overlayfs/overlay.ko
mount -t overlay -o lowerdir=/,upperdir=/mnt/new,workdir=/mnt/work overlay /mnt/root && cd /mnt/root
$(for place in $places; do from=${place%:*}; echo "mkdir ${place#*:}; mount --bind '/mnt/root${!from}' ${place#*:}"; done)
mount -t tmpfs tmpfs tmp; : >etc/fstab; rm -f var/lib/man-db/auto-update usr/sbin/policy-rc.d; ln -sf /dev/null etc/systemd/system/systemd-udev-trigger.service
cat >etc/systemd/system/trial.service <<'UNIT'
$(unit basic.target "LOCKED=${LOCKED:+/trial-locked}" "")
UNIT
umount /proc; pivot_root . mnt
# nothing in it reaches the files of this Debian but through the layer above them
exec chroot . bash -c 'umount -l /mnt; exec /usr/lib/systemd/systemd --show-status=no --unit=trial.service'
END
    chmod +x "$made/init"
    ulimit -n "$(ulimit -Hn)"  # each file of this Debian that was looked at stays open
    truncate -s 1M "$made/disk"
    computer 600 linux.uml seccomp=auto mem=1536M "ubda=$made/disk" root=/dev/root rootfstype=hostfs rootflags=/ ro "init=$made/init"
else
    # the option of hostfs has no name in older kernels, and another one in newer: the older call takes both
    unit multi-user.target LIBMOUNT_FORCE_MOUNT2=always "ExecStartPre=mkdir -p /trial /trial-tools
ExecStartPre=mount -t hostfs -o $content,ro none /trial
ExecStartPre=mount -t hostfs -o $here,ro none /trial-tools" >"$made/trial.service"
    mke2fs -q -F -t ext4 -d "$root" "$made/image" 4G
    wants=/etc/systemd/system/multi-user.target.wants
    printf '%s\n' "write $made/trial.service /etc/systemd/system/trial.service" "mkdir $wants" "symlink $wants/trial.service /etc/systemd/system/trial.service" | debugfs -w -f - "$made/image" >"$made/said" 2>&1
    computer 7200 linux.uml seccomp=auto mem=1024M "ubda=$made/image" root=/dev/ubda rw
fi
grep -q '^all as it is to be' "$made/console"
