"""The raw data of a published page: one compressed JSON file beside it, out of which the page is written again."""

import json
import lzma
import pathlib
import subprocess
import time

NAME = "raw.json.xz"
PLAIN = "results.json"  # what some pages have instead
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def about(command):
    """Of a run that begins now: when, of which commit, and how it is done again."""
    words = ["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty", "--exclude", "*"]
    commit = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    return {"date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": commit or "unknown", "command": command}


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
