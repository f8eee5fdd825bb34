"""What the experiments of the papers share: options, progress, tables, publishing."""

import argparse
import shutil
import sys
import time


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


def publish(folder, target, written):
    """Copies the report, as README.md, and the plots, of which `written` holds (figure, file name)."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / "report.md", target / "README.md")
    for _, name in written:
        shutil.copyfile(folder / name, target / name)
    print(f"published: {target}")
