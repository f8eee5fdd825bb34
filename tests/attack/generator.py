"""Random programs that conform, as trees of statements: what a seed makes. The text form is what the interpreter reads.

Bodies that block are made only where libgomp and libomp would have deferred their task: fewer than 40 tasks outstanding,
nothing between the task and what it waits for at which the creator may run tasks itself, and a thread left for it."""

import random

BODIES = ("program", "parallel", "task", "group")
MODES = ("in", "out", "inout", "mx", "set")
CELLS = 16


class Statement:
    def __init__(self, kind, body=(), **words):
        self.kind = kind
        self.body = list(body)
        self.words = {name: value for name, value in words.items() if value not in (None, [], ())}

    def lines(self, depth=0):
        words = [self.kind]
        for name, value in self.words.items():
            words.append(f"{name}={','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}")
        yield " " * depth + " ".join(words)
        if self.kind in BODIES:
            for statement in self.body:
                yield from statement.lines(depth + 1)
            yield " " * depth + "end"

    def copy(self):
        return Statement(self.kind, [statement.copy() for statement in self.body], **self.words)

    def every(self):
        yield self
        for statement in self.body:
            yield from statement.every()

    def text(self):
        return "\n".join(self.lines()) + "\n"


def parse(text):
    """Programs of a text, as the interpreter reads it."""
    programs, open_ones = [], []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "end":
            open_ones.pop()
            continue
        statement = Statement(words[0])
        for word in words[1:]:
            name, value = word.split("=")
            statement.words[name] = [int(x) for x in value.split(",")] if name in MODES else int(value)
        (open_ones[-1].body if open_ones else programs).append(statement)
        if statement.kind in BODIES:
            open_ones.append(statement)
    return programs


class Maker:
    """One program. `door`: gcc, g++, clang, clang++, or cxx for the interface in C++."""

    def __init__(self, seed, door, theme=None):
        self.dice = random.Random(seed)
        self.door = door
        self.knows_sets = door not in ("gcc", "g++")  # inoutset, omp_all_memory
        self.next_id = 1
        self.next_flag = 0
        self.left = self.dice.choice((8, 20, 60))  # statements
        names = [name for name in THEMES if allowed(name, door)]
        self.theme = theme if theme else self.dice.choice(names)
        self.threads = self.dice.choice((1, 2, 2, 2, 3, 4, 4, 8, 16))
        self.final = False

    def chance(self, percent):
        return self.dice.randrange(100) < percent

    def program(self):
        return Statement("program", THEMES[self.theme](self))

    # -- tasks
    def cells(self, count):
        return sorted(self.dice.sample(range(CELLS if self.chance(30) else 4), count))

    def accesses(self, form):
        """What a task of that form says it uses, as words."""
        if form in (4, 5, 6, 7):
            cells = self.dice.sample(range(CELLS), 5)
            return {4: {"in": cells[:4], "inout": cells[4:]}, 5: {"mx": cells[:1]}, 6: {"inout": [cells[0] % 3]},
                    7: {"allmem": 1}}[form]
        if form == 0:
            return {}
        cells = self.dice.sample(range(CELLS), self.dice.randrange(6, 15)) if self.chance(15) else self.cells(
            self.dice.randrange(1, 5))
        modes = ["in", "in", "out", "inout"] if form == 1 else ["in", "out", "inout", "mx", "mx"]
        if form == 2 and self.knows_sets:
            modes.append("set")
        words = {}
        for cell in cells:
            words.setdefault(self.dice.choice(modes), []).append(cell)
        if form == 3 and "inout" not in words:
            words["inout"] = [cells[0]]
            for mode in ("in", "out", "mx"):
                words[mode] = [cell for cell in words.get(mode, []) if cell != cells[0]]
        if "in" in words and self.chance(4):
            words["in"] = (words["in"] * 200)[:self.dice.randrange(20, 200)]
        return words

    def task(self, forms=(0, 1, 1, 2, 2, 3, 4, 5, 6), body=(), **words):
        form = self.dice.choice(forms)
        if form == 7 and not self.knows_sets:
            form = 6
        given = {"form": form, **self.accesses(form)}
        if self.chance(15):
            given["if"] = 0
        if self.chance(15):
            given["priority"] = self.dice.randrange(1, 9)
        if self.chance(25):
            given["fp"] = self.dice.choice((1, 2, 2, 3) if not body and not self.final else (1, 2))
        if self.chance(25):
            given["tied"] = self.dice.choice((1, 2))
        if self.chance(20):
            given["us"] = self.dice.choice((1, 5, 30, 200))
        given["fn"] = self.dice.choice((0, 0, 0, 1, 2))
        if not body and self.chance(30):
            given["repeat"] = self.dice.choice((2, 5, 10, 30))
        if not self.final and self.chance(8):
            given["detach"] = self.dice.choice((1, 2, 2))
        if given.get("tied") == 1 and "fp" in given:
            del given["fp"]
        given.update(words)
        if given.get("tied") == 1 and given.get("if") == 0:
            del given["tied"]  # Clang's code for both at once ends behind the construct, and libomp with a message
        return Statement("task", body, **given)

    def body(self, depth):
        """Statements in a task or a region that any thread may run."""
        statements = []
        for _ in range(self.dice.randrange(1, 9)):
            if self.left <= 0:
                break
            self.left -= 1
            statements.append(self.statement(depth))
        if self.chance(40):
            statements.append(Statement("taskwait"))
        return statements

    def statement(self, depth):
        roll = self.dice.randrange(100)
        if roll < 45 or depth > 5:
            return self.task()
        if roll < 65:
            final, self.final = self.final, self.final or self.chance(7)
            task = self.task(body=self.body(depth + 1), **({"final": 1} if self.final and not final else {}))
            if task.words.get("final"):
                task.words.pop("detach", None)
            self.final = final
            return task
        if roll < 72:
            return Statement("taskwait")
        if roll < 76:
            return Statement("waitdep", **{"in": self.cells(2)})
        if roll < 83:
            return Statement("group", self.body(depth + 1))
        if roll < 87:
            return Statement("yield")
        if roll < 91:
            return self.taskloop()
        if roll < 93:
            return Statement("taskred", n=self.dice.choice((1, 10, 60)))
        if roll < 95 and self.door != "cxx":
            return Statement("cgroup", n=self.dice.randrange(1, 60), at=self.dice.randrange(60))
        if roll < 97 and depth < 3:
            return Statement("parallel", self.body(depth + 3), threads=self.dice.choice((1, 2, 3)))
        return Statement("work", us=self.dice.choice((5, 50)))

    def taskloop(self):
        n = self.dice.choice((1, 7, 100, 1000))
        manner = self.dice.randrange(4)
        return Statement("taskloop", n=n, grain=self.dice.choice((1, 3, 10, 64)), reduce=1 if manner == 0 else None,
                         pieces=self.dice.choice((1, 3, 40)) if manner == 1 else None, nogroup=1 if manner == 2 else None)

    def region(self, body, **words):
        return Statement("parallel", body, threads=self.threads, **words)

    # -- themes
    def mixed(self):
        return [self.region(self.body(0)) for _ in range(self.dice.choice((1, 1, 3)))]

    def each(self):
        """All threads make tasks and share loops."""
        body = []
        for _ in range(self.dice.randrange(2, 10)):
            body.append(self.shared_work() if self.chance(60) else self.task(repeat=self.dice.choice((1, 4))))
        return [self.region(body, each=1) for _ in range(1)] * 1

    def shared_work(self):
        roll = self.dice.randrange(10)
        if roll < 6:
            return Statement("for", n=self.dice.choice((1, 5, 16, 100, 3000)), schedule=self.dice.randrange(10),
                             chunk=self.dice.choice((1, 2, 7, 64)))
        return Statement(self.dice.choice(("sections", "single", "barrier", "critical")))

    def trained(self):
        """Short tasks of one place, then some there that wait for their creator or for each other."""
        self.threads = max(self.threads, 2)
        form, fn = self.dice.choice((0, 0, 6, 1)), self.dice.choice((0, 0, 1))
        repeat = self.dice.choice((30, 200, 400, 700, 1500))
        words = {"form": form, "fn": 0}
        if form in (6, 1):
            words["inout"] = [0]
        body = []
        for _ in range(self.dice.choice((1, 2))):
            body += [Statement("task", repeat=repeat, **words), Statement("taskwait")]
            words_of_late = dict(words, fn=fn)
            body += self.blocking(words_of_late)
        return [self.region(body)]

    def blocking(self, words):
        """A few tasks that block, what ends them, and a wait."""
        flag, self.next_flag = self.next_flag, self.next_flag + 1
        count = self.dice.randrange(1, self.threads)  # one thread less than there are
        if self.chance(35):
            tasks = [self.late_task([Statement("meet", flag=flag, n=count + 1)], words, i) for i in range(count + 1)]
            return tasks + [Statement("taskwait")]
        wait = Statement("wait", flag=flag, how=self.dice.randrange(3))
        tasks = [self.late_task([wait.copy()], words, i) for i in range(count)]
        if self.chance(30):
            tasks.append(Statement("work", us=300))
        if self.chance(30):
            tasks.append(Statement("task", form=0, repeat=self.dice.choice((1, 10)), fn=self.dice.randrange(3)))
        if self.knows_sets and self.door != "cxx" and self.chance(30):
            tasks.append(Statement("task", form=7, allmem=1))
        return tasks + [Statement("set", flag=flag), Statement("taskwait")]

    @staticmethod
    def late_task(body, words, cell):
        words = dict(words)
        if "inout" in words:
            words["inout"] = [cell]  # each may run at once
        return Statement("task", body, **words)

    def detached(self):
        """Events that come from outside, from the task itself, or from its creator later."""
        self.threads = max(self.threads, 2)
        body = []
        for _ in range(self.dice.randrange(1, 6)):
            for _ in range(self.dice.randrange(1, 5)):
                task = self.task(forms=(0, 1, 2, 3, 4, 5, 6), detach=self.dice.choice((1, 2, 2)), fp=self.dice.randrange(4))
                task.words.pop("tied", None)
                task.words.pop("if", None)
                body.append(task)
                body.append(self.task())
            if self.chance(50):
                task = self.task(forms=(0, 1, 2, 6), detach=3, id=self.next_id, fp=self.dice.randrange(3), repeat=1)
                for word in ("tied", "if"):
                    task.words.pop(word, None)
                late = [self.task(forms=(0,), repeat=1) for _ in range(self.dice.randrange(3))]
                for other in late:
                    other.words.pop("if", None)
                body += [Statement("taskwait"), task, *late, Statement("fulfil", at=self.next_id), Statement("taskwait")]
                self.next_id += 1
            if self.chance(30):
                body.append(Statement("taskwait"))
        return [self.region(body)]

    def excluded(self):
        """Sets of tasks one at a time, of which some are undeferred, large, or have many dependences."""
        body = []
        for _ in range(self.dice.randrange(3, 20)):
            task = self.task(forms=(5, 5, 2, 3), repeat=self.dice.choice((1, 3, 20)), us=self.dice.choice((0, 0, 3, 20)))
            task.words.pop("detach", None)
            if task.words["form"] == 5:
                task.words["mx"] = [self.dice.choice((0, 0, 1))]
            body.append(task)
        return [self.region(body)]

    def everything(self):
        """omp_all_memory among children that wait for their creator, and among others."""
        self.threads = max(self.threads, 2)
        body = []
        for _ in range(self.dice.randrange(1, 5)):
            body += [self.task(forms=(1, 2, 7, 7, 0), tied=0) for _ in range(self.dice.randrange(1, 6))]
            for task in body:
                task.words.pop("if", None)
            body.append(Statement("taskwait"))
            flag, self.next_flag = self.next_flag, self.next_flag + 1
            body += [Statement("task", [Statement("wait", flag=flag, how=self.dice.randrange(3))], form=6, inout=[0]),
                     Statement("task", form=7, allmem=1), Statement("set", flag=flag), Statement("taskwait")]
        return [self.region(body)]

    def producers(self):
        """Tasks that make many dependent tasks and wait, side by side."""
        body = []
        for _ in range(self.dice.randrange(2, 12)):
            inner = []
            for _ in range(self.dice.randrange(1, 4)):
                inner.append(self.task(forms=(1, 2, 6, 6), repeat=self.dice.choice((10, 60, 150, 300)), us=0))
                inner[-1].words.pop("fp", None)
                inner[-1].words.pop("detach", None)
                if self.chance(50):
                    inner.append(Statement("taskwait"))
            body.append(self.task(forms=(0, 6, 1), body=inner, repeat=1, **{"if": 1}))
            if self.chance(40):
                body.append(self.task(forms=(6, 1, 2), repeat=self.dice.choice((70, 130, 400)), us=0))
                body[-1].words.pop("fp", None)
        return [self.region(body, **({"each": 1} if self.chance(30) else {}))]

    def strands(self):
        """Producers, and beside them tasks that wait for what a producer does behind its own wait: a thread that ran one of
        these inside that wait would wait for itself."""
        self.threads = self.dice.choice((2, 2, 2, 3, 4))
        producers, others = [], []
        for cell in range(self.dice.randrange(1, self.threads)):
            flag, self.next_flag = self.next_flag, self.next_flag + 1
            made = [Statement("task", form=6, inout=[self.dice.randrange(3)], repeat=self.dice.choice((70, 130, 400, 1000)),
                              us=self.dice.choice((0, 0, 1))) for _ in range(self.dice.randrange(1, 3))]
            body = [*made, Statement("taskwait"), Statement("set", flag=flag)]
            producers.append(Statement("task", body, form=self.dice.choice((0, 0, 6)), inout=[cell + 8]))
            late = [Statement("task", [Statement("wait", flag=flag, how=self.dice.randrange(3))], form=2, **{"in": [cell]})]
            plain = [Statement("task", form=1, repeat=self.dice.choice((1, 3, 10)), **{"in": [cell]})]
            others += [Statement("task", form=1, out=[cell], us=self.dice.choice((0, 20, 100, 400)))]
            others += late + plain if self.chance(50) else plain + late
        return [self.region(producers + others if self.chance(50) else others + producers)]

    def handed(self):
        """A producer whose first tasks wait for each other, on a thread that has left elder tasks of another parent to be
        linked; the other thread helps once one of them waits."""
        self.threads, long = 2, 60
        meeting, flags = self.dice.randrange(2, 6), [self.next_flag + number for number in range(3)]
        self.next_flag += 3
        inner = [Statement("task", [Statement("set", flag=flags[1]), Statement("meet", flag=flags[2], n=2)], form=2,
                           inout=[cell], us=long) for cell in range(meeting)]
        inner += [Statement("task", form=6, inout=[self.dice.randrange(5, CELLS)])
                  for _ in range(self.dice.choice((40, 59, 61, 80, 125)))]
        producer = Statement("task", [*inner, Statement("taskwait")], form=0, us=long)
        away = Statement("task", [Statement("group", [producer, Statement("set", flag=flags[0]),
                                                      Statement("wait", flag=flags[1])])], form=0, us=long)
        outer = [Statement("task", form=6, inout=[cell]) for cell in range(self.dice.randrange(1, 12))]
        return [self.region([away, Statement("wait", flag=flags[0]), *outer])]

    def chains(self):
        self.threads = self.dice.choice((1, 1, 1, 2, 3))
        lengths = (100, 3000, 60000, 300000) if self.door in ("gcc", "g++") or self.threads > 1 else (100, 1000, 3000)
        if self.door == "cxx":
            lengths = (100, 3000, 60000, 300000)
        body = [Statement("chain", n=self.dice.choice(lengths))]
        if self.door == "cxx" and self.chance(50):
            body = [Statement("awaits", n=self.dice.choice((100, 3000, 30000, 100000)))]
        return [self.region(body)]

    def depth(self):
        """What a stack of 16 KiB holds: the settings give this theme small ones."""
        return [self.region([Statement("deep", n=self.dice.choice((6, 12, 18)), many=100)])]

    def cancelled(self):
        body = [Statement("cgroup", n=self.dice.randrange(1, 200), at=self.dice.randrange(200)) for _ in range(4)]
        return [self.region(body), Statement("cparallel", threads=self.threads, at=self.dice.randrange(16)),
                Statement("cfor", threads=self.threads, n=200, at=self.dice.randrange(250))]

    def copies(self):
        return [self.region([Statement("copies", n=self.dice.choice((1, 3, 20)))])]


THEMES = {name: getattr(Maker, name) for name in
          ("mixed", "each", "trained", "detached", "excluded", "everything", "producers", "strands", "handed", "chains", "depth", "cancelled",
           "copies")}
# What a door's interpreter has no statement for, or its compiler no clause.
LEFT_OUT = {"gcc": ("everything", "copies"), "g++": ("everything",), "clang": ("copies",), "clang++": (),
            "cxx": ("each", "everything", "depth", "cancelled", "copies")}


def allowed(theme, door):
    return theme not in LEFT_OUT[door]
