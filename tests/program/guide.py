"""The decks and stencil programs in README and docs are read without a complaint."""

import os
import re
import sys
from pathlib import Path

from _program import Scene

PAGES = ["README.md", "docs/coming-from.md", "docs/extending.md", "docs/finite-difference.md",
         "docs/stencil-language.md", "docs/stratified.md"]
BLOCK = re.compile(r"^```(toml|stencil)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM_OF_DECK = re.compile(r'^program = "([^"<]+)"', re.MULTILINE)


def main():
    root = Path(os.environ["SOLENOID_SOURCE_DIR"])
    checked = 0
    for page in PAGES:
        program = None  # the last one above a deck
        for kind, text in BLOCK.findall((root / page).read_text(encoding="utf-8")):
            if kind == "stencil":
                program = text
                continue
            if "[run]" not in text or "[initial]" not in text:
                continue  # a part of a deck
            with Scene() as scene:
                named = PROGRAM_OF_DECK.search(text)
                if named:
                    if program is None:
                        sys.exit(f"{page}: no stencil program stands above a deck that names one")
                    scene.write(named[1], program)
                scene.write("deck.toml", text)
                scene.run("check", "deck.toml")
            checked += 1
    if checked < 3:
        sys.exit(f"only {checked} decks were found")


main()
