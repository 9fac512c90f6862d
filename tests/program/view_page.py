"""The page in a real browser: a vortex that moves, another field, a pause, a slice that is moved, a
volume, curves. The pictures can be looked at in the folder that SOLENOID_SCREENSHOTS names."""

import os
import re
import time
from pathlib import Path

from _browser import Browser, require_browser
from _pages import address_in
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


def pause(browser):
    browser.do("fetch('control?do=pause', {method: 'POST'}); return 1")
    browser.wait_until("document.getElementById('state').className === 'paused'", "a pause")


def end(browser, process):
    browser.do("fetch('control?do=stop', {method: 'POST'}); return 1")
    browser.wait_until("document.getElementById('state').textContent.includes('stopped by a request')",
                       "the page says that the run was stopped")
    process.communicate(timeout=60)
    check(process.returncode == 0, "the run did not stop well")
    check_last_words(browser)


def check_last_words(browser):
    """Nothing in the header says that the run goes on."""
    words = browser.do("return document.getElementById('state').textContent")
    check(not any(word in words for word in ("left", "updates/s", "paused", "no connection")),
          f"a run that was stopped seems to go on: {words}")


def texts(browser):
    found = browser.do("return [59.4, 59.6, 119.7, 3599.6, 7190, 9000].map(duration)")
    check(found == ["59 s", "1 min 0 s", "2 min 0 s", "1 h 0 min", "2 h 0 min", "2 h 30 min"],
          f"durations: {found}")


def lost(scene, browser):
    """A run that is killed says no last words."""
    process, address = start(scene, scene.deck(end_time=1000, cells=64))
    browser.open(address)
    browser.wait_until("document.getElementById('state').textContent.includes(' left')", "a run that goes on")
    process.kill()
    process.communicate(timeout=60)
    browser.wait_until("document.getElementById('state').textContent.includes('no connection to the run')",
                       "the header says that the run is not reached")
    words = browser.do("return document.getElementById('state').textContent")
    check("left" not in words and "updates/s" not in words, f"a run that was killed seems to go on: {words}")


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
    pause(browser)
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


def pointer_on_curves(browser):
    """The value and the place in the corner, of the curve that the pointer is on."""
    browser.do("document.querySelector('#curves input').click(); return 1")
    browser.wait_until("curveBoxes.length === 3", "all curves again")
    for n, name in enumerate(("density", "velocity x")):
        browser.do(f"""const box = curveBoxes[{n}], stage = document.getElementById('stage').getBoundingClientRect();
            const {{ pixels }} = stageSize();
            document.getElementById('picture').dispatchEvent(new PointerEvent('pointermove', {{
              clientX: stage.left + (box.x + 0.2525 * box.wide) / pixels,
              clientY: stage.top + (box.y + 0.5 * box.high) / pixels }})); return 1""")
        text = browser.wait_until(
            f"document.getElementById('value').textContent.match('^{name} = .*at x = .*')", "a value")[0]
        check(text.endswith("at x = 0.255"), f"the value is at another place: {text}")


def scale_of_curves(browser):
    """A logarithmic scale, and ends that are fixed."""
    ends = browser.do("return [curveBoxes[0].bottom, curveBoxes[0].top]")
    browser.do("document.getElementById('logarithmic').click(); return 1")
    browser.wait_until("curveBoxes[0].logarithmicUp && curveBoxes[0].bottom > 0", "a logarithmic scale")
    browser.wait_until("document.getElementById('remarks').textContent.includes('velocity y: 100 values not positive')",
                       "what cannot be shown on it")
    check(browser.do("return [tickText(1e-7), tickText(2.5e-7), tickText(100)]") == ["1e-7", "2.5e-7", "100"],
          "numbers at axes are longer than they need be")
    browser.do("document.getElementById('logarithmic').click(); return 1")
    browser.wait_until(f"curveBoxes[0].bottom <= {ends[0]} && curveBoxes[0].top >= {ends[1]}", "the scale as before")
    browser.do("document.getElementById('fixed').click(); return 1")
    browser.wait_until("document.querySelectorAll('#ranges input').length === 6", "ends to be written")
    browser.do("""const end = document.querySelector('#ranges input');
        end.value = '-1'; end.dispatchEvent(new Event('change')); return 1""")
    browser.wait_until("curveBoxes[0].bottom === -1", "the end that was written")
    held = browser.do(f"return {STEP}")
    browser.do("document.querySelector('button[value=step]').click(); return 1")
    browser.wait_until(f"{STEP} > {held}", "a step")
    check(browser.do("return curveBoxes[0].bottom") == -1, "the end does not stay")


def many_curves(browser):
    """All fields that there are, each with room for its curve."""
    browser.do("for (const box of document.querySelectorAll('#curves input')) if (!box.checked) box.click(); return 1")
    count = browser.wait_until("curveBoxes.length === about.fields.length && about.fields.length", "curves of all fields")
    check(count > 12, f"there are {count} fields alone")
    least = browser.do("return [Math.min(...curveBoxes.map((box) => box.wide)), Math.min(...curveBoxes.map((box) => box.high))]")
    keep(browser, "many.png")
    check(least[0] > 60 and least[1] > 25, f"of {count} curves one has {least} pixels")
    check(browser.do("return new Set(curveBoxes.map((box) => `${box.x} ${box.y}`)).size") == count, "curves lie on each other")


def curves(scene, browser):
    process, address = start(scene, scene.write("tube.toml", TUBE))
    browser.open(address)
    browser.wait_until(STEP, "curves")
    pause(browser)
    browser.wait_until(f"document.getElementById('state').textContent.includes('step ' + {STEP} + ' ')",
                       "the curves of the step at which the run waits")
    time.sleep(0.5)  # the page asks for the next step by now
    shown = browser.do(LOOK)[2]
    browser.do("document.querySelector('#curves input').click(); return 1")
    browser.wait_until("(() => {" + LOOK + f"}})()[2] !== {shown}", "other curves in the pause", 4)
    pointer_on_curves(browser)
    scale_of_curves(browser)
    keep(browser, "curves.png")
    many_curves(browser)
    texts(browser)
    end(browser, process)


def written_anew(scene, browser, outputs):
    """The same folder is written by another run, and then by one of another grid."""
    browser.do("change({moment: 0}); return 1")
    browser.wait_until("frame.time === 0", "the first output")
    shown = browser.do("return frame.fields.density.join()")
    for setting in ('initial.density="1 + 0.2 * sin(6.28 * x)"', "grid.cells=[50]"):
        scene.run("run", scene.write("short.toml", TUBE + outputs), "--set", "run.end_time=0.1",
                  "--set", setting, "--out", "short")
        browser.wait_until(f"frame && frame.fields.density.join() !== '{shown}'", "the output as it was written anew")
        shown = browser.do("return frame.fields.density.join()")
    browser.wait_until("about.cells[0] === 50 && frame.x.length === 50", "the page of another grid")


def moments(scene, browser):
    """Outputs of a 1D run that is over, one after the other."""
    outputs = '[[output]]\ntype = "hdf5"\nname = "fields"\nevery_time = 0.01\n'
    scene.run("run", scene.write("short.toml", TUBE + outputs), "--set", "run.end_time=0.3", "--out", "short")
    process = scene.start("view", "short")
    browser.open(address_in(process))
    browser.wait_until(STEP, "curves of the last output")
    browser.do("document.getElementById('play').click(); return 1")
    browser.wait_until("choice.moment < 8", "the first outputs")
    browser.wait_until("choice.moment >= 8", "outputs that follow each other quickly", 5)
    browser.do("document.getElementById('play').click(); return 1")
    written_anew(scene, browser, outputs)
    process.terminate()
    process.communicate(timeout=30)


require_browser()
with Scene() as scene, Browser(scene.folder) as browser:
    plane(scene, browser)
    volume(scene, browser)
    curves(scene, browser)
    moments(scene, browser)
    lost(scene, browser)
