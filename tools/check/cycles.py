"""Cycles: files of a room that need each other in a circle."""

import re
from pathlib import PurePosixPath

from repository import Offence

NAME = "cycles"
ABOUT = "no more than three units of a room (a header and its source) include each other in a circle"

MOST = 3
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def check(repository):
    needs = {}
    first = {}
    for source in repository.sources:
        if not source.folder.startswith("src/"):
            continue
        unit = (source.folder, PurePosixPath(source.path).stem)
        first.setdefault(unit, source.path)
        needs.setdefault(unit, set())
        for line in source.uncommented:
            match = INCLUDE.match(line)
            if not match:
                continue
            target = PurePosixPath("src") / match.group(1)
            if str(target.parent) == source.folder and target.stem != unit[1]:
                needs[unit].add((source.folder, target.stem))
    return [Offence(first[min(circle)], 1, f"{len(circle)} units need each other in a circle: "
                    + ", ".join(sorted(name for _, name in circle)))
            for circle in circles(needs) if len(circle) > MOST]


def circles(needs):
    """Tarjan's strongly connected components, without recursion. @returns sets of units"""
    number, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in needs:
        if root in number:
            continue
        work = [(root, iter(sorted(needs[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            unit, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[unit])
                if low[unit] == number[unit]:
                    circle = set()
                    while unit not in circle:
                        member = stack.pop()
                        on_stack.discard(member)
                        circle.add(member)
                    found.append(circle)
            elif following not in needs:
                continue
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(sorted(needs[following]))))
            elif following in on_stack:
                low[unit] = min(low[unit], number[following])
    return found
