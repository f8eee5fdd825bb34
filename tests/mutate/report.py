"""What a run found: a table by file, survivors with their lines, the same as JSON."""

import json
import math
import os
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
KILLED = ("killed", "late")


def read_equivalent(path=os.path.join(HERE, "equivalent.toml")):
    """Rows of equivalent.toml: mutants that no test can tell from the original, each with its reason."""
    with open(path, "rb") as file:
        return tomllib.load(file).get("mutant", [])


def equivalent(rows, mutant, line):
    """The reason why this mutant, on this line of its file, is no mistake; or nothing."""
    for row in rows:
        if row["file"] != mutant.path or row["line"] not in line:
            continue
        if row.get("kind", mutant.kind) == mutant.kind and row.get("change", "") in mutant.change():
            return row["reason"]
    return ""


def per_cent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def interval(killed, tried):
    """What a sample says of the whole: Wilson's interval of 95 %, in per cent."""
    z = 1.96
    share = killed / tried
    middle = share + z * z / (2 * tried)
    reach = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    whole = 1 + z * z / tried
    return round(100 * (middle - reach) / whole), round(100 * (middle + reach) / whole)


class Count:
    def __init__(self):
        self.tried = self.killed = self.late = self.survived = self.unreached = self.all = 0

    def add(self, verdict):
        self.tried += 1
        self.killed += verdict in KILLED
        self.late += verdict == "late"
        self.survived += verdict == "survived"
        self.unreached += verdict == "unreached"

    def row(self, name):
        return (f"| {name} | {self.all} | {self.tried} | {self.killed} | {self.late} | {self.survived} | {self.unreached} | "
                f"{per_cent(self.killed, self.tried)} | {per_cent(self.killed, self.tried - self.unreached)} |")


class Report:
    def __init__(self, rooms, options):
        self.rooms, self.options = rooms, options
        self.results = []  # (mutant, verdict, by)
        self.every, self.dropped, self.set_aside = [], 0, []

    def counts(self, key):
        counts = {}
        for mutant in self.every:
            counts.setdefault(key(mutant), Count()).all += 1
        for mutant, verdict, _ in self.results:
            counts[key(mutant)].add(verdict)
        return counts

    def room_of(self, mutant):
        return max((room for room in self.rooms if mutant.path.startswith(f"src/{room}/")), key=len, default="files")

    def table(self):
        head = ["| file | mutants | tried | killed | of them by the clock | survived | unreached | score | of those reached |",
                "|---|---|---|---|---|---|---|---|---|"]
        files = self.counts(lambda mutant: mutant.path)
        rooms = self.counts(self.room_of)
        return "\n".join(head + [files[name].row(name) for name in sorted(files)] + [rooms[name].row(f"**{name}**") for name in sorted(rooms)])

    def listed(self, verdict, title):
        found = sorted(((mutant.path, mutant.line, mutant.kind, mutant.change()) for mutant, what, _ in self.results if what == verdict))
        return "\n".join([f"{title}: {len(found)}"] + [f"  {path}:{line}: [{kind}] {change}" for path, line, kind, change in found])

    def score(self):
        lines = []
        for room, count in sorted(self.counts(self.room_of).items()):
            lines.append(f"{room}: {per_cent(count.killed, count.tried)} killed: {count.killed} of {count.tried} tried, of {count.all} mutants "
                         f"({count.late} by the clock, {count.unreached} that no test reaches){self.of_all(count)}")
        return "\n".join(lines)

    @staticmethod
    def of_all(count):
        """Of a sample: what the score of all mutants is, in 95 of 100 samples."""
        if count.tried in (0, count.all):
            return ""
        return "; of all: {} to {} %, with 95 %".format(*interval(count.killed, count.tried))

    def text(self):
        aside = f"not compiled: {self.dropped} places; set aside as equivalent: {len(self.set_aside)} (tests/mutate/equivalent.toml)"
        return "\n\n".join([self.table(), self.listed("survived", "survivors"),
                            self.listed("unreached", "no test comes past these"), aside, self.score()])

    def write(self, folder):
        with open(os.path.join(folder, "report.txt"), "w", encoding="utf-8") as file:
            file.write(self.text() + "\n")
        entries = [{"file": mutant.path, "line": mutant.line, "kind": mutant.kind, "before": mutant.before, "after": mutant.after,
                    "verdict": verdict, "by": by} for mutant, verdict, by in self.results]
        with open(os.path.join(folder, "report.json"), "w", encoding="utf-8") as file:
            json.dump({"rooms": self.rooms, "seed": self.options.seed, "mutants": len(self.every), "tried": len(self.results),
                       "not_compiled": self.dropped, "equivalent": len(self.set_aside), "results": entries}, file, indent=1)
