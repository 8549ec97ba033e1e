if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p #PACKAGE# /usr/lib/jantaku || true
fi
