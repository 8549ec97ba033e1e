# Journal and keys are the owner's: a removal leaves them, a purge takes them.
if [ "$1" = purge ]; then
    rm -rf #HOME#
    rmdir /etc/jantaku 2>/dev/null || true
    if getent passwd #USER# >/dev/null; then
        deluser --quiet --system #USER# >/dev/null 2>&1 || userdel #USER# || true
    fi
fi
