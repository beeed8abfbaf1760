"""`python -m planscope`."""

from planscope.cli import main

if __name__ == "__main__":
    main()
