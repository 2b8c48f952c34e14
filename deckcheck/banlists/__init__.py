"""Limit lists: ``dated`` those of the index, ``files`` those of users.

``yamllist`` and ``lflist`` read the two forms of files, ``listcards`` finds their cards;
``content`` is a list card by card, to be shown, compared and written (``yamldump``, ``lflist``);
``lint`` says what is doubtful.
"""
