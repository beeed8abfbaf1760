"""How long reading takes, and how much memory: transcripts to runs, without detectors.

python bench/reading.py PATH... [--profile]

Prints, for each file, megabytes, milliseconds of processor time to find its format, to read it and to interpret it,
and for all together megabytes a second and the most memory that was in use. `bench/make_sessions.py` makes files.
"""

import argparse
import cProfile
import pstats
import resource
import sys
from pathlib import Path
from time import process_time

from planscope.analyzers.check import read_job
from planscope.analyzers.files import find_files, jobs_of
from planscope.collector.interpret import runs_of


def measured(paths: list[Path]) -> None:
    """Prints the figures."""
    total = seconds = 0.0
    started = process_time()
    jobs = jobs_of(find_files(paths))
    print(f"{'which files go together':40} {(process_time() - started) * 1000:8.0f} ms for {len(jobs)} jobs")
    for job in jobs:
        size = sum(p.stat().st_size for p, _ in job.files) / 2**20
        began = process_time()
        spans, _ = read_job(job)
        read = process_time()
        runs = runs_of(spans)
        done = process_time()
        total, seconds = total + size, seconds + done - began
        steps = sum(len(r.steps) for r in runs)
        print(
            f"{job.files[0][0].name[:40]:40} {size:6.1f} MB  read {(read - began) * 1000:6.0f} ms"
            f"  interpret {(done - read) * 1000:6.0f} ms  {len(runs)} runs, {steps} steps"
        )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 2**20)
    print(f"{'all':40} {total:6.1f} MB  {seconds:.2f} s, {total / max(seconds, 1e-9):.0f} MB/s, at most {most:.0f} MB")


def main() -> None:
    """Measures or profiles."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("paths", type=Path, nargs="+")
    ap.add_argument("--profile", action="store_true", help="where the time goes, function by function")
    a = ap.parse_args()
    if not a.profile:
        measured(a.paths)
        return
    profile = cProfile.Profile()
    profile.runcall(measured, a.paths)
    pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
