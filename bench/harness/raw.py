"""The raw data of a published page: one compressed JSON file beside it, out of which the page is written again."""

import json
import lzma
import pathlib
import subprocess
import time

NAME = "raw.json.xz"
PLAIN = "results.json"  # what some pages have instead
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PAGES = "docs/papers"  # below the repository
DIRTY, UNKNOWN = "-dirty", "unknown"


def commit_of(repository=REPOSITORY):
    """HEAD of what is checked out, and "-dirty" behind it when other tracked files than the pages themselves differ from it."""
    def git(*words):
        run = subprocess.run(["git", "--no-optional-locks", "-C", str(repository), *words], capture_output=True, text=True, check=False)
        return run.stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/", f":(top,exclude){PAGES}")
    commit = git("rev-parse", "--short", "HEAD")
    return commit + (DIRTY if changed else "") if commit else UNKNOWN


def about(command):
    """Of a run that begins now: when, of which commit, and how it is done again."""
    return {"date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": commit_of(), "command": command}


def refuse_uncommitted(commits, folder):
    """Ends the program unless whoever reads the page of these runs can check out what they ran: asked before a run and before a page."""
    for commit in commits:
        if commit == UNKNOWN or commit.endswith(DIRTY):
            raise SystemExit(f"{folder} stays as it is: a run of commit '{commit}' cannot be repeated by others. Commit what `git status` "
                             "lists, build, and run again; to look at what comes out, leave --publish away, or give --output outside docs/papers")


def sentence(facts):
    return f"Of {facts['date']}, commit {facts['commit']}: `{facts['command']}`."


def write(folder, document):
    """The same document gives the same bytes: no time stands in the file but what the document says."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    (folder / NAME).write_bytes(lzma.compress(text.encode(), preset=9))


def there(folder):
    """The file of a page's raw data; None when it has none."""
    return next((folder / name for name in (NAME, PLAIN) if (folder / name).exists()), None)


def read(folder):
    path = there(folder)
    if path.name == PLAIN:
        return json.loads(path.read_text(encoding="utf-8"))
    return json.loads(lzma.decompress(path.read_bytes()))
