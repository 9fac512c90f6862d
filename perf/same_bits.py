#!/usr/bin/env python3
"""Whether two builds of Solenoid compute the same bits: every deck of inputs/ is run for some steps
with both, in single and in double precision, and the states in the last checkpoints are compared, or
those that the runs leave where they stop as unphysical.

    perf/same_bits.py --before OLD/build/openmp/solenoid --after build/openmp/solenoid

For changes that are to change no result. Exits with 1 if any deck differs.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def arguments_of():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, required=True, help="the older program")
    parser.add_argument("--after", type=pathlib.Path, required=True, help="the newer program")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--precisions", nargs="+", default=["double", "single"])
    parser.add_argument("decks", nargs="*", type=pathlib.Path,
                        default=sorted((ROOT / "inputs").glob("*.toml")))
    return parser.parse_args()


def last_state(program, deck, precision, folder, arguments):
    """Runs a deck; returns the file that it leaves. Raises RuntimeError if there is none."""
    run = subprocess.run(
        [program, "run", deck, "--out", folder, "--device", arguments.device, "--quiet", "--set",
         f"run.precision={precision}", "--set", f"run.max_steps={arguments.steps}"],
        capture_output=True, text=True)
    found = sorted(folder.glob("*checkpoint*.h5")) or sorted(folder.glob("*.emergency.athdf"))
    if not found:
        raise RuntimeError(f"{program} left no state of {deck.name}: {run.stderr.strip()}")
    return found[-1]


def main():
    arguments = arguments_of()
    different = 0
    for deck in arguments.decks:
        for precision in arguments.precisions:
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                before, after = (
                    last_state(program, deck, precision, folder / name, arguments)
                    for program, name in ((arguments.before, "before"), (arguments.after, "after")))
                compared = subprocess.run([arguments.after, "compare", before, after, "--max-ulp", "0"],
                                          capture_output=True, text=True)
            same = compared.returncode == 0
            different += not same
            print(f"{deck.stem:24} {precision:8} {'the same bits' if same else 'DIFFERENT'}", flush=True)
            if not same:
                print(compared.stdout + compared.stderr)
    print(f"{different} of {len(arguments.decks) * len(arguments.precisions)} runs differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
