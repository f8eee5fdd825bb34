#!/usr/bin/env python3
"""Runs a test of the Python module as a user has it: the files of packaging/wheel/heddle with the libraries of a build in one folder.

usage: tests/python/run.py BUILD NAME [arguments of unittest]      NAME_test.py in this folder; tests/python/run.py BUILD --stage FOLDER
Takes the first interpreter that has the packages which the test needs: HEDDLE_PYTHON, Debian's, the one that runs this. Ends with 77,
in words, where none has them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULE = HERE.parent.parent / "packaging/wheel/heddle"
NEEDS = {"tasks": [], "wrong_calls": ["numpy"], "process": ["numpy"], "ufunc": ["numpy"], "joblib": ["joblib", "numpy"],
         "numba": ["numba", "numpy"], "page": ["numba", "joblib", "numpy"]}


def stage(build, folder):
    """A folder for PYTHONPATH that holds the package heddle."""
    package = folder / "heddle"
    package.mkdir(parents=True)
    for path in MODULE.glob("*.py"):
        shutil.copy(path, package)
    for name in ("lib", "bin"):
        (package / name).symlink_to(build / name)


def interpreter(needed):
    found = filter(None, dict.fromkeys([os.environ.get("HEDDLE_PYTHON"), "/usr/bin/python3", sys.executable]))
    probe = "import sys; [__import__(name) for name in sys.argv[1:]]"
    for python in found:
        if Path(python).exists() and subprocess.run([python, "-c", probe, *needed], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def main():
    build = Path(sys.argv[1]).resolve()
    if sys.argv[2] == "--stage":
        stage(build, Path(sys.argv[3]))
        return 0
    name = sys.argv[2]
    python = interpreter(NEEDS[name])
    if python is None:
        packages = ", ".join(f"python3-{one}" for one in NEEDS[name])
        print(f"left out: no interpreter has {packages}; apt install them, or set HEDDLE_PYTHON to one that has")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        stage(build, Path(folder) / "site")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("OMP_", "HEDDLE_", "NUMBA_"))}
        environment |= {"PYTHONPATH": f"{folder}/site:{HERE}", "PYTHONDONTWRITEBYTECODE": "1", "HEDDLE_PATIENCE": "0"}
        return subprocess.run([python, "-W", "error::ResourceWarning", "-m", "unittest", f"{name}_test", *sys.argv[3:]], cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
