if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
fi
if [ "$1" = purge ] && command -v deb-systemd-helper >/dev/null; then
    deb-systemd-helper purge #UNIT# >/dev/null || true
    deb-systemd-helper unmask #UNIT# >/dev/null || true
fi
