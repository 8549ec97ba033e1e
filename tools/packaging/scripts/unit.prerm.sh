if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    deb-systemd-invoke stop #UNIT# >/dev/null || true
fi
