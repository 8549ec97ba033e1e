if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    deb-systemd-invoke stop jantaku-backup.timer >/dev/null || true
fi
