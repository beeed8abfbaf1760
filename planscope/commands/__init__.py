"""Commands that have a file of their own; planscope/cli.py names them."""
