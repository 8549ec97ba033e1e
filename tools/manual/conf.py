"""Sphinx reads this. Nothing of the site may come from elsewhere: a table has no network, or one of its own."""

project = "Jantaku"
html_title = "Jantaku"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["back.css"]
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["monitoring"]
# Documents name files of the source, which is not part of the site.
suppress_warnings = ["myst.xref_missing", "myst.header", "misc.highlighting_failure", "toc.not_included"]
pygments_style = "default"
pygments_dark_style = "monokai"
