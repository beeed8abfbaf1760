"""Makes runs with planted faults, and look-alikes that are none, by seed; labelled as a hand-labelled corpus is.

python bench/plant.py --seed 7 -o DIR                       200 of each for every kind
python bench/plant.py --seed 7 -o DIR --kind sort_error --plants 40 --lookalikes 40 --twins

Writes DIR/traces/, DIR/labels.json and DIR/clean.json. `--twins` also writes the clean run that each fault was planted
into. `python bench/detect.py DIR` then tells what the detectors find. Nothing here knows how faults are found.
"""

import argparse
from pathlib import Path

from planting.forms import forms
from planting.forms.form import KINDS
from planting.make import build


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1")
    parser.add_argument("-o", "--output", type=Path, help="a folder: new, or to be written into")
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be repeated; all kinds if not given")
    parser.add_argument("--plants", type=int, default=200, help="faults of each kind")
    parser.add_argument("--lookalikes", type=int, default=200, help="look-alikes of each kind")
    parser.add_argument("--twins", action="store_true", help="also write each fault's clean twin")
    parser.add_argument("--list", action="store_true", help="only list the forms")
    given = parser.parse_args()
    if given.list:
        for form in forms():
            what = "look-alike" if not form.fault else "provable" if form.provable else "fault"
            print(f"{form.kind:20} {what:11} {form.name}")
        return
    if given.output is None:
        parser.error("say where to write: -o DIR")
    given.output.mkdir(parents=True, exist_ok=True)
    build(given.output, given.seed, given.kind or KINDS, given.plants, given.lookalikes, given.twins)
    print(f"written to {given.output}: traces/, labels.json, clean.json")


if __name__ == "__main__":
    main()
