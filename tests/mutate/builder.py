"""Builds a room's test programs once, with all its mutants in them.

Changed copies of the room's files lie in a folder that the compiler looks into first; what sees one of them is compiled
anew, by the commands of build/release. A site that does not compile is taken out, and the rest is tried again.
"""

import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess

import sites as finding

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_MUTANTS = 1 << 16  # as mutant.hpp
ROUNDS = 40
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
PLACE = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?P<column>\d+): (?P<what>fatal error|error|note|warning): ", re.MULTILINE)


class File:
    """One file with its sites."""

    def __init__(self, root, path):
        self.path = path  # relative to root
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.text = file.read()
        self.sites = finding.find_sites(self.text)
        self.dropped = []
        self.changed, self.places = "", []

    def key(self):
        return hashlib.sha1((self.text + str(len(self.sites))).encode()).hexdigest()

    def site_at(self, line, column):
        """The site whose text stands at, or nearest to, this place of the changed file."""
        lines = self.changed.encode().split(b"\n")
        begin = len(b"\n".join(lines[:line - 1]).decode()) + (1 if line > 1 else 0)
        offset = begin + len(lines[line - 1][:column - 1].decode(errors="replace"))
        end = begin + len(lines[line - 1].decode())

        def distance(place):
            return max(place[0] - offset, offset - place[1] + 1, 0)

        here = [place for place in self.places if begin <= place[0] < end]
        if not here:
            before = [place for place in self.places if place[0] < begin]
            here = before[-1:]
        return min(here, key=distance)[2] if here else None

    def drop(self, site):
        self.sites.remove(site)
        self.dropped.append(site)


class CannotBuild(Exception):
    pass


class Builder:
    def __init__(self, root, build, folder, options):
        self.root, self.build, self.folder, self.options = root, build, folder, options
        self.say, self.compiler, self.jobs = options.say, options.compiler, options.jobs
        self.tree, self.objects = os.path.join(folder, "tree"), os.path.join(folder, "objects")
        self.files, self.mutants = [], []
        self.commands = None

    # -- the changed tree
    def find(self, paths):
        self.files = [File(self.root, path) for path in paths]
        shutil.rmtree(self.tree, ignore_errors=True)
        known = self.read_dropped()
        for file in self.files:
            keys = known.get(file.key(), [])
            for site in [site for site in file.sites if [site.first, site.last, site.mutants[0].kind] in keys]:
                file.drop(site)
        self.number()
        self.write_tree()

    def number(self):
        self.mutants = []
        for file in self.files:
            for site in file.sites:
                for mutant in site.mutants:
                    mutant.number, mutant.path = len(self.mutants) + 1, file.path
                    self.mutants.append(mutant)
        if len(self.mutants) >= MOST_MUTANTS:
            raise CannotBuild(f"{len(self.mutants)} mutants are more than {MOST_MUTANTS}: name fewer rooms, or use --file")

    def write_tree(self):
        for file in self.files:
            file.changed, file.places = finding.mutated(file.text, file.sites)
            target = os.path.join(self.tree, file.path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as out:
                out.write(file.changed)

    def notes(self):
        return os.path.join(self.folder, "not_compiling.json")

    def read_dropped(self):
        try:
            with open(self.notes(), encoding="utf-8") as file:
                return json.load(file)
        except (OSError, ValueError):
            return {}

    def write_dropped(self):
        known = {file.text: file for file in self.files}
        notes = {}
        for file in known.values():
            fresh = len(file.sites) + len(file.dropped)
            key = hashlib.sha1((file.text + str(fresh)).encode()).hexdigest()
            notes[key] = [[site.first, site.last, site.mutants[0].kind] for site in file.dropped]
        with open(self.notes(), "w", encoding="utf-8") as out:
            json.dump(notes, out)

    # -- what has to be compiled
    def read_commands(self):
        path = os.path.join(self.build, "compile_commands.json")
        if not os.path.exists(path):
            raise CannotBuild(f"{path} is missing: ./x build first")
        with open(path, encoding="utf-8") as file:
            self.commands = [Command(entry, self.root) for entry in json.load(file)]

    def seen(self, path, folders, memory):
        """Every file of the repository that path includes, itself too."""
        if path in memory:
            return memory[path]
        memory[path] = found = {path}
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                names = INCLUDE.findall(file.read())
        except OSError:
            return found
        for name in names:
            for folder in [os.path.dirname(path), *folders]:
                candidate = os.path.normpath(os.path.join(folder, name))
                if os.path.exists(candidate):
                    found |= self.seen(candidate, folders, memory)
                    break
        return found

    def units(self, program, through):
        """The commands of a program's own sources that see a mutated file, and of src/ those that `through` names."""
        mutated = {os.path.join(self.root, file.path) for file in self.files}
        own, memory = [], {}
        for command in self.commands:
            of_program = f"/{program}.dir/" in "/" + command.output
            relative = os.path.relpath(command.source, self.root)
            if of_program and self.options.tests:
                if self.is_chosen(relative):
                    own.append(command)  # also where it sees no mutant: build/release may not have it
                continue
            if not of_program and not any(relative == part or relative.startswith(part + "/") for part in through):
                continue
            if self.seen(command.source, command.folders(), memory) & mutated:
                own.append(command)
        return own

    def is_chosen(self, source):
        return any(source.endswith(end) for end in self.options.tests)

    # -- compiling
    def command_line(self, command, object_file=None):
        words = [word for word in command.words[1:] if word not in ("-c", "-o", "-g", "-O2") and word not in (command.output, command.source)]
        relative = os.path.relpath(command.source, self.root)
        source = command.source
        if any(file.path == relative for file in self.files):
            source = os.path.join(self.tree, relative)
        line = [*self.compiler, "-I" + os.path.join(self.tree, "src"), "-I" + os.path.join(self.tree, "include"), *words,
                f"-ffile-prefix-map={self.tree}/=", "-O1", "-gline-tables-only", "-w", "-ferror-limit=0", "-include", os.path.join(HERE, "mutant.hpp")]
        if object_file is None:
            return [*line, "-fsyntax-only", source]
        return [*line, "-c", source, "-o", object_file]

    def object_of(self, command):
        return os.path.join(self.objects, os.path.relpath(command.source, self.root).replace("/", "_") + ".o")

    def attempt(self, command, object_file=None):
        done = subprocess.run(self.command_line(command, object_file), cwd=self.build, capture_output=True, text=True, errors="replace")
        return done.returncode, done.stderr

    def guilty(self, errors):
        """The sites that a compiler's messages point at."""
        found, waiting = [], False
        paths = {os.path.join(self.tree, file.path): file for file in self.files}
        for place in PLACE.finditer(errors):
            if "error" in place["what"]:
                waiting = True
            file = paths.get(os.path.normpath(os.path.join(self.build, place["file"])))
            if not waiting or file is None:
                continue
            waiting = False
            site = file.site_at(int(place["line"]), int(place["column"]))
            if site is not None and (file, site) not in found:
                found.append((file, site))
        return found

    def blame(self, command, errors):
        """Takes out the sites that these messages point at."""
        sites = self.guilty(errors)
        if not sites:
            raise CannotBuild(f"{command.source} does not compile, and no mutant is to blame:\n{errors[:3000]}")
        for file, site in sites:
            if site in file.sites:
                file.drop(site)
                self.mutants = [mutant for mutant in self.mutants if mutant not in site.mutants]
        self.write_tree()

    def weed(self, command):
        """Takes out what does not compile in one source, until the rest does."""
        name = os.path.relpath(command.source, self.root)
        for round_ in range(ROUNDS):
            self.say(f"looking which mutants compile in {name}, round {round_ + 1}")
            code, errors = self.attempt(command)
            if code == 0:
                return self.write_dropped()
            self.blame(command, errors)
        raise CannotBuild(f"after {ROUNDS} rounds there are mutants in {name} that do not compile still")

    def compile(self, units):
        """Numbers stay, and so do objects that were made before a site was taken out: nobody asks for its mutants then."""
        os.makedirs(self.objects, exist_ok=True)
        left, told = self.most_telling_first(units), self.options.clock()
        self.weed(left[0])
        while left:
            failed = []
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                running = {pool.submit(self.attempt, command, self.object_of(command)): command for command in left}
                for done, future in enumerate(concurrent.futures.as_completed(running), 1):
                    code, errors = future.result()
                    if code != 0:
                        failed.append((running[future], errors))
                    if self.options.clock() - told > 10:
                        told = self.options.clock()
                        self.say(f"compiled {done} of {len(left)} sources with all mutants in them")
            for command, errors in failed:
                self.blame(command, errors)
            left = [command for command, _ in failed]
            self.write_dropped()

    def most_telling_first(self, units):
        """The source that sees the most mutated files."""
        mutated, memory = {os.path.join(self.root, file.path) for file in self.files}, {}
        return sorted(units, key=lambda command: -len(self.seen(command.source, command.folders(), memory) & mutated))

    def link(self, program, own):
        """The program, as build/release links it, but for the objects that were compiled anew."""
        commands = subprocess.run(["ninja", "-C", self.build, "-t", "commands", program], capture_output=True, text=True, check=True)
        words = shlex.split(commands.stdout.strip().splitlines()[-1])
        words = words[words.index("&&") + 1:] if words[0] == ":" else words
        words = words[:words.index("&&")] if "&&" in words else words
        target = os.path.join(self.folder, program)
        if self.options.tests:
            left_out = {command.output for command in self.commands if f"/{program}.dir/" in "/" + command.output}
            words = [word for word in words if word not in left_out - {command.output for command in own}]
        instead = {command.output: self.object_of(command) for command in own}
        output = words.index("-o")
        line = [words[0], *self.options.link_flags, *(self.object_of(command) for command in own if command.output not in words),
                *(instead.get(word, word) for word in words[1:output]), "-o", target, *(instead.get(word, word) for word in words[output + 2:])]
        done = subprocess.run(line, cwd=self.build, capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotBuild(f"{program} does not link:\n{done.stderr[:3000]}")
        return target

    def programs(self, names, through):
        """Builds them. @returns their paths."""
        self.read_commands()
        units = {name: self.units(name, through) for name in names}
        for name in [name for name, own in units.items() if not own]:
            self.say(f"{name} sees none of these files")
            del units[name]
        once = {command.source: command for own in units.values() for command in own}
        if not once:
            raise CannotBuild("no test program sees these files: tests/mutate/rooms.toml names those of a room")
        self.compile(list(once.values()))
        return [self.link(name, own) for name, own in units.items()]


class Command:
    """A line of compile_commands.json."""

    def __init__(self, entry, root):
        self.words = shlex.split(entry["command"])
        if os.path.basename(self.words[0]) == "ccache":
            del self.words[0]
        self.source = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        self.output = self.words[self.words.index("-o") + 1]
        self.root = root

    def folders(self):
        return [word[2:] for word in self.words if word.startswith("-I")]


def sources_of(root, room):
    """The files of a room, relative to root; `dependence` has rooms below it."""
    found = glob.glob(os.path.join(root, "src", room, "**", "*.?pp"), recursive=True)
    return sorted(os.path.relpath(path, root) for path in found)
