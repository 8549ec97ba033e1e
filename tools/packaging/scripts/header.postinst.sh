# The serial port of the board; on a Pi also its header, whose group other systems do not have.
if [ "$1" = configure ]; then
    adduser --quiet #USER# dialout
    ! getent group gpio >/dev/null || adduser --quiet #USER# gpio
    if [ -d /run/udev ]; then
        udevadm control --reload || true
        udevadm trigger --action=add --subsystem-match=tty --subsystem-match=usb-serial || true
    fi
fi
