if [ "$1" = purge ]; then
    rm -rf /opt/jantaku
    rmdir /etc/jantaku/release-keys /etc/jantaku 2>/dev/null || true
fi
