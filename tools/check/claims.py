"""Claims: what a page names exists, and what it counts is counted.

A page goes stale in silence: a file is renamed, a function is added, and the sentence about it stays. So each page is
held to the source. Functions and commands are looked at in code spans and fenced blocks; links, files and variables everywhere.
"""

import fnmatch
import posixpath
import re
from functools import cache
from pathlib import Path

from repository import Offence

NAME = "claims"
ABOUT = "pages name files, variables, functions, policies and commands that exist; counts of ARCHITECTURE.md are those of the source"

HISTORY = {"CHANGELOG.md"}  # names what there was then
RENAMES = {"docs/words.md"}  # names what there will be
MADE = ("build/", "out/")  # by a build or by the reader
EXAMPLE = "mine"  # what the reader's own policy is called
SUFFIX = r"(?:hpp|cpp|h|c|py|md|toml|txt|cmake|map|f90|svg|sh|json|in|\*)"
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^\s*```")
FILE = re.compile(rf"(?:\./)?[\w.@*<>{{}},+-]+(?:/[\w.@*<>{{}},+-]+)*\.(?:{SUFFIX}|\{{[\w,]+\}})$")
FOLDERS = ("src", "tests", "bench", "tools", "docs", "include", "examples", "cmake", "machines", "packaging", "front", "dependence",
           "schedule", "loop", "platform")
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w.*{{}},/+-]+$")
VARIABLE = re.compile(r"\bHEDDLE_[A-Z][A-Z0-9_]*[A-Z0-9]\b")
OURS = re.compile(r"(?:heddle_[a-z]\w*|k_[a-z]\w*|[A-Z]\w*(?:::\w+)+|[a-z]\w*(?:::\w+)+|[a-z]\w*_\w+)(?:<[\w, ]+>)?(?:\(\))?$")
VERB = re.compile(r"(?:^|[\s;(])(?:\./x|(?<!-m )heddle) ([a-z]+)\b")  # python -m heddle runs a program

HOUSE = re.compile(r"\b(\d+) rooms on (\d+) floors")
SEAM = re.compile(r"\| `([\w/]+\.hpp)` \| (\d+)(?: \+ (\d+))? \|")
INTERFACE = re.compile(r"^class \w+(?: final)? \{$(.*?)^\};$", re.M | re.S)
VIRTUAL = re.compile(r"^  virtual (?!~)[^;{]*?(= 0;|;|\{)", re.M)
VARIABLES = re.compile(r'^ *\{"([A-Z_]+)", Needs::', re.M)
POLICY = "src/platform/threads/threads.hpp"
MEMBER = re.compile(r"^  (?:using (\w+) =|static [^;(={]*?[ &*](\w+)\()", re.M)
POLICIES = ("src/schedule/", "src/dependence/", "src/loop/")
TABLES = {"HEDDLE_SCHEDULER": "scheduler", "HEDDLE_DEPENDENCE": "dependence", "HEDDLE_LOOP": "loop"}  # variable: table
ROW_NAME = re.compile(r'^    \{"(\w+)",', re.M)
MANUALS = ("docs/man/heddle.1", "docs/man/heddle-run.1")
RECORD = ("Context", "Options", "Measured", "Decided")


def check(repository):
    facts = Facts(repository)
    offences = []
    for path in repository.files():
        name = path.relative_to(repository.root).as_posix()
        if path.suffix == ".md" and name not in HISTORY and not name.startswith("tools/templates/"):
            offences += judge(facts, Page(name, path.read_text(encoding="utf-8")))
    return offences + variables(facts) + policies(facts) + set_by_programs(facts) + counts(facts) + records(facts)


class Facts:
    """What the repository has."""

    def __init__(self, repository):
        self.repository = repository
        self.files = {path.relative_to(repository.root).as_posix() for path in repository.files()}
        self.folders = {folder.as_posix() for name in self.files for folder in Path(name).parents}

    @cache
    def words(self):
        """Every word of every file that is no page."""
        words = set()
        for name in self.files:
            if not name.endswith((".md", ".svg", ".json")):
                words |= set(re.findall(r"\w+", self.text(name)))
        return words

    @cache
    def text(self, name):
        return (self.repository.root / name).read_text(encoding="utf-8", errors="replace") if name in self.files else ""

    @cache
    def verbs(self):
        """What `./x` and `heddle` can be asked for."""
        asked = re.findall(r"^  ([a-z]+)(?= )", self.text("x").partition("TEXT")[2].partition("examples:")[0], re.M)
        main = self.text("tools/heddle/main.cpp") + self.text("tools/heddle/run_options.cpp")
        return set(asked) | set(re.findall(r'"([a-z]+)"', main))

    def exists(self, name):
        if any(sign in name for sign in "*?["):
            return any(fnmatch.fnmatch(known, name) for known in self.files | self.folders)
        return name in self.files or name in self.folders

    def starts(self, page):
        """Where a path may begin: at the root, in src and its like, or in any folder around the page."""
        return [folder.as_posix() for folder in Path(page).parents] + ["src", "include", "include/heddle", "include/heddle/detail", "tests"]

    def finds(self, name, page):
        return any(self.exists(posixpath.normpath(posixpath.join(start, name))) for start in self.starts(page))

    def finds_below(self, name, folders):
        return any(fnmatch.fnmatch(posixpath.basename(known), name) and known.startswith(folder + "/")
                   for folder in folders for known in self.files)


class Page:
    """A page, as links and as words of code, each with its line."""

    def __init__(self, name, text):
        self.name = name
        self.links, self.spans, self.blocks, self.prose = [], [], [], []
        inside = False
        for number, line in enumerate(text.split("\n"), 1):
            if FENCE.match(line):
                inside = not inside
            elif inside or line.startswith("    "):
                self.blocks.append((number, line))
            else:
                self.links += [(number, target) for target in LINK.findall(line)]
                self.spans += [(number, span) for span in SPAN.findall(line)]
                self.prose += [(number, LINK.sub("", SPAN.sub("", line)))]

    def words(self):
        """@returns line, word, and whether it is a code span by itself (else it may be part of a command's)."""
        for number, code in sorted(self.spans + self.blocks + self.prose, key=lambda one: one[0]):
            words = [word.strip("\"';,()[]").removeprefix("./").partition(":")[0].rstrip("/.") for word in code.split()]
            for word in words:
                yield number, word, len(words) == 1 and (number, code) in self.spans

    def about_source(self):
        """Pages for those who read the source name its symbols; others may name those of the reader's or of other libraries."""
        return self.name.startswith(("src/", "docs/decisions/")) or self.name in {"ARCHITECTURE.md", "docs/design.md"}


def judge(facts, page):
    return links(facts, page) + paths(facts, page) + names(facts, page) + commands(facts, page)


def links(facts, page):
    offences = []
    for number, target in page.links:
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), target.partition("#")[0]))
        if not facts.exists(path):
            offences.append(Offence(page.name, number, f"links to {target}, which does not exist", target))
    return offences


def paths(facts, page):
    offences = []
    folders = [posixpath.dirname(page.name)]  # where a file named alone may be: in those of the files named before it, too
    for number, word, alone in page.words():
        if word.startswith(MADE) or any(sign in word for sign in "<@$…") or word.startswith(("-", "/", ".")) or EXAMPLE in word.split("/"):
            continue
        for one in expanded(word):
            if "/" in one:
                folder = facts.finds(posixpath.dirname(one), page.name)
                known = facts.finds(one, page.name) or facts.finds(one + ".*", page.name)
                folders += [posixpath.normpath(posixpath.join(start, place)) for start in facts.starts(page.name)
                            for place in (one, posixpath.dirname(one))]
                wrong = not known and (FILE.match(one) and folder or PATH.match(one))
            else:
                wrong = alone and describes_a_folder(page.name) and FILE.match(one) and not (
                    facts.finds(one, page.name) or facts.finds_below(one, folders))
            if wrong:
                offences.append(Offence(page.name, number, f"names {one}, which does not exist", one))
    return offences


def describes_a_folder(name):
    """READMEs name the files beside them; pages of docs/ also those that a reader would have."""
    return posixpath.basename(name) == "README.md" and name != "README.md" and not name.startswith("docs/")


def expanded(word):
    """a/{b,c}.hpp → a/b.hpp, a/c.hpp"""
    match = BRACES.search(word)
    if match is None:
        return [word]
    return [whole for part in match.group(1).split(",") for whole in expanded(word[:match.start()] + part + word[match.end():])]


def names(facts, page):
    offences = []
    if page.name in RENAMES:
        return offences
    for number, code in page.spans + page.blocks + page.prose:
        offences += [Offence(page.name, number, f"names {name}, which nothing in the source knows", name)
                     for name in VARIABLE.findall(code) if name not in facts.words()]
    for number, code in page.spans:
        ours = page.about_source() or code.startswith(("heddle_", "heddle::"))
        if ours and OURS.match(code) and not facts.finds(code, page.name):
            unknown = [part for part in re.findall(r"\w+", code) if part not in facts.words()]
            offences += [Offence(page.name, number, f"names {code}, but nothing in the source is called {part}", code)
                         for part in unknown]
    return offences


def commands(facts, page):
    if not facts.verbs():
        return []
    return [Offence(page.name, number, f"there is no command {verb}", verb)
            for number, code in page.spans + page.blocks for verb in VERB.findall(code.partition("#")[0])
            if verb not in facts.verbs()]


def variables(facts):
    """The page of variables has a row for each one that the program may obey."""
    page = "docs/environment.md"
    return [Offence(page, 1, f"has no {name}", name) for name in VARIABLES.findall(facts.text("src/base/trust.hpp"))
            if not re.search(rf"\b{name}\b", facts.text(page))]


def policies(facts):
    """The page of variables and the manuals list what the tables of policies hold. (A reader's own policy is not missed.)"""
    offences = []
    for variable, table in TABLES.items():
        rows = set(ROW_NAME.findall(facts.text(f"src/runtime/{table}_table.hpp")))
        told = {page: set(re.findall(r"^\.Ql (\w+)", item(facts.text(page), variable), re.M)) for page in MANUALS}
        row = re.search(rf"^\| {variable} \| ([^|]*) \|", facts.text("docs/environment.md"), re.M)
        told["docs/environment.md"] = set(row.group(1).split(", ")) if row else set()
        for page, names in told.items():
            if not facts.text(page) or not rows:
                continue
            offences += [Offence(page, 1, f"{variable} lacks {name}, a row of {table}_table.hpp", name)
                         for name in sorted(rows - names) if EXAMPLE not in name]
            offences += [Offence(page, 1, f"{variable} has {name}, which is no row of {table}_table.hpp", name)
                         for name in sorted(names - rows - {"asked"})]
    return offences


def item(manual, variable):
    """What a manual says of a variable, or of the option that sets it."""
    for part in manual.split("\n.It ")[1:]:
        if part.startswith(f"Ev {variable}\n") or f"\nSets\n.Ev {variable} .\n" in part + "\n":
            return part
    return ""


def set_by_programs(facts):
    """heddle_set's page names every variable that a program may set."""
    page = "include/heddle/settings.h"
    names = re.findall(r'"(HEDDLE_\w+)",\s*SetBy::program', facts.text("src/process/own_variables.cpp"))
    return [Offence(page, 1, f"does not name {name}, which a program may set", name) for name in names
            if not re.search(rf"\b{name}\b", facts.text(page))]


def counts(facts):
    """What ARCHITECTURE.md counts: rooms and floors, the functions of each seam, the members of P."""
    page = "ARCHITECTURE.md"
    text = facts.text(page)
    offences = []
    for number, line in enumerate(text.split("\n"), 1):
        house = HOUSE.search(line)
        if house and house.groups() != (str(len(rooms(facts))), str(len(facts.repository.plan["floor"]))):
            offences.append(Offence(page, number, f"there are {len(rooms(facts))} rooms on {len(facts.repository.plan['floor'])} floors"))
        seam = SEAM.search(line)
        if seam:
            must, may = functions(facts.text("src/" + seam.group(1)))
            if (must, may) != (int(seam.group(2)), int(seam.group(3) or 0)):
                offences.append(Offence(page, number, f"src/{seam.group(1)} has {must} functions that must be written, {may} that may be"))
    return offences + members(facts, page, text)


def rooms(facts):
    """All but those of policies: one more of these (tools/new) changes no page."""
    return {posixpath.dirname(name) for name in facts.files
            if name.startswith("src/") and name.endswith((".hpp", ".cpp")) and not name.startswith(POLICIES)}


def functions(header):
    """Of the last interface that a header declares: how many functions are pure, how many have an answer already."""
    found = [VIRTUAL.findall(body) for body in INTERFACE.findall(header)]
    last = [end for end in found if end][-1] if any(found) else []
    return last.count("= 0;"), len(last) - last.count("= 0;")


def members(facts, page, text):
    """The table behind "member of `P`" and the public part of Threads name the same."""
    source = facts.text(POLICY).partition("struct Threads {")[2].partition(" private:")[0]
    has = {name for pair in MEMBER.findall(source) for name in pair if name}
    first = text.partition("| member of `P` |")[0].count("\n") + 1
    rows = text.partition("| member of `P` |")[2].partition("\n\n")[0].split("\n")[2:]
    told = {}
    for number, row in enumerate(rows, first + 2):
        told |= {re.match(r"\w+", span).group(): number for span in SPAN.findall(row.split("|")[1])}
    if not has or not rows:
        return []
    return ([Offence(page, told[name], f"P has no member {name}", name) for name in sorted(set(told) - has)]
            + [Offence(page, first, f"the table of P lacks {name}", name) for name in sorted(has - set(told))])


def records(facts):
    """Decisions are numbered from 1 on without a gap, have four headings, and stand in the index; every room has its place
    in the page about design."""
    offences = []
    folder = "docs/decisions/"
    index = facts.text(folder + "README.md")
    named = sorted(name for name in facts.files if name.startswith(folder) and name != folder + "README.md")
    for expected, name in enumerate(named, 1):
        if not name.startswith(f"{folder}{expected:04}-"):
            offences.append(Offence(name, 1, f"decision {expected:04} is missing: numbers have no gaps"))
            break
    for name in named:
        if f"({name.removeprefix(folder)})" not in index:
            offences.append(Offence(folder + "README.md", 1, f"does not list {name}"))
        offences += [Offence(name, 1, f"has no section {heading}") for heading in RECORD
                     if f"\n## {heading}\n" not in facts.text(name)]
    design = facts.text("docs/design.md")
    if design:
        offences += [Offence("docs/design.md", 1, f"says nothing of the room {room}", room)
                     for floor in facts.repository.plan["floor"] for room in floor.get("rooms", []) if f"`{room}`" not in design]
    return offences
