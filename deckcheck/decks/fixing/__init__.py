"""The smallest set of changes that makes a deck legal: ``smallest_repair`` joins the parts.

``faults`` says what is wrong, ``removals`` which copies go, ``placing`` where the others stand, by
``min_cost_flow``, and ``reasons`` why.
"""
