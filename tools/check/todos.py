"""Open ends: each one names its issue."""

import re

from repository import Offence

NAME = "todos"
ABOUT = "an open end is written TODO(#12), with the number of its issue"

# Spelt in two halves, so that this file passes its own check.
OPEN_END = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|HA" + r"CK|XX" + r"X)\b(?!\(#\d+\))")
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".f90", ".py", ".cmake", ".md", ".toml", ".txt", ".map", ""}


def check(repository):
    offences = []
    for path in repository.files():
        if path.suffix not in SUFFIXES or path.name in {"todos.py", "LICENSE"}:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            match = OPEN_END.search(line)
            if match:
                name = path.relative_to(repository.root).as_posix()
                offences.append(Offence(name, number, f"{match.group()} without an issue: write TO" + "DO(#number)"))
    return offences
