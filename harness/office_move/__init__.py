"""A small world of our own: moving an office. Suppliers with prices, a limit to what it may cost, and agents by script,
sound ones and ones with a planted fault. Everything in it is made up.
"""
