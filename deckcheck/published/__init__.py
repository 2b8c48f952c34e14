"""The data that is published anew every day: fetched, checked, and merged into the text sources.

``update`` is the one path. ``origins`` says where the files are, ``web`` fetches them;
``aggregate`` and ``regulation`` read facts out of them; ``gates`` refuse what cannot be right;
``merge_cards`` and ``merge_lists`` write text sources. ``list_names`` keeps the names in lists
those of their cards, and ``bring_lists`` carries a user's own lists over to newer data. No card
text is kept.
"""
