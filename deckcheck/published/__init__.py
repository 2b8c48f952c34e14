"""The data that is published anew every day: fetched, checked, and merged into the text sources.

``update`` is the one path: ``origins`` fetch the files, ``aggregate`` and ``regulation`` read facts
out of them, ``gates`` refuse what cannot be right, ``merge_cards`` and ``merge_lists`` write text
sources. No card text is kept.
"""
