"""Pages that a run serves."""

import re
import urllib.error
import urllib.request

from _program import check


def fetch(address, host=None, origin=None, data=None):
    """Status, headers and body of an answer."""
    headers = {name: value for name, value in (("Host", host), ("Origin", origin)) if value}
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def address_in(process):
    """The address that a command prints."""
    for _ in range(20):
        found = re.search(r"http://\S+", process.stdout.readline())
        if found:
            return found[0]
    check(False, "no address was printed")
