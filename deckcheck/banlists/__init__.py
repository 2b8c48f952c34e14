"""Dated limit lists: ``dated`` finds those of the index by their day, ``yamllist`` reads files."""
