"""Progress on a terminal: one line that fits however wide the terminal is, also while it changes."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from _program import PROGRAM, Scene, check

BACK_AND_CLEAR = "\r\x1b[K"


def resize(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def shown(terminal, seconds):
    """What is written to the terminal for so long, or until its end."""
    text = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        text += data
    return text.decode()


def lines_of(text):
    """The whole texts between two jumps back to the begin of the line."""
    return [part.split("\r\n")[0] for part in text.split(BACK_AND_CLEAR)[1:-1]]


def check_lines(lines, columns):
    check(len(lines) >= 2, f"{columns} columns: {len(lines)} lines")
    for line in lines:
        check("%" in line and len(line) < columns, f"{columns} columns: {len(line)} in '{line}'")


with Scene() as scene:
    deck = scene.deck("long", end_time=1000, every_time=500, cells=64)
    terminal, end = pty.openpty()
    resize(terminal, 120)
    process = subprocess.Popen([PROGRAM, "run", deck], cwd=scene.folder, stdin=end, stdout=end,
                               stderr=end)
    os.close(end)
    for _ in range(600):
        if (scene.folder / "runs/long/long.hst").exists():
            break
        time.sleep(0.05)
    for columns in [120, 80, 60, 40]:
        resize(terminal, columns)
        shown(terminal, 0.3)  # what was under way
        check_lines(lines_of(shown(terminal, 1.2)), columns)
    process.terminate()
    shown(terminal, 30)
    check(process.wait(30) == 0, "the run did not stop well")

    # A terminal that does not say how wide it is.
    for columns in ["50", None]:
        terminal, end = pty.openpty()
        resize(terminal, 0)
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        if columns:
            environment["COLUMNS"] = columns
        process = subprocess.Popen([PROGRAM, "run", deck, "--wall-time", "00:00:02"],
                                   cwd=scene.folder, stdin=end, stdout=end, stderr=end,
                                   env=environment)
        os.close(end)
        text = shown(terminal, 30)
        check(process.wait(30) == 0, "the run did not stop well")
        check_lines(lines_of(text), int(columns or 80))
