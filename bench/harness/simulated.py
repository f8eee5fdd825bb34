"""Pages of simulated figures: a program's CSV is kept as it came, and the page is written from what was kept."""

import argparse
import csv
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

from harness import raw

MACHINES = raw.REPOSITORY / "machines"


def parse_options(description, output):
    """What the `run.py` of all of them take."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", type=pathlib.Path, help="where the program was built (default %(default)s)")
    parser.add_argument("--output", default=raw.REPOSITORY / output, type=pathlib.Path, help="the page's folder (default: the published one)")
    parser.add_argument("--only", default="", metavar="PART,...", help="run these parts again; the others stay as they are kept there")
    parser.add_argument("--again", action="store_true", help="simulate nothing: write the page again from what is kept in the folder")
    return parser.parse_args()


def csv_of(program, words):
    result = subprocess.run([str(program), str(MACHINES), *words], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{program.name} {' '.join(words)}\n{result.stderr}")
    return result.stdout


def kept_of(options, program, parts, command):
    """The document beside the page: {part: {"about", "csv"}}, of the parts that are asked for newly run."""
    path = options.output / raw.NAME
    kept = raw.read(options.output)["parts"] if path.exists() else {}
    asked = [] if options.again else options.only.split(",") if options.only else list(parts)
    if unknown := set(asked) - set(parts):
        raise SystemExit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    facts = raw.about(command)
    if options.output.resolve().is_relative_to(raw.REPOSITORY / raw.PAGES):
        others = [kept[part]["about"]["commit"] for part in parts if part in kept and part not in asked]
        raw.refuse_uncommitted([*others, *([facts["commit"]] if asked else [])], options.output)
    with ThreadPoolExecutor(2) as pool:
        texts = pool.map(lambda part: csv_of(options.build / "bin" / program, parts[part]), asked)
        kept.update({part: {"about": facts, "csv": text} for part, text in zip(asked, texts)})
    if missing := [part for part in parts if part not in kept]:
        raise SystemExit(f"{path} has no {', '.join(missing)}: run without --again and --only")
    document = {"parts": {part: kept[part] for part in parts}}
    raw.write(options.output, document)
    return document


def rows_of(document, part):
    return list(csv.DictReader(document["parts"][part]["csv"].splitlines()))


def head(document):
    """When and of what commit: one sentence for all parts that are of the same run."""
    found = {}
    for part, kept in document["parts"].items():
        found.setdefault(raw.sentence(kept["about"]), []).append(part)
    if len(found) == 1:
        return next(iter(found))
    return " ".join(f"{', '.join(parts)}: {sentence[0].lower()}{sentence[1:]}" for sentence, parts in found.items())
