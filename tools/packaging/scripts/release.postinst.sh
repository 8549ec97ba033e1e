# A release that an update put in stays while it is newer than the package.
if [ "$1" = configure ] && [ -L /opt/jantaku/current ]; then
    linked=$(basename "$(readlink /opt/jantaku/current)")
    ! dpkg --compare-versions "$linked" le "#VERSION#" || rm -f /opt/jantaku/current
fi
