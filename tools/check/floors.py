"""Floors: a room includes rooms on lower floors only."""

import fnmatch
import re

from repository import Offence

NAME = "floors"
ABOUT = "every #include goes to a lower floor of floors.toml; every source folder is a room there"

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def level_of(plan, folder):
    """@returns the floor of a folder such as "src/graph" or "tools/heddle", None when it is no room."""
    for floor in plan["floor"]:
        rooms = [f"src/{room}" for room in floor.get("rooms", [])]
        if any(matches(folder, room) for room in rooms):
            return floor["level"]
        if any(folder == room or folder.startswith(room + "/") for room in floor.get("outside", [])):
            return floor["level"]
    return None


def matches(folder, room):
    return folder.count("/") == room.count("/") and fnmatch.fnmatch(folder, room)


def check(repository):
    offences = []
    homeless = set()
    for source in repository.sources:
        if source.folder.startswith("include"):
            continue
        level = level_of(repository.plan, source.folder)
        if level is None:
            if source.folder not in homeless:
                offences.append(Offence(source.path, 1, f"{source.folder} is no room of floors.toml"))
            homeless.add(source.folder)
            continue
        for number, line in enumerate(source.uncommented, 1):
            match = INCLUDE.match(line)
            if match:
                offences += judge(repository, source, level, number, match.group(1))
    return offences


def judge(repository, source, level, number, included):
    if (repository.root / included).is_file():
        target = included.rpartition("/")[0]  # a path from the root, as the tool's own files use
    else:
        target = "src/" + included.rpartition("/")[0]
    if target in (source.folder, "src/"):
        return []
    if (repository.root / "include" / included).is_file():
        return []
    below = level_of(repository.plan, target)
    if below is None:
        return [Offence(source.path, number, f'"{included}" lies in no room; paths start at src/')]
    if below < level or (source.folder.startswith("tools/") and target.startswith("tools/")):
        return []
    where = "on the same floor as" if below == level else "above"
    return [Offence(source.path, number, f'"{included}" (floor {below}) lies {where} {source.folder} (floor {level})')]
