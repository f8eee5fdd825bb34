"""The repository as the checks see it: which files it has, their lines, its floors, and what is allowed to stand."""

import fnmatch
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SOURCE_FOLDERS = ("src", "include", "tools/heddle")
SKIPPED_FOLDERS = {".git", "build", "__pycache__", ".cache"}


@dataclass(frozen=True)
class Offence:
    path: str  # relative to the repository
    line: int
    sentence: str
    symbol: str = ""  # what allowed.toml may name beside the path


class Source:
    """One C or C++ file, as text and with its comments or strings blanked out (line numbers stay)."""

    TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.folder = path.parent.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8", errors="replace")

    @cached_property
    def lines(self):
        return self.text.split("\n")

    @cached_property
    def code(self):
        """Lines without comments, strings and characters."""
        return self._blanked(lambda token: True).split("\n")

    @cached_property
    def uncommented(self):
        """Lines without comments."""
        return self._blanked(lambda token: token.startswith(("//", "/*"))).split("\n")

    def _blanked(self, wanted):
        # The digit separator 1'000 must not open a character.
        text = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", self.text)

        def blank(match):
            token = match.group()
            return re.sub(r"[^\n]", " ", token) if wanted(token) else token

        return self.TOKEN.sub(blank, text)


class Repository:
    def __init__(self, root):
        self.root = Path(root).resolve()

    def files(self, folder="."):
        """Every file under `folder`, sorted, without what is built."""
        start = self.root / folder
        if not start.is_dir():
            return
        for path in sorted(start.iterdir()):
            if path.name in SKIPPED_FOLDERS:
                continue
            if path.is_dir():
                yield from self.files(path.relative_to(self.root))
            elif path.is_file():
                yield path

    @cached_property
    def sources(self):
        """The C and C++ files of the product: src, include and the tool; tests and benchmarks are not among them."""
        return [
            Source(self.root, path)
            for folder in SOURCE_FOLDERS
            for path in self.files(folder)
            if path.suffix in {".hpp", ".cpp", ".h", ".c"}
        ]

    @cached_property
    def plan(self):
        with open(self.root / "floors.toml", "rb") as file:
            return tomllib.load(file)

    def is_engine(self, source):
        return any(fnmatch.fnmatch(source.folder, f"src/{room}") for room in self.plan["rooms"]["engine"])

    def not_allowed(self, check, offences):
        """`offences` without those that allowed.toml lets stand."""
        path = self.root / "tools/check/allowed.toml"
        rows = tomllib.loads(path.read_text()).get("allow", []) if path.exists() else []
        return [offence for offence in offences if not any(allows(row, check, offence) for row in rows)]


def allows(row, check, offence):
    assert row["reason"], "every row of allowed.toml gives its reason"
    return (row["check"] == check
            and fnmatch.fnmatch(offence.path, row["path"])
            and row.get("symbol", offence.symbol) == offence.symbol)
