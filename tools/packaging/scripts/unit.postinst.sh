case "$1" in configure | abort-upgrade | abort-deconfigure | abort-remove)
    deb-systemd-helper unmask #UNIT# >/dev/null || true
    if deb-systemd-helper --quiet was-enabled #UNIT#; then
        deb-systemd-helper enable #UNIT# >/dev/null || true
    else
        deb-systemd-helper update-state #UNIT# >/dev/null || true
    fi
    if [ -d /run/systemd/system ]; then
        systemctl --system daemon-reload >/dev/null || true
        if [ -n "$2" ]; then
            deb-systemd-invoke restart #UNIT# >/dev/null || true
        else
            deb-systemd-invoke start #UNIT# >/dev/null || true
        fi
    fi
    ;;
esac
