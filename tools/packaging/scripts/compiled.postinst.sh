if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p #PACKAGE# /#FOLDER# || true
fi
