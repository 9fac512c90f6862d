"""Every deck that is shipped is good, and there is a picture of it; the README's deck runs."""

import os
import re
import sys
from pathlib import Path

from _program import Scene, check, check_exists

with Scene() as scene:
    source = os.environ.get("SOLENOID_SOURCE_DIR")
    if source is None:
        print("SOLENOID_SOURCE_DIR names no source folder")
        sys.exit(77)
    decks = sorted((Path(source) / "inputs").glob("*.toml"))
    check(len(decks) > 10, f"there are only {len(decks)} decks in inputs/")
    for deck in decks:
        out, _ = scene.run("check", deck)
        check("the deck is good" in out or "not enough" in out, f"{deck.name}:\n{out}")
        pictures = list((Path(source) / "docs/pictures").glob(f"{deck.stem}*.png"))
        check(pictures, f"docs/pictures has none of {deck.name}")

    (deck,) = re.findall(r"```toml\n(.*?)```", (Path(source) / "README.md").read_text(), re.DOTALL)
    blast = scene.write("blast.toml", deck)
    scene.run("run", blast, "--set", "grid.cells=[64,64]")
    check_exists(scene.folder / "runs/blast/blast.picture.density.png")
    scene.run("plot", "runs/blast/blast.hst", "--field", "1-ME", "--field", "1-KE")
