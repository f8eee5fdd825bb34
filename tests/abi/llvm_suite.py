#!/usr/bin/env python3
"""Runs LLVM's own tests of libomp on libomp and on Heddle, and names those that only libomp passes.

The tests are not part of this repository. --source is the folder openmp/runtime/test of a tree of LLVM's sources, of the
version of --theirs. They are run by LLVM's lit, with the FileCheck and not of --tools. With --compiler gcc they are built
by gcc and linked with libomp.so.5, as users of libomp do. What a test of theirs asks beyond what Heddle means to do stands
in llvm_suite_accepted.toml, each with the reason. Exit status 1: a test is lost that does not stand there, or one stands
there that is not lost (with --only, or where the source lacks it, nothing is said of that)."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADERS = ("omp.h", "omp-tools.h", "ompt.h")
FEATURES = {"clang": ["clang", "clang-19", "clang-19.1"], "gcc": ["gcc", "gcc-12", "gcc-12.2"]}
COMPILERS = {"clang": ("clang-19", "clang++-19"), "gcc": ("gcc", "g++")}
PASSED = ("PASS", "XFAIL", "XPASS")  # expected to fail: with one compiler or the other, not with a runtime
SITE = """
config.test_c_compiler = {c!r}
config.test_cxx_compiler = {cxx!r}
config.test_compiler_features = {features!r}
config.test_compiler_has_omp_h = True
config.test_filecheck = {filecheck!r}
config.test_not = {not_!r}
config.test_openmp_flags = {openmp!r}
config.test_extra_flags = {flags!r}
config.libomp_obj_root = {out!r}
config.library_dir = {library!r}
config.omp_header_directory = {headers!r}
config.operating_system = "Linux"
config.hwloc_library_dir = ""
config.using_hwloc = False
config.has_ompt = True
config.has_ompx_taskgraph = False
config.has_libm = True
config.has_libatomic = True
config.is_standalone_build = True
config.has_omit_frame_pointer_flag = True
config.target_arch = {machine!r}
lit_config.load_config(config, {suite!r})
"""


def headers_apart(options, folder):
    """The compiler's folder has headers for its own machine code, too, which another compiler cannot read."""
    made = folder / "include"
    made.mkdir(exist_ok=True)
    for name in HEADERS:
        if (options.headers / name).exists():
            shutil.copy(options.headers / name, made)
    return made


def site_for(options, library, folder):
    c, cxx = COMPILERS[options.compiler]
    flags = "-Wno-everything"
    if options.compiler == "gcc":
        # What gcc -fopenmp asks the linker for is to be found as libomp, which has GCC's functions, too.
        alias = folder / "libgomp.so"
        alias.unlink(missing_ok=True)
        alias.symlink_to(library / "libomp.so.5")
        flags = f"-w -L {folder} -Wl,-rpath-link,{library.parent.parent}"
    return SITE.format(c=c, cxx=cxx, features=FEATURES[options.compiler], filecheck=str(options.tools / "FileCheck"),
                       not_=str(options.tools / "not"), openmp="-fopenmp" if options.compiler == "gcc" else "-fopenmp=libomp",
                       flags=flags, out=str(folder), library=str(library), headers=str(headers_apart(options, folder)),
                       machine=os.uname().machine, suite=str(options.source / "lit.cfg"))


def results_on(options, library, folder):
    """{name: lit's word} of the tests, run with the libomp.so.5 of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lit.site.cfg").write_text(site_for(options, library, folder))
    report = folder / "results.json"
    command = [options.lit, "-q", "--timeout", str(options.timeout), "-j", str(options.jobs), "-o", str(report), str(folder)]
    if options.only:
        command += ["--filter", options.only]
    if options.skip:
        command += ["--filter-out", options.skip]
    environment = {k: v for k, v in os.environ.items() if not re.match(r"(OMP|GOMP|KMP|HEDDLE)_", k)}
    environment["CHECK_OPENMP_ENV"] = " ".join([f"OMP_NUM_THREADS={options.threads}", *options.env])
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    tests = json.loads(report.read_text())["tests"]
    return {test["name"].split(" :: ")[1]: test["code"] for test in tests}


def accepted_for(compiler):
    rows = tomllib.loads((HERE / "llvm_suite_accepted.toml").read_text())["accepted"]
    return {row["test"]: row for row in rows if compiler in row.get("compilers", ["clang", "gcc"])}


def judge(options, theirs, ours):
    accepted = accepted_for(options.compiler)
    passed = {name for name, word in theirs.items() if word in PASSED}
    lost = {name for name in passed if ours.get(name) not in PASSED}
    news = sorted(lost - accepted.keys())
    stale = [] if options.only or options.skip else sorted((accepted.keys() & passed) - lost)
    print(f"{options.compiler}: {len(passed)} pass on libomp, {len(passed - lost)} of these on Heddle; "
          f"{len(lost & accepted.keys())} of the others are accepted")
    for name in sorted(lost & accepted.keys()):
        print(f"  accepted: {name}: asks {accepted[name]['asks']}; {accepted[name]['why']}")
    for name in news:
        print(f"  LOST: {name} ({ours.get(name, 'not run')})")
    for name in stale:
        print(f"  passes, take it off the list: {name}")
    return 1 if news or (stale and not options.lenient) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="openmp/runtime/test of LLVM's sources")
    parser.add_argument("--ours", type=Path, required=True, help="folder of Heddle's libomp.so.5")
    parser.add_argument("--theirs", type=Path, default=Path("/usr/lib/llvm-19/lib"), help="folder of libomp's")
    parser.add_argument("--tools", type=Path, default=Path("/usr/lib/llvm-19/bin"), help="folder of FileCheck and not")
    parser.add_argument("--headers", type=Path, default=Path("/usr/lib/llvm-19/lib/clang/19/include"))
    parser.add_argument("--compiler", choices=COMPILERS, default="clang")
    parser.add_argument("--lit", default=shutil.which("lit") or "lit")
    parser.add_argument("--only", help="regular expression: the tests to run")
    parser.add_argument("--skip", help="regular expression: tests not to run")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=60, help="seconds a test")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--lenient", action="store_true", help="tests that pass now and then may stand in the list")
    parser.add_argument("--known", type=Path, help="JSON of libomp's results: read if it exists, else written")
    parser.add_argument("--work", type=Path, help="where to build; default: a folder that is removed")
    options = parser.parse_args()
    options.source, options.headers = options.source.resolve(), options.headers.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or Path(scratch)).resolve()
        if options.known and options.known.exists():
            theirs = json.loads(options.known.read_text())
        else:
            theirs = results_on(options, options.theirs.resolve(), work / "theirs")
            if options.known:
                options.known.write_text(json.dumps(theirs, indent=1, sort_keys=True))
        return judge(options, theirs, results_on(options, options.ours.resolve(), work / "ours"))


if __name__ == "__main__":
    sys.exit(main())
