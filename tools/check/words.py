"""Words: a type's name means one thing in the whole house, and says what the thing is, not what was done to it. A name that
docs/words.md has given up does not come back, and one that waits there to be renamed is still there."""

import re

from repository import Offence

NAME = "words"
ABOUT = ("no two rooms have types of one name (but in anonymous namespaces), no type is a bare participle, "
         "and the renames of docs/words.md hold")

PAGE = "docs/words.md"
GONE = "## Names that are gone"
BOTH_NAMES = ("include/heddle/renamed.h", "src/front/c/renamed.cpp")  # for one release

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


class Page:
    """docs/words.md: the names that are gone, and those that still wait, each with its line."""

    def __init__(self, root):
        path = root / PAGE
        self.gone, self.waiting = {}, []
        section, head = "", []
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n") if path.is_file() else [], 1):
            if line.startswith("## "):
                section, head = line, []
            if not line.startswith("|"):
                continue
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            if not head:
                head = cells
            elif section == GONE:
                self.gone |= {name: cells[1] for name in names_in(cells[0])}
            elif head[:2] == ["today", "where"]:
                self.waiting += [(number, name, names_in(cells[1])) for name in names_in(cells[0])]


def names_in(cell):
    return [name.split("::")[-1] for name in re.findall(r"`([\w./:]+)`", cell)]


def renames(repository):
    page = Page(repository.root)
    for number, name, files in page.waiting:
        for file in files:
            path = next((path for path in (f"src/{file}", file) if (repository.root / path).is_file()), None)
            if path is None or not re.search(rf"\b{name}\b", (repository.root / path).read_text(encoding="utf-8")):
                yield Offence(PAGE, number, f"{file} has no {name} any more: take it out of the row", name)
    gone = re.compile(rf"\b({'|'.join(page.gone)})\b") if page.gone else re.compile(r"(?!)")
    for source in repository.sources:
        if source.path in BOTH_NAMES:
            continue
        for number, line in enumerate(source.code, 1):
            for name in gone.findall(line):
                yield Offence(source.path, number, f"{name} is gone ({PAGE}): it is {page.gone[name]} now", name)


def check(repository):
    offences = list(renames(repository))
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
