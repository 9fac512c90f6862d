"""A browser without a screen, driven through chromedriver (the WebDriver protocol, plain HTTP)."""

import base64
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from _program import check


def require_browser():
    """Ends the test with 77, "cannot run here", where there is no browser."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            print(f"{program} is not installed (Debian packages chromium, chromium-driver): the page "
                  "was not looked at in a browser")
            sys.exit(77)


class Browser:
    """One window. Ends with its `with`."""

    def __init__(self, folder, width=1200, height=800):
        self.folder, self.size = folder, (width, height)

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.root = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                if self.ask("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.05)
        width, height = self.size
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                            "--disable-extensions", "--disable-dev-shm-usage",
                            f"--user-data-dir={self.folder}/browser",
                            f"--window-size={width},{height}"]}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome",
                                                   "goog:chromeOptions": options}}}
        self.root += "/session/" + self.ask("POST", "/session", wanted)["sessionId"]
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", "")
        except OSError:
            pass
        self.driver.terminate()
        self.driver.wait()

    def ask(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.root + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            check(False, f"the browser refuses {path}: {error.read().decode()[:500]}")

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def do(self, script):
        """The value of a piece of JavaScript that returns one."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def wait_until(self, script, what, seconds=20):
        """Waits until an expression of JavaScript is true, and returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.do(f"return {script}")
            if value:
                return value
            time.sleep(0.05)
        check(False, f"the page never came to this: {what}; it says: " +
              str(self.do("return document.body.innerText"))[:600])
