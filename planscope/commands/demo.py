"""`planscope demo`: a check of runs that come with planscope."""

import click

from planscope import console
from planscope.commands.check import checked, output


@click.command()
def demo() -> int:
    """Check six runs that come with planscope: four with faults, two without.

    \b
    Example:
      planscope demo
    """
    from planscope.demo import closing_words, demo_files, opening_words

    console.write(opening_words())
    report, _ = checked(demo_files(), demo_files()[0].parent, (), (), 1)
    console.write(output(report, "text", verbose=False))
    console.write(closing_words())
    return 2 if report.interrupted else 0
