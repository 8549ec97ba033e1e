if [ "$1" = purge ]; then
    rm -f /etc/systemd/system/timers.target.wants/jantaku-backup.timer /var/lib/systemd/timers/stamp-jantaku-backup.timer
fi
