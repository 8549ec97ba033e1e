#!/bin/sh
# Inside the new system, as root: what no package does. configure.sh ADDRESS_OF_THE_REPOSITORY [byte-code-comes-later]
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 INITRD=No

# The packages of the release, from its own repository and held to its own key
list=/etc/apt/sources.list.d/jantaku.list
key=/usr/share/keyrings/jantaku-archive-keyring.gpg
install -D -m 644 /release/jantaku-archive-keyring.gpg "$key"
echo "deb [signed-by=$key] copy:/release stable main" >"$list"
here="-o Dir::Etc::sourcelist=$list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0"
# shellcheck disable=SC2086
apt-get $here update
[ -z "${2:-}" ] || { mv /usr/bin/py3compile /usr/bin/py3compile.aside && ln -s true /usr/bin/py3compile; }
faster=jantaku-compiled
[ -n "$(find /release/pool -name "${faster}_*.deb")" ] || faster= # this release has none
# shellcheck disable=SC2086
apt-get -y --no-install-recommends install jantaku jantaku-card $faster
[ -z "$faster" ] || [ -e /usr/lib/jantaku-compiled/controller.sha256 ] # it could be loaded when it was installed
[ -z "${2:-}" ] || mv -f /usr/bin/py3compile.aside /usr/bin/py3compile
rm -f "$list" /var/lib/apt/lists/*_release_* /var/cache/apt/archives/*.deb
[ -z "${1:-}" ] || echo "deb [signed-by=$key] $1 stable main" >"$list"

# This table serves its network: devices are paired
sed -i 's/^host = "127.0.0.1" /host = "0.0.0.0"   /' /etc/jantaku/table.toml
grep -q '^host = "0.0.0.0"' /etc/jantaku/table.toml

echo jantaku >/etc/hostname
printf '127.0.0.1\tlocalhost\n::1\tlocalhost\n' >/etc/hosts
: >/etc/machine-id # systemd makes one at the first start
rm -f /etc/ssh/ssh_host_* /var/lib/systemd/random-seed
passwd --quiet --lock root
for timer in apt-daily apt-daily-upgrade e2scrub_all fstrim dpkg-db-backup man-db; do ln -sf /dev/null "/etc/systemd/system/$timer.timer"; done
systemctl enable --quiet ssh.service systemd-timesyncd.service NetworkManager.service
systemctl mask --quiet getty@tty1.service systemd-networkd-wait-online.service NetworkManager-wait-online.service

cat >/etc/fstab <<'END'
# The system; the partition that the Pi starts from; what this table keeps, on a partition of its own that grows to the end of the card
LABEL=jantaku-root  /               ext4  noatime,commit=60,errors=remount-ro                     0 1
LABEL=JANTAKU  /boot/firmware  vfat  ro,noatime,umask=022,nofail                              0 0
LABEL=jantaku-data  /data           ext4  noatime,commit=30,nodev,nosuid,x-systemd.growfs,x-systemd.device-bound=no  0 2
/data/jantaku       /var/lib/jantaku         none  bind  0 0
/data/settings      /etc/jantaku             none  bind  0 0
/data/releases      /opt/jantaku             none  bind  0 0
/data/systemd       /var/lib/systemd         none  bind  0 0
/data/network       /etc/NetworkManager/system-connections  none  bind  0 0
/data/display       /var/lib/jantaku-display none  bind  0 0
tmpfs               /tmp            tmpfs mode=1777,nosuid,nodev,size=25%                          0 0
tmpfs               /var/log        tmpfs mode=755,nosuid,nodev,noexec,size=48m                    0 0
END
install -d -o jantaku -g jantaku -m 700 /var/lib/jantaku
mkdir -p /opt/jantaku /etc/NetworkManager/system-connections /var/lib/jantaku-display
chown jantaku-display:jantaku-display /var/lib/jantaku-display
chmod 700 /etc/NetworkManager/system-connections /var/lib/jantaku-display

# Started by Raspberry Pi's firmware or by an emulator: the same kernel, the same command line but for the console
firmware=/etc/default/raspi-firmware
[ -e "$firmware" ] || firmware=/dev/null # a card for an emulator alone
[ ! -f "$firmware" ] || sed -i -e '/^#\?ROOTPART=/d' -e '/^#\?CONSOLES=/d' -e '/^#\?KERNEL=/d' -e '/^#\?INITRAMFS=/d' "$firmware"
cat >>"$firmware" <<'END'
ROOTPART=LABEL=jantaku-root
CONSOLES="tty0"
KERNEL=auto
INITRAMFS=auto
END
echo 'quiet loglevel=3 systemd.show_status=auto panic=10' >/etc/default/raspi-extra-cmdline
# Named drivers, not all there are: what a Pi 3, 4 or 5 and an emulator need to reach their disk. A tenth of the size and of the time.
printf 'MODULES=list\nCOMPRESS=zstd\nCOMPRESSLEVEL=3\nFSTYPE=ext4\n' >/etc/initramfs-tools/conf.d/jantaku
cat >>/etc/initramfs-tools/modules <<'END'
clk-raspberrypi
clk-bcm2711-dvp
raspberrypi-power
gpio-raspberrypi-exp
gpio-regulator
gpio-brcmstb
bcm2835-dma
i2c-bcm2835
sdhci-iproc
sdhci-brcmstb
bcm2835
mmc_block
reset-raspberrypi
reset-brcmstb-rescal
irq-bcm2712-mip
pcie-brcmstb
rp1-pci
clk-rp1
pinctrl-rp1
dwc2
dwc3
xhci-pci
xhci-plat-hcd
usb-storage
uas
sd_mod
nvme
virtio_pci
virtio_mmio
virtio_blk
ext4
overlay
END
unset INITRD
update-initramfs -c -k all
[ -f "$firmware" ] || cp /boot/vmlinuz-* /boot/initrd.img-* /boot/firmware/ # as Raspberry Pi's package does there
find /var/log -type f -delete
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/*-old
