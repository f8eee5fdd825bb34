"""The Python wheel heddle-runtime of an artefact: the package heddle, with bin/heddle and the libraries inside."""

import base64
import hashlib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INSIDE = ("bin/heddle", "lib/libheddle.so.1", "lib/heddle/gomp/", "lib/heddle/kmpc/", "share/heddle/")  # programs need no more

METADATA = """Metadata-Version: 2.1
Name: heddle-runtime
Version: {version}
Summary: tasks and loops on all cores for Python, numpy, joblib and numba; runs the OpenMP inside Python's modules
Requires-Python: >=3.9
Description-Content-Type: text/plain

{about}
heddle run python app.py, python -m heddle app.py, or import heddle before other modules.
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: packaging/pack\nRoot-Is-Purelib: false\nTag: {tag}\n"
SCRIPTS = "[console_scripts]\nheddle = heddle.__main__:command\n"


def contents(artefact):
    """[(name in the wheel, bytes, whether it can be run)]. A wheel knows no links: a linked file is there once."""
    for path in sorted((HERE / "wheel/heddle").glob("*.py")):
        yield f"heddle/{path.name}", path.read_text().replace("@VERSION@", artefact.version).encode(), False
    for path in sorted(artefact.folder.rglob("*")):
        inside = path.relative_to(artefact.folder).as_posix()
        if path.is_file() and not path.is_symlink() and inside.startswith(INSIDE) and path not in artefact.heddlec:
            yield f"heddle/{inside}", path.read_bytes(), inside.startswith("bin/")


def make(artefact, out, fast):
    glibc = artefact.glibc().replace(".", "_")
    tag = f"py3-none-manylinux_{glibc}_{artefact.machine}"
    info = f"heddle_runtime-{artefact.version}.dist-info"
    about = (HERE / "description.txt").read_text()
    files = list(contents(artefact))
    files += [(f"{info}/METADATA", METADATA.format(version=artefact.version, about=about).encode(), False),
              (f"{info}/WHEEL", WHEEL.format(tag=tag).encode(), False), (f"{info}/entry_points.txt", SCRIPTS.encode(), False),
              (f"{info}/LICENSE", (HERE.parent / "LICENSE").read_bytes(), False)]
    record = ""
    for name, data, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), False))
    path = out / f"heddle_runtime-{artefact.version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1 if fast else 9) as wheel:
        for name, data, can_be_run in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if can_be_run else 0o100644) << 16
            wheel.writestr(entry, data)
    return [path]
