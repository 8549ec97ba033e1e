# SPDX-License-Identifier: GPL-3.0-or-later
"""The flashed image in a chip simulator: a tool of its own, under the GNU General Public License, version 3."""
