"""Decks and values of keys as TOML."""

import json
import numbers
import os
import re


def value(given):
    """A value as TOML writes it."""
    if hasattr(given, "tolist"):  # of NumPy
        given = given.tolist()
    if isinstance(given, os.PathLike):
        given = os.fspath(given)
    if isinstance(given, (bool, str)):
        return json.dumps(given)
    if isinstance(given, numbers.Integral):
        return str(int(given))
    if isinstance(given, numbers.Real):
        return repr(float(given))
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(map(value, given)) + "]"
    if isinstance(given, dict):
        return "{" + ", ".join(f"{key} = {value(item)}" for key, item in given.items()) + "}"
    raise TypeError(f"a deck has no value like {given!r}")


def overrides(given):
    """As --set takes them, section.key=value."""
    return [f"{key}={value(item)}" for key, item in given.items()]


def deck(sections):
    """The text of a deck that is given as a dict of sections, which are dicts of values, of further
    sections, or (of `output`) lists of dicts."""
    return "\n".join(_section(name, section) for name, section in sections.items()) + "\n"


def _section(name, section):
    if isinstance(section, (list, tuple)):
        return "\n".join(f"[[{name}]]\n" + _entries(block) for block in section)
    inner = {key: item for key, item in section.items() if isinstance(item, dict)}
    plain = {key: item for key, item in section.items() if key not in inner}
    parts = [f"[{name}]\n" + _entries(plain)] if plain or not inner else []
    parts += [_section(f"{name}.{key}", item) for key, item in inner.items()]
    return "\n".join(parts)


def _entries(section):
    return "".join(f"{key} = {value(item)}\n" for key, item in section.items())


def flat(resolved):
    """What a resolved deck says, by section.key. Values are those of Python; what is none of its
    numbers, texts, truths and lists is the text that stands there."""
    values, section, outputs = {}, "", 0
    for line in resolved.splitlines():
        header = re.fullmatch(r"\[(\[?)([^\]]+)\]\]?", line.strip())
        if header:
            section = header[2]
            if header[1]:
                section, outputs = f"{header[2]}.{outputs}", outputs + 1
            continue
        key, equals, item = line.partition(" = ")
        if equals:
            try:
                values[f"{section}.{key}"] = json.loads(item)
            except ValueError:
                values[f"{section}.{key}"] = item
    return values
