"""Absolute paths: nothing in the repository depends on whose machine it was written on."""

import re

from repository import Offence

NAME = "paths"
ABOUT = "no text names a folder of somebody's machine"

MACHINE = re.compile(r"(?<![\w.$}/*~>-])/(?:home|root|work|Users|mnt)/[\w.-]+")
TEXT = {".hpp", ".cpp", ".h", ".c", ".f90", ".py", ".cmake", ".md", ".toml", ".txt", ".map", ".json", ".svg", ".1", ".sh", ""}


def check(repository):
    return [
        Offence(path.relative_to(repository.root).as_posix(), number, f"{match.group()} is a path of one machine")
        for path in repository.files() if path.suffix in TEXT
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1)
        for match in MACHINE.finditer(line)
    ]
