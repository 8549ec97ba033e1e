# Nobody's match is stopped by an upgrade: it is refused while one is played, and apt tries again the next time.
if [ "$1" = upgrade ] && [ -d /run/systemd/system ] && [ -z "$JANTAKU_UPGRADE_NOW" ] && command -v jantaku >/dev/null; then
    if { systemctl is-active --quiet jantaku.service || systemctl is-active --quiet jantaku-hall.service; } && ! jantaku update idle; then
        echo "jantaku: the table or the hall is in use; try again later, or set JANTAKU_UPGRADE_NOW=1" >&2
        exit 1
    fi
fi
