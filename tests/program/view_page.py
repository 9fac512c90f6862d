"""The page in a real browser: a vortex that moves, another field, a pause, a slice that is moved, a
volume, curves. The pictures can be looked at in the folder that SOLENOID_SCREENSHOTS names."""

import os
import re
import time
from pathlib import Path

from _browser import Browser, require_browser
from _program import Scene, check

BLAST = """
[run]
end_time = 1000
[grid]
cells = [24, 24, 24]
lower = [-0.5, -0.5, -0.5]
upper = [0.5, 0.5, 0.5]
[initial]
density = 1
pressure = "r < 0.2 ? 10 : 1"
"""

TUBE = """
[run]
end_time = 1000
[grid]
cells = [100]
[initial]
density = "1 + 0.5 * sin(6.28 * x)"
velocity_x = 1
pressure = 1
[[output]]
type = "history"
every_steps = 100
"""

STEP = "document.getElementById('picture').dataset.step"
# The mean brightness of the picture, and how much it varies.
LOOK = """
const canvas = document.getElementById('picture');
const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
let sum = 0, squares = 0, hash = 0;
for (let n = 0; n < pixels.length; n += 4) {
  const value = pixels[n] + pixels[n + 1] + pixels[n + 2];
  sum += value; squares += value * value; hash = (hash * 31 + value) | 0;
}
const count = pixels.length / 4;
return [sum / count, Math.sqrt(squares / count - (sum / count) ** 2), hash];
"""


def start(scene, *words):
    process = scene.start("run", *words, "--view", "--no-outputs", "--threads", "1")
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return process, found[0]
    check(False, "no address was printed")


def keep(browser, name):
    folder = os.environ.get("SOLENOID_SCREENSHOTS")
    if folder:
        browser.screenshot(Path(folder) / name)


def end(browser, process):
    browser.do("fetch('control?do=stop', {method: 'POST'}); return 1")
    browser.wait_until("document.getElementById('state').textContent.includes('stopped by a request')",
                       "the page says that the run was stopped")
    process.communicate(timeout=60)
    check(process.returncode == 0, "the run did not stop well")


def plane(scene, browser):
    process, address = start(scene, scene.deck(end_time=1000, cells=64))
    browser.open(address)
    browser.wait_until(STEP, "an image")
    before = browser.do(LOOK)
    first = int(browser.do(f"return {STEP}"))  # of that image or of a later one
    check(before[1] > 20, f"the picture is all of one colour: {before}")
    browser.wait_until(f"{STEP} > {first + 50}", "a later image")
    check(browser.do(LOOK)[2] != before[2], "the vortex does not move")
    browser.do("document.querySelector('button[value=pause]').click(); return 1")
    browser.wait_until("document.getElementById('state').className === 'paused'", "a pause")
    browser.wait_until(f"document.getElementById('state').textContent.includes('step ' + {STEP} + ' ')",
                       "the image of the step at which the run waits")
    held = int(browser.do(f"return {STEP}"))
    shown = browser.do(LOOK)
    browser.do("change({field: 'pressure'}); return 1")
    browser.wait_until("frame.field === 'pressure'", "another field in the pause")
    check(browser.do(LOOK)[2] != shown[2], "another field looks the same")
    check(int(browser.do(f"return {STEP}")) == held, "the run went on in its pause")
    browser.do("document.querySelector('button[value=step]').click(); return 1")
    browser.wait_until(f"{STEP} == {held + 1}", "a single step")
    keep(browser, "plane.png")
    browser.do("document.querySelector('button[value=go]').click(); return 1")
    browser.wait_until(f"{STEP} > {held + 5}", "the run goes on")
    end(browser, process)


def volume(scene, browser):
    process, address = start(scene, scene.write("blast.toml", BLAST))
    browser.open(address)
    browser.wait_until(STEP, "an image of a slice")
    browser.do("fetch('control?do=pause', {method: 'POST'}); return 1")
    browser.wait_until("document.getElementById('state').className === 'paused'", "a pause")
    browser.do("change({position: 0.9}); return 1")
    browser.wait_until("frame.at > 0.3", "a slice at another place")
    browser.do("document.querySelector('button[value=x]').click(); return 1")
    browser.wait_until("frame.axes === 'yz'", "a slice along another axis")
    browser.do("document.querySelector('button[value=volume]').click(); return 1")
    browser.wait_until("frame.axes === undefined && frame.shrink === 1", "a volume")
    seen = browser.do(LOOK)
    check(seen[1] > 5, f"the volume is all of one colour: {seen}")
    browser.do("change({azimuth: 100}); return 1")
    browser.wait_until("(() => {" + LOOK + f"}})()[2] !== {seen[2]}", "the box from another side")
    keep(browser, "volume.png")
    end(browser, process)


def curves(scene, browser):
    process, address = start(scene, scene.write("tube.toml", TUBE))
    browser.open(address)
    browser.wait_until(STEP, "curves")
    browser.do("fetch('control?do=pause', {method: 'POST'}); return 1")
    browser.wait_until("document.getElementById('state').className === 'paused'", "a pause")
    browser.wait_until(f"document.getElementById('state').textContent.includes('step ' + {STEP} + ' ')",
                       "the curves of the step at which the run waits")
    time.sleep(0.5)  # the page asks for the next step by now
    shown = browser.do(LOOK)[2]
    browser.do("document.querySelector('#curves input').click(); return 1")
    browser.wait_until("(() => {" + LOOK + f"}})()[2] !== {shown}", "other curves in the pause", 4)
    keep(browser, "curves.png")
    end(browser, process)


require_browser()
with Scene() as scene, Browser(scene.folder) as browser:
    plane(scene, browser)
    volume(scene, browser)
    curves(scene, browser)
