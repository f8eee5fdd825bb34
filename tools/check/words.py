"""Words: a type's name means one thing in the whole house, and says what the thing is, not what was done to it."""

import re

from repository import Offence

NAME = "words"
ABOUT = "no two rooms have types of one name (but in anonymous namespaces), and no type is a bare participle (docs/words.md)"

TYPE = re.compile(r"^(\s*)(?:template <.*>\s*)?(?:struct|class|enum(?: class)?|union)(?: alignas\([^)]*\))?"
                  r"(?: HEDDLE_\w+(?:\([^)]*\))?)?(?: \[\[[^\]]*\]\])? ([A-Z]\w*)(?! ?<|\w|;)(?: final)?([^;]*(?:\{.*)?)$")
PARTICIPLE = re.compile(r"[A-Z][a-z]+ed|Made|Said|Told|Kept|Found|Shown|Bound|Brought|Seen|Laid|Known|Built|Held|Taken|Given|Lost|Left|"
                        r"Met|Sent|Spent|Put|Cut|Done|Gone|Begun|Written|Drawn|Chosen|Thrown|Forgotten")


def types(source):
    """Each type that a file defines: its line, its name, and whether other files can name it without a type around it."""
    anonymous = False
    for number, line in enumerate(source.code, 1):
        if re.match(r"namespace \{", line):
            anonymous = True
        elif anonymous and line.startswith("}") and source.lines[number - 1].startswith("}  // namespace") and \
                source.lines[number - 1].rstrip() == "}  // namespace":
            anonymous = False
        found = TYPE.match(line)
        if found and "{" in line:
            yield number, found.group(2), found.group(1) == "" and not anonymous


def check(repository):
    offences = []
    seen = {}
    for source in repository.sources:
        if not source.path.startswith(("src/", "tools/")):
            continue
        for number, name, named_by_all in types(source):
            if PARTICIPLE.fullmatch(name):
                offences.append(Offence(source.path, number, f"{name} says what was done, not what it is: name the thing", name))
            if not named_by_all:
                continue
            other = seen.setdefault(name, source.path)
            if other != source.path and other.rsplit(".", 1)[0] != source.path.rsplit(".", 1)[0]:
                offences.append(Offence(source.path, number, f"{other} has a type {name}, too: one word for one thing", name))
    return offences
