if command -v py3clean >/dev/null; then
    py3clean -p #PACKAGE# || true
else
    find /#FOLDER# -depth -name __pycache__ -exec rm -rf {} +
fi
