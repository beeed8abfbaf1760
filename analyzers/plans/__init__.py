"""The life of the items of a plan, and which work belongs to which item."""
