if [ "$1" = configure ]; then
    getent passwd #USER# >/dev/null ||
        adduser --quiet --system --group --home #HOME# --no-create-home --gecos "#GECOS#" #USER#
fi
