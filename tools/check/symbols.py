#!/usr/bin/env python3
"""Symbols: a room calls functions of rooms on lower floors only, whatever its #includes say.

`floors` reads #includes; a prototype that is copied by hand goes past it. This one reads what the compiler made. A symbol
that one room leaves undefined and exactly one other room defines must be defined on a lower floor. What a template or an
inline function leaves in many rooms counts for none of them.

usage: symbols.py BUILD_DIR [--nm NM] [--root REPOSITORY]     prints one line per offence and ends with 1 if there is any
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from floors import level_of  # noqa: E402
from repository import Repository  # noqa: E402

STRONG = set("TDBRGSAIi")  # nm's letters for what an object defines, and no other object may
# operator new and delete: the language's, and a room that replaces them replaces everybody's.
EVERYBODYS = re.compile(r"_Z(?:n[wa]|d[la])")
AT_ONCE = 200  # objects per call of nm


def rooms_of(build, root):
    """The object files of each room that is built there, {folder under src: [object]}; without those of older sources."""
    rooms = {}
    for folder in sorted((build / "src/CMakeFiles").glob("room_*.dir")):
        for path in sorted(folder.rglob("*.o")):
            source = path.relative_to(folder).with_suffix("")  # base/bits.cpp.o comes of base/bits.cpp
            if (root / "src" / source).is_file():
                rooms.setdefault(source.parent.as_posix(), []).append(path)
    return rooms


def symbols_of(objects, nm):
    """@returns what these objects define, and what they leave undefined: two sets of names"""
    defined, undefined = set(), set()
    for start in range(0, len(objects), AT_ONCE):
        command = [nm, "--format=posix", *map(str, objects[start:start + AT_ONCE])]
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            words = line.split()
            if len(words) < 2 or line.endswith(":"):
                continue
            if EVERYBODYS.match(words[0]):
                continue
            if words[1] in "Uw":
                undefined.add(words[0])
            elif words[1] in STRONG:
                defined.add(words[0])
    return defined, undefined - defined


def offences(plan, rooms, nm="nm"):
    """Sentences, one per symbol that a room has from a sibling or from above."""
    symbols = {room: symbols_of(objects, nm) for room, objects in rooms.items()}
    definers = defaultdict(list)
    for room, (defined, _) in symbols.items():
        for name in defined:
            definers[name].append(room)
    found = []
    for room, (_, undefined) in symbols.items():
        own = level_of(plan, f"src/{room}")
        for name in sorted(undefined):
            if len(definers[name]) != 1:
                continue
            other = definers[name][0]
            level = level_of(plan, f"src/{other}")
            if own is None or level is None or level >= own:
                found.append(f"src/{room} (floor {own}) needs {readable(name)} of src/{other} (floor {level})")
    return found


def readable(name):
    if not name.startswith("_Z"):
        return name
    return subprocess.run(["c++filt", name], capture_output=True, text=True).stdout.strip() or name


def main(argv):
    parser = argparse.ArgumentParser(prog="tools/check/symbols.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="a build's folder, in which the rooms' objects have been made")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    options = parser.parse_args(argv)
    rooms = rooms_of(options.build, options.root)
    if not rooms:
        parser.error(f"{options.build} holds no objects of rooms")
    found = offences(Repository(options.root).plan, rooms, options.nm)
    for sentence in found:
        print(f"[symbols] {sentence}")
    print(f"symbols: {len(rooms)} rooms, {len(found)} offences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
