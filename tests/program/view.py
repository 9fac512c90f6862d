"""A run that is shown over HTTP goes on unharmed, whatever its clients do, and ends in the same bits as
one that nobody looks at; `solenoid control`, `view` and `movie`."""

import http.client
import json
import os
import re
import shutil
import socket
import sys
import threading
import time
import urllib.parse
import urllib.request

from _pages import address_in, fetch
from _program import PROGRAM, Scene, check, check_error, check_exists, wait_for

CLIENTS = 20
# For so long one of them sends rubbish. SOLENOID_RUBBISH_SECONDS=60 makes it a minute.
RUBBISH_SECONDS = float(os.environ.get("SOLENOID_RUBBISH_SECONDS", "4"))
BOX = """
[run]
end_time = 1000
[grid]
cells = [24, 24, 24]
[initial]
density = "1 + 0.5 * sin(6.28 * x)"
pressure = 1
"""


def send_rubbish(place, until):
    """Everything that is no request, as fast as it is taken."""
    pieces = [b"\0\xff" * 20000, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000,
              b"GET /" + b"x" * 50000 + b" HTTP/1.1\r\n\r\n",
              b"POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n" + b"y" * 10000]
    while time.monotonic() < until:
        for piece in pieces:
            try:
                with socket.create_connection(place, timeout=2) as rubbish:
                    for _ in range(3):
                        rubbish.sendall(piece)
            except OSError:
                pass


def never_read(place, path):
    """A client that asks for frames and the feed, and takes nothing of them."""
    sockets = []
    for name in ("events", "frame?field=density&width=2000&height=2000"):
        client = socket.create_connection(place)
        client.sendall((f"GET {path}{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3).encode())
        sockets.append(client)
    return sockets


def look(address, frames, number):
    """A client that looks at one frame after the other."""
    step = -1
    while True:
        try:
            status, headers, body = fetch(
                f"{address}frame?field=density&width=200&height=200&after={step}&client={number}")
        except (OSError, http.client.HTTPException):
            return  # the run is over
        if status == 200:
            check(body[:2] == b"\xff\xd8", "a frame is no JPEG file")
            step = json.loads(headers["X-Frame"])["step"]
            frames.append(step)


def check_page(address):
    """All files that the page names are there, of types that a browser takes them for."""
    text = fetch(address)[2].decode()
    files = re.findall(r'(?:src|href)="([^"]+)"', text)
    check(len(files) > 2, f"the page has the files {files}")
    for name in files:
        status, headers, body = fetch(address + name)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        check(status == 200 and body, f"{name}: {status}")
        check(headers["Content-Type"] == kind, f"{name} is of type {headers['Content-Type']}")


def check_guard(address):
    check(fetch(address)[0] == 200, "the page is not shown")
    status, headers, _ = fetch(address)
    check("default-src 'none'" in headers["Content-Security-Policy"], "no policy of contents")
    token = address.rstrip("/").rsplit("/", 1)[1]
    check(fetch(address.replace(token, "0" * len(token)))[0] == 403, "another token is let in")
    check(fetch(address.replace(token + "/", ""))[0] == 403, "no token is let in")
    check(fetch(address + "about", host="evil.example")[0] == 403, "a foreign Host is let in")
    check(fetch(address + "control?do=stop", origin="http://evil.example", data=b"")[0] == 403,
          "a foreign Origin is let in")
    check(fetch(address + "control?do=dance", data=b"")[0] == 400, "an unknown request was taken")
    status, _, text = fetch(address + "frame?field=dentisty&width=100&height=100")
    check(status == 400 and b"dentisty" in text, f"an unknown field: {status} {text}")
    check(fetch(address + "frame?field=density&width=1e9")[0] == 400, "a huge image was drawn")


def make_steps(address, frames, count):
    """Steps in a pause, each of which some client sees, however fast the run is."""
    for _ in range(count):
        seen, deadline = len(set(frames)), time.monotonic() + 30
        fetch(address + "control?do=step", data=b"")
        while len(set(frames)) == seen:
            check(time.monotonic() < deadline, f"no client sees a step after {seen}")
            time.sleep(0.01)


def watched(scene, deck):
    """A run with clients of all kinds, pauses and requests."""
    process = scene.start("run", deck, "--out", "watched", "--view", "--hold", "--threads", "1")
    address = address_in(process)
    url = urllib.parse.urlparse(address)
    place = (url.hostname, url.port)
    check(url.hostname == "127.0.0.1", f"it listens at {url.hostname}")
    check_page(address)
    check_guard(address)
    status, _, about = fetch(address + "about")
    check(json.loads(about)["cells"] == [96, 96, 1], "the page is told of another grid")
    _, headers, _ = fetch(address + "frame?field=density&width=100&height=100")
    check(json.loads(headers["X-Frame"])["step"] == 0, "the run did not hold")
    sleeping = never_read(place, url.path)
    frames = []
    end = time.monotonic() + RUBBISH_SECONDS
    threads = [threading.Thread(target=send_rubbish, args=(place, end))]
    threads += [threading.Thread(target=look, args=(address, frames, n)) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    folder = scene.folder / "watched"
    scene.run("control", folder, "go")
    time.sleep(0.1)  # of more than a second that the run takes on a fast machine
    scene.run("control", folder, "pause")
    make_steps(address, frames, 4)
    scene.run("control", folder, "checkpoint")
    wait_for(folder / "vortex.checkpoint.h5")
    _, _, probe = fetch(address + "probe?field=density&x=0.3&y=0.3")
    check(json.loads(probe)["value"] > 0, f"no value: {probe}")
    _, _, history = fetch(address + "history")
    check(len(json.loads(history)["rows"]) >= 1, "no row of the history")
    while time.monotonic() < end:  # as long as there is rubbish the run goes on
        make_steps(address, frames, 1)
        check(fetch(address)[0] == 200, "the page is not shown")
        time.sleep(0.2)
    fetch(address + "control?do=output", data=b"")
    fetch(address + "control?do=go", data=b"")
    out, error = process.communicate(timeout=120)
    for thread in threads:
        thread.join()
    for client in sleeping:
        client.close()
    check(process.returncode == 0, f"the run that was watched failed: {out}{error}")
    check("paused after step" in out, f"it was not paused:\n{out}")
    check(len(set(frames)) > 3, f"the clients saw the steps {sorted(set(frames))}")


def costly_images(scene):
    """Volumes of many pixels: the first one has few of them, and while the next one is waited for
    the page learns where the run stands, and the value under the pointer."""
    process = scene.start("run", scene.write("box.toml", BOX), "--view", "--no-outputs", "--threads", "1")
    address = address_in(process)
    shrinks = []
    while len(shrinks) < 2:
        status, headers, _ = fetch(address + "frame?field=density&view=volume&width=2400&height=2400")
        check(status in (200, 204), f"an image of a volume: {status}")
        if status == 200:  # 204: none in the time that an answer may take
            shrinks.append(json.loads(headers["X-Frame"])["shrink"])
    check(shrinks[0] == 0.25, f"the first image has {shrinks[0]} of its sides")
    steps, began = set(), time.monotonic()
    with urllib.request.urlopen(address + "events", timeout=60) as events:
        while len(steps) < 4:
            line = events.readline()
            if line.startswith(b"data: "):
                steps.add(json.loads(line[6:])["step"])
                fetch(address + "probe?field=density&x=0.3&y=0.3")
    # An image of all pixels would have the page wait for minutes.
    waited = time.monotonic() - began
    check(waited < 60, f"for {waited:.1f} s the page did not learn of steps, but of {sorted(steps)}")
    fetch(address + "control?do=stop", data=b"")
    process.communicate(timeout=60)


def check_same_bits(scene):
    """Final states are equal in all bits, and outputs at the end."""
    out, _ = scene.run("compare", "alone/vortex.checkpoint.h5", "watched/vortex.checkpoint.h5")
    rows = [line.split() for line in out.splitlines()[2:] if line.strip()]
    check(len(rows) >= 9 and all(float(number) == 0 for row in rows for number in row[1:]),
          f"a run that was watched ends otherwise:\n{out}")


def check_control(scene):
    _, error = scene.run("control", "alone", "pause", code=2)
    check_error(error, "no run goes on in alone")
    _, error = scene.run("control", "alone", "pausse", code=2)
    check_error(error, "did you mean 'pause'")


def check_folder(scene):
    """The outputs of a run that is over."""
    process = scene.start("view", "alone")
    address = address_in(process)
    about = json.loads(fetch(address + "about")[2])
    check(not about["live"] and len(about["moments"]) > 2, f"no moments: {about}")
    times = []
    for moment in (0, len(about["moments"]) - 1):
        status, headers, _ = fetch(f"{address}frame?field=mach_number&width=90&height=90&moment={moment}")
        check(status == 200, f"moment {moment}: {status}")
        times.append(json.loads(headers["X-Frame"])["time"])
    check(times[0] == 0 and times[1] > 0.05, f"the moments are those at {times}")
    check(fetch(address + "frame?field=density&moment=99")[0] == 503, "there is no such moment")
    check(fetch(address + "control?do=stop", data=b"")[0] == 404, "there is nothing to control")
    process.terminate()
    process.communicate(timeout=30)
    check(process.returncode == 0, "view did not end well")
    check_damaged_folder(scene)
    _, error = scene.run("view", "nowhere", code=2)
    check_error(error, "holds no outputs that can be shown")


def check_damaged_folder(scene):
    """Its first file is cut off; of the tables in it one is the history of the run."""
    shutil.copytree(scene.folder / "alone", scene.folder / "damaged")
    first = scene.folder / "damaged/vortex.fields.00000.athdf"
    first.write_bytes(first.read_bytes()[:2000])
    (scene.folder / "damaged/a.hst").write_text("# [1]=time [2]=dt [3]=k=0\n0 0 1\n")
    process = scene.start("view", "damaged")
    address = address_in(process)
    about = json.loads(fetch(address + "about")[2])
    check(about["moments"][0] == "vortex.fields.00001.athdf", f"the first moment is {about['moments'][0]}")
    check(fetch(address + "frame?field=density&moment=0")[0] == 200, "there is no image")
    history = json.loads(fetch(address + "history")[2])
    check("k=0" not in history["labels"] and len(history["rows"]) > 5, f"the history is {history['labels']}")
    process.terminate()
    _, error = process.communicate(timeout=30)
    check("left out" in error and "00000.athdf" in error, f"nothing is said of the damaged file: {error}")


FFMPEG = """#!/usr/bin/env python3
import os, sys
pattern = sys.argv[sys.argv.index("-i") + 1]
count = 0
while os.path.exists(pattern % count):
    count += 1
open(sys.argv[-1], "w").write(f"{count} pictures")
sys.exit(0 if count else 1)
"""


def check_pictures_of_movie(scene):
    """What is handed to ffmpeg, by one that only counts: pictures that are whole, by a name in which
    nothing else looks like a number."""
    program = scene.write("ffmpeg", FFMPEG)
    program.chmod(0o755)
    folder = scene.folder / "pictures"
    folder.mkdir()
    whole = sorted((scene.folder / "alone").glob("vortex.*.density.[0-9]*.png"))[0].read_bytes()
    for number in (0, 99999, 100000):
        (folder / f"a.{number:05}.png").write_bytes(whole)
    (folder / "a.00001.png").write_bytes(whole[:-100])
    (folder / "a.00002.png").write_bytes(b"no picture")
    scratch = scene.folder / "100%d"
    scratch.mkdir()
    environment = {**os.environ, "PATH": f"{scene.folder}:{os.environ['PATH']}", "TMPDIR": str(scratch)}
    out, error = scene.run("movie", "pictures", env=environment)
    check("3 pictures" in out and (folder / "a.mp4").read_text() == "3 pictures", f"the film has {out}")
    for name, why in (("a.00001.png", "ends too early"), ("a.00002.png", "no PNG file")):
        check(f"left out pictures/{name}: it" in error and why in error, f"of {name} is said: {error}")
    for number in (0, 99999, 100000):
        (folder / f"a.{number:05}.png").unlink()
    _, error = scene.run("movie", "pictures", code=2, env=environment)
    check("no picture is left" in error, f"a film of nothing: {error}")


def check_movie(scene):
    check_pictures_of_movie(scene)
    if shutil.which("ffmpeg") is None:
        _, error = scene.run("movie", "alone", code=2)
        check_error(error, "ffmpeg")
        return
    for name in ("film.mp4", "film.webp"):
        scene.run("movie", "alone", "--out", name)
        check((scene.folder / name).stat().st_size > 2000, f"{name} is empty")
    _, error = scene.run("movie", "alone", "--series", "vortx.png.density", code=2)
    check_error(error, "holds no series")


def has_address(address, family):
    with socket.socket(family) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def check_addresses(scene, deck):
    """A page that no other machine reaches comes without a warning, however its address is written."""
    places = [("LOCALHOST", False), ("127.0.0.1", False), ("0.0.0.0", True)]
    if socket.has_ipv6 and has_address("::1", socket.AF_INET6):
        places += [("::1", False), ("0:0:0:0:0:0:0:1", False)]
    for place, is_reached in places:
        process = scene.start("run", deck, "--view", "--view-address", place, "--hold", "--no-outputs", "--threads", "1")
        address = address_in(process).replace(socket.gethostname(), "127.0.0.1")
        check(fetch(address + "about")[0] == 200, f"the page at {place} is not shown")
        check(fetch(address + "control?do=stop", data=b"")[0] == 200, f"the page at {place} does not control")
        _, error = process.communicate(timeout=60)
        check(("warning" in error) == is_reached, f"for {place} there is the warning: {error}")
    _, error = scene.run("run", deck, "--view", "--view-address", "nowhere.invalid", code=2)
    check_error(error, "cannot be shown at nowhere.invalid: the machine has no such address")
    check("-1" not in error and "warning" not in error, f"an address that is none: {error}")
    for words in (("run", deck, "--view"), ("view", "alone", "--port")):
        for port in ("-1", "0", "70000", "http"):
            _, error = scene.run(*words, port, code=2)
            check_error(error, f"'{port}' is no port: expected a whole number from 1 to 65535")


PICTURES = '[[output]]\ntype = "png"\nfields = ["density"]\nevery_time = 0.1\nsize = "400"\n'

with Scene() as scene:
    deck = scene.deck(end_time=3.6, cells=96, every_time=0.2, extra=PICTURES)
    process = scene.start("run", deck, "--out", "alone", "--view", "--threads", "1")
    line = process.stdout.readline() + process.stdout.readline()
    out, error = process.communicate(timeout=120)
    if "was built without" in error:
        print("this program was built without a server")
        sys.exit(77)
    check(process.returncode == 0, f"{line}{out}{error}")
    watched(scene, deck)
    costly_images(scene)
    check_same_bits(scene)
    check_control(scene)
    check_folder(scene)
    check_movie(scene)
    _, error = scene.run("run", deck, "--view-address", "0.0.0.0", code=2)
    check_error(error, "give --view, too")
    check_addresses(scene, deck)
