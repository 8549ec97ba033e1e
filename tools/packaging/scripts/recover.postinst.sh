if [ "$1" = configure ]; then
    deb-systemd-helper unmask jantaku-update-recover.service >/dev/null || true
    deb-systemd-helper enable jantaku-update-recover.service >/dev/null || true
fi
