"""Makes a failing program smaller as long as it fails: statements first, by halves (delta debugging), then what they
say, then the settings."""

import time

DEFAULTS = {"if": 1, "repeat": 1}
BLOCKING = ("wait", "meet", "fulfil")


class Shrinker:
    """`fails(program, settings)` says whether it still fails in the same way."""

    def __init__(self, fails, seconds, say):
        self.fails = fails
        self.deadline = time.monotonic() + seconds
        self.say = say
        self.tries = 0

    def still(self, program, settings):
        if time.monotonic() > self.deadline:
            return False
        self.tries += 1
        return self.fails(program, settings)

    def shrink(self, program, settings):
        size = None
        while size != (now := (program.text(), len(settings))) and time.monotonic() < self.deadline:
            size = now
            program = self.fewer_statements(program, settings)
            settings = self.fewer_settings(program, settings)
            program = self.hoisted(program, settings)
            program = self.fewer_words(program, settings)
            self.say(f"{len(program.text().splitlines())} lines, {len(settings)} settings after {self.tries} tries")
        return program, settings

    def fewer_statements(self, program, settings):
        size = max(1, sum(1 for _ in program.every()) // 2)
        while size >= 1:
            at = 1  # the program itself stays
            while at < sum(1 for _ in program.every()):
                smaller = without(program, at, size)
                if smaller.text() != program.text() and self.still(smaller, settings):
                    program = smaller
                else:
                    at += size
            size //= 2
        return program

    def hoisted(self, program, settings):
        """A statement's body in its place."""
        at = 1
        while at < sum(1 for _ in program.every()):
            smaller = with_body_of(program, at)
            if smaller is not None and self.still(smaller, settings):
                program = smaller
            else:
                at += 1
        return program

    def fewer_words(self, program, settings):
        for at in range(sum(1 for _ in program.every())):
            for name in list(nth(program, at).words):
                for value in simpler(name, nth(program, at).words.get(name)):
                    smaller = program.copy()
                    words = nth(smaller, at).words
                    if value is None:
                        words.pop(name, None)
                    else:
                        words[name] = value
                    if sane(nth(smaller, at)) and self.still(smaller, settings):
                        program = smaller
                        break
        return program

    def fewer_settings(self, program, settings):
        for name in list(settings):
            smaller = {other: value for other, value in settings.items() if other != name}
            if self.still(program, smaller):
                settings = smaller
        return settings


def nth(program, at):
    for number, statement in enumerate(program.every()):
        if number == at:
            return statement
    return None


def without(program, first, count):
    """Without the statements [first, first + count) in the order of their lines, and what is in them."""
    copy = program.copy()
    # Where a body blocks, what was made before it must be over (generator.py): the creator must not have to help.
    kept = {"taskwait"} if any(statement.kind in BLOCKING for statement in copy.every()) else ()
    gone = {id(statement) for number, statement in enumerate(copy.every())
            if first <= number < first + count and statement.kind not in kept}

    def clean(statement):
        statement.body = [inner for inner in statement.body if id(inner) not in gone]
        for inner in statement.body:
            clean(inner)

    clean(copy)
    return keep_promises(copy)


def with_body_of(program, at):
    copy = program.copy()
    wanted = nth(copy, at)
    if wanted is None or not wanted.body or wanted.kind == "parallel":
        return None
    if any(inner.kind in BLOCKING for inner in wanted.body):
        return None  # a creator that waits for itself
    for statement in copy.every():
        if wanted in statement.body:
            place = statement.body.index(wanted)
            statement.body[place:place + 1] = wanted.body
            return keep_promises(copy)
    return None


def keep_promises(program):
    """What waits has something that ends it, or else it goes, too: a smaller program still conforms."""
    statements = list(program.every())
    set_flags = {statement.words.get("flag") for statement in statements if statement.kind == "set"}
    meetings = {}
    for statement in statements:
        if statement.kind == "meet":
            meetings.setdefault(statement.words.get("flag"), []).append(statement)
    fulfilled = {statement.words.get("at") for statement in statements if statement.kind == "fulfil"}
    ids = {statement.words.get("id") for statement in statements if statement.words.get("detach") == 3}

    def stays(statement):
        if statement.kind == "wait":
            return statement.words.get("flag") in set_flags
        if statement.kind == "meet":
            return len(meetings[statement.words.get("flag")]) >= statement.words.get("n", 0)
        if statement.kind == "fulfil":
            return statement.words.get("at") in ids
        return statement.words.get("detach") != 3 or statement.words.get("id") in fulfilled

    def clean(statement):
        statement.body = [inner for inner in statement.body if stays(inner)]
        for inner in statement.body:
            clean(inner)

    clean(program)
    return program


def simpler(name, value):
    """Values to try instead, the simplest first; None: without it."""
    if name in ("flag", "id", "at", "how", "form", "threads", "pieces", "schedule"):
        return []
    if isinstance(value, list):
        return [None] + ([value[:1], value[:len(value) // 2]] if len(value) > 1 else [])
    if value is None:
        return []
    if name in ("n", "repeat", "many"):
        return [part for part in (1, value // 8, value // 2, value * 3 // 4) if 0 < part < value]
    if name == "detach" and value == 3:
        return []
    return [None] if value != DEFAULTS.get(name, 0) else []


def sane(statement):
    """The forms of dependences that name their items need them."""
    words, form = statement.words, statement.words.get("form")
    least = {3: {"inout": 1}, 4: {"in": 4, "inout": 1}, 5: {"mx": 1}, 6: {"inout": 1}}.get(form, {})
    if statement.kind == "meet":
        return False
    if form == 7 and "allmem" not in words:
        return False
    return all(len(words.get(mode, [])) >= count for mode, count in least.items())
