"""What the experiments of the papers share: options, progress, tables, publishing."""

import argparse
import shutil
import sys
import time
from dataclasses import dataclass

from harness import raw


def words(allowed):
    def parse(text):
        chosen = text.split(",")
        unknown = [word for word in chosen if word not in allowed]
        if unknown:
            raise argparse.ArgumentTypeError(f"'{unknown[0]}' is none of {', '.join(allowed)}")
        return chosen
    return parse


def thread_counts(text):
    counts = sorted({int(word) for word in text.split(",")})
    if not counts or counts[0] < 1:
        raise argparse.ArgumentTypeError("thread counts are at least 1, as in 1,2")
    return counts


def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return int(text)


class Progress:
    """Says on a terminal what runs and how long the rest will take; every row once where there is no terminal."""

    def __init__(self, runs):
        self._runs, self._done, self._start = max(1, runs), 0, time.monotonic()
        self._live = sys.stderr.isatty()

    def step(self, what):
        if self._live:
            print(f"\r\033[K[{self._done}/{self._runs}{self._left()}] {what}", end="", file=sys.stderr, flush=True)
        self._done += 1

    def row(self, what):
        end = "\r\033[K" if self._live else f"[{self._done}/{self._runs}{self._left()}] {what}\n"
        print(end, end="", file=sys.stderr, flush=True)

    def _left(self):
        if self._done < 3:
            return ""
        seconds = (time.monotonic() - self._start) / self._done * (self._runs - self._done)
        return f", about {seconds / 60:.0f} min left" if seconds > 90 else f", about {seconds:.0f} s left"


def table(heading, rows):
    """In Markdown."""
    lines = ["| " + " | ".join(heading) + " |", "|" + "---|" * len(heading)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)]) + "\n"


@dataclass(frozen=True)
class Quality:
    """What decides which of two runs is published: never what came out."""
    rounds: int       # of the row that has the fewest
    disturbed: float  # the share of runs beside which others used the machine

    def may_replace(self, other):
        """The rule of bench/papers/README.md."""
        return self.rounds > other.rounds and self.disturbed < other.disturbed


class NotBetter(Exception):
    pass


def publish(options, written, results, quality):
    """Copies the report, as README.md, and the plots, of which `written` holds (figure, file name), and leaves the raw data beside them.

    @param quality  Quality of results
    """
    folder, target = options.output, options.publish
    facts = results["facts"]
    raw.refuse_uncommitted([facts.get("commit", raw.UNKNOWN), *facts.get("other_commits", [])], target)
    if (target / raw.NAME).exists() and not options.replace:
        new, old = quality(results), quality(raw.read(target))
        if not new.may_replace(old):
            raise NotBetter(f"{target} stays as it is: this run has {new.rounds} rounds and {new.disturbed:.1%} disturbed runs, the "
                            f"published one {old.rounds} and {old.disturbed:.1%}. A run is replaced by one with more rounds and fewer disturbed "
                            "runs. --replace 'why' is for a change of what is measured, and is kept with the raw data")
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / "report.md", target / "README.md")
    for _, name in written:
        shutil.copyfile(folder / name, target / name)
    raw.write(target, {**results, "replaced": options.replace} if options.replace else results)
    print(f"published: {target}")


def begun(command, options):
    """raw.about() of a run that begins now; refuses one that could not be published, before hours are spent on it."""
    facts = raw.about(command)
    if options.publish:
        raw.refuse_uncommitted([facts["commit"]], options.publish)
    return facts


def add_publishing(parser):
    parser.add_argument("--publish", metavar="DIR", type=raw.pathlib.Path, help="copy report (as README.md), plots and raw data there too")
    parser.add_argument("--replace", metavar="WHY", default="", help="publish though the run there has as many rounds and no more disturbed runs")


def head_line(facts):
    """When and of which commits; nothing of runs that did not keep it."""
    others = facts.get("other_commits", [])
    return [f"- {raw.sentence(facts)}" + (f" Some rows are of commit {', '.join(others)}." if others else "")] if "commit" in facts else []
