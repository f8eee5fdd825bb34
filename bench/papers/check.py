#!/usr/bin/env python3
"""Every cell and figure of the papers' pages once more, out of the raw data beside them: ./x papers --check

A page with raw data is written again, plots and all, and must be the same to the byte. Pages of 22 and 23 November 2026 have none: it
was not kept. There what follows from printed cells must follow from them: ratios, means, speed-ups, verdicts.

Nothing is run or built; it takes seconds. Exit status 1: something differs, or a page has neither.
"""

import argparse
import filecmp
import importlib.util
import pathlib
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BENCH))

from harness import raw  # noqa: E402
from papers import printed  # noqa: E402

DOCS = BENCH.parent / "docs/papers"


def module_of(path):
    """A run.py, of which there are many, under a name of its own; beside it lie modules that it imports."""
    name = "_".join(path.relative_to(BENCH).with_suffix("").parts)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def simulated_page(paper):
    def write(folder, target):
        module_of(BENCH / f"papers/{paper}/sim/run.py").write(raw.read(folder), target)
    return write


def page_of_run(paper):
    """A page of `run.py`, which left its results beside it."""
    def write(folder, target):
        module_of(BENCH / f"papers/{paper}/run.py").write_page(raw.read(folder), target)
    return write


# Folder below docs/papers: what writes it again, and what is held where there is no raw data.
PAGES = {
    "ddast": (page_of_run("ddast"), printed.ddast),
    "ddast/simulated": (simulated_page("ddast"), printed.ddast_simulated),
    "idws": (page_of_run("idws"), printed.idws),
    "idws/simulated": (simulated_page("idws"), None),
    "myrmics": (page_of_run("myrmics"), None),
    "ocrvx": (page_of_run("ocrvx"), None),
    "switches": (page_of_run("switches"), printed.switches),
    "switches/simulated": (simulated_page("switches"), None),
}


def differing(folder, written):
    """Files that are not the same in both; raw data are what the others come from."""
    there = {path.name for path in folder.iterdir() if path.is_file() and path != raw.there(folder)}
    made = {path.name for path in written.iterdir()}
    changed = [name for name in sorted(there & made) if not filecmp.cmp(folder / name, written / name, shallow=False)]
    return [*(f"{name} differs" for name in changed), *(f"{name} does not come from the raw data" for name in sorted(there - made)),
            *(f"{name} is missing" for name in sorted(made - there))]


def check(name, docs=DOCS):
    """(what was looked at, [what is wrong])"""
    again, of_cells = PAGES[name]
    folder = docs / name
    if (kept := raw.there(folder)) is not None:
        with tempfile.TemporaryDirectory() as written:
            again(folder, pathlib.Path(written))
            count = len(list(pathlib.Path(written).iterdir()))
            return f"{count} files written again from {kept.name}", differing(folder, pathlib.Path(written))
    if of_cells is None:
        return "nothing", [f"there is no {raw.NAME}"]
    count, wrong = of_cells((folder / "README.md").read_text(encoding="utf-8"))
    return f"no raw data were kept: {count} cells recomputed from others of the page", wrong


def main(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)} (default: all)")
    options = parser.parse_args(given)
    if unknown := [name for name in options.pages if name not in PAGES]:
        parser.error(f"no such page: {', '.join(unknown)}; there are {', '.join(PAGES)}")
    failed = 0
    for name in options.pages or PAGES:
        looked_at, wrong = check(name)
        print(f"{'FAILED' if wrong else 'ok    '}  docs/papers/{name}: {looked_at}")
        for sentence in wrong:
            print(f"        {sentence}")
        failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
