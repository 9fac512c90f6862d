"""Programs of the documentation, which tests run as they stand there."""

import os
import re
from pathlib import Path

from _program import check

SOURCE = Path(os.environ["SOLENOID_SOURCE_DIR"])


def programs(page, language):
    """The blocks of a page that are marked as a language, in order."""
    text = (SOURCE / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    check(found, f"{page} has no {language}")
    return found
