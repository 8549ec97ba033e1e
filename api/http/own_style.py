"""The policy of a page that carries its own style, such as a printed one."""

from __future__ import annotations

import base64
import hashlib
import re

from api.http.guard import CONTENT_POLICY


def policy_for(document: str) -> str:
    """Its styles are named by their hashes; nothing else may run or load."""
    styles = re.findall(r"<style>(.*?)</style>", document, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return CONTENT_POLICY.replace("style-src 'self'", f"style-src 'self' {allowed}")
