# The one who may sign in with a key that was put on the card, and the one who shows the display.
if [ "$1" = configure ]; then
    getent passwd technician >/dev/null || adduser --quiet --disabled-password --gecos "technician" technician
    getent passwd jantaku-display >/dev/null ||
        adduser --quiet --system --group --home /var/lib/jantaku-display --no-create-home --gecos "display of the table" jantaku-display
    for group in video input render tty; do
        ! getent group "$group" >/dev/null || adduser --quiet jantaku-display "$group"
    done
fi
