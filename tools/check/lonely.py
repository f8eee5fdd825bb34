"""Lonely headers: each one compiles alone.

A header that a source includes before anything else compiles alone in the release build, where GCC gets no precompiled headers
for such sources (cmake/precompiled.cmake); so it is not compiled here once more.

The others go through the compiler in chains, each header behind one that it includes itself, so it meets no name that it would
not have brought along. Of a chain that does not compile each header is tried alone."""

import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from repository import Offence

NAME = "lonely"
ABOUT = ("each header compiles alone (x_inline.hpp is a part of x.hpp and exempt; what a source includes first, "
         "the release build compiles)")

COMPILE = ["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
           "-Isrc", "-Iinclude", "-Iinclude/ocr", "-I.", "-Ibuild/check/exports",
           "-idirafter", "include/heddle",  # omp-tools.h, as tools include it
           "-x", "c++", "-"]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DIRECTIVE = re.compile(r"\s*#\s*(\w+)")
GUARD = re.compile(r"\s*#\s*ifndef\s+(\w+)\s*\n\s*#\s*define\s+\1\s*\n")


def check(repository):
    make_export_headers(repository)
    headers = [source.path for source in repository.sources
               if source.path.endswith((".hpp", ".h")) and not source.path.endswith("_inline.hpp")]
    built = set(filter(None, (included_first(repository, source) for source in repository.sources)))
    headers = [header for header in headers if header not in built]
    cache_path = repository.root / "build/check/lonely.json"
    known = json.loads(cache_path.read_text()) if cache_path.exists() else {}
    texts = {header: texts_of(repository, header) for header in headers}
    hashes = {header: fingerprint(texts[header]) for header in headers}
    changed = [header for header in headers if known.get(header) != hashes[header]]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda chain: compile_chain(repository, chain), chains({h: brought_along(repository, h, texts[h]) for h in changed})))
    offences = sorted((offence for found in answers for offence in found), key=lambda offence: offence.path)
    wrong = {offence.path for offence in offences}
    cache_path.parent.mkdir(parents=True, exist_ok=True)
    cache_path.write_text(json.dumps({header: hashes[header] for header in headers if header not in wrong}))
    return offences


def included_first(repository, source):
    """The header of ours that this source includes before any other word; None if there is none."""
    if not source.path.endswith(".cpp"):
        return None
    words = (line for line in source.uncommented if line.strip())
    match = INCLUDE.match(next(words, ""))
    if not match:
        return None
    name = match.group(1)
    for found in (f"src/{name}", f"include/{name}", f"{source.folder}/{name}", f"tools/heddle/{name}", name):
        if (repository.root / found).is_file():
            return found
    return None


def make_export_headers(repository):
    """What a build makes of the fronts' lists (cmake/exports.cmake), for the headers that include it."""
    for signatures in sorted((repository.root / "src/front").glob("*/signatures.txt")):
        made = repository.root / "build/check/exports/front" / signatures.parent.name / "exports.hpp"
        made.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(repository.root / "cmake/exports.py"), "header",
                        str(signatures.with_name("exports.txt")), str(made)], check=True)


def texts_of(repository, header):
    """The header and everything of ours that it includes, each with its text."""
    seen, waiting = {}, [header]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        text = (repository.root / path).read_text(encoding="utf-8", errors="replace")
        seen[path] = text
        waiting += [found for name in INCLUDE.findall(text) for found in places_of(repository, path, name)]
    return seen


def places_of(repository, path, name):
    """What an include of this name in the file `path` may mean."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    return [found for found in dict.fromkeys((beside, f"src/{name}", f"include/{name}", name, f"build/check/exports/{name}"))
            if (repository.root / found).is_file()]


def brought_along(repository, header, texts):
    """The header and those of ours that it includes, whatever is defined, before anything else: it has their names from
    its first word on."""
    seen, waiting = set(), [header]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        waiting += [found for name in leading_includes(texts[path]) for found in places_of(repository, path, name)]
    return seen


def leading_includes(text):
    """The names of a header's includes before its first line that is no preprocessor's, without those under an #if (but
    one that guards the whole header)."""
    text = COMMENT.sub(" ", text).replace("\\\n", " ")
    guard = GUARD.match(text)
    if guard:
        text = text[guard.end():]
    found, depth = [], 0
    for line in text.splitlines():
        if not line.strip():
            continue
        directive = DIRECTIVE.match(line)
        if not directive:
            if depth == 0:
                break
            continue
        word = directive.group(1)
        depth += word.startswith("if")
        depth -= word == "endif"
        include = INCLUDE.match(line)
        if include and depth == 0:
            found.append(include.group(1))
    return found


def fingerprint(texts):
    return hashlib.sha256(json.dumps([COMPILE, sorted(texts.items())]).encode()).hexdigest()


def chains(included):
    """Parts the headers into the fewest lists in which each includes all that stand before it (Dilworth, by a matching of
    each header with the one behind it). `included`: for each header it and what it includes."""
    behind, before = {}, {}

    def match(header, tried):
        for larger in sorted(included):
            if larger == header or header not in included[larger] or larger in included[header] or larger in tried:
                continue
            tried.add(larger)
            if larger not in before or match(before[larger], tried):
                behind[header], before[larger] = larger, header
                return True
        return False

    for header in sorted(included):
        match(header, set())
    found = []
    for header in sorted(set(included) - set(before)):
        chain = [header]
        while chain[-1] in behind:
            chain.append(behind[chain[-1]])
        found.append(chain)
    return found


def compile_chain(repository, chain):
    result = compile_together(repository, chain)
    if result.returncode == 0:
        return []
    if len(chain) > 1:
        return [offence for header in chain for offence in compile_chain(repository, [header])]
    return [offence_of(repository, chain[0], result)]


def compile_together(repository, headers):
    text = "".join(f'#include "{repository.root / header}"\n' for header in headers)
    return subprocess.run(COMPILE, cwd=repository.root, input=text, text=True, capture_output=True)


def offence_of(repository, header, result):
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    first = errors[0].replace(f"{repository.root}/", "") if errors else "the compiler failed without a message"
    return Offence(header, 1, f"does not compile alone: {first}")
