"""Debian packages of an artefact, split and named as Debian does it; libraries lie where several architectures can share a
system."""

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEBIAN = {"x86_64": ("amd64", "x86_64-linux-gnu"), "aarch64": ("arm64", "aarch64-linux-gnu"),
          "ppc64le": ("ppc64el", "powerpc64le-linux-gnu"), "riscv64": ("riscv64", "riscv64-linux-gnu")}

# Which file goes into which package, first match wins: what its path under the prefix begins with, and the package.
PLACES = [
    ("bin/heddlec", "heddlec"), ("bin/", "heddle"), ("share/man/", "heddle"), ("share/heddle/", "heddle"),
    ("share/doc/", "heddle-doc"), ("include/", "libheddle-dev"), ("lib/cmake/", "libheddle-dev"), ("lib/pkgconfig/", "libheddle-dev"),
    ("lib/libheddle.so.1", "libheddle1"), ("lib/libheddle.so", "libheddle-dev"), ("lib/heddle/ocr/lib/", "libheddle1"),
    ("lib/heddle/ocr/", "libheddle-dev"), ("lib/heddle/", "libheddle1"),
]

# What the control file of each says; {v} is the version, {libc} what the files need of the C library.
FIELDS = {
    "libheddle1": {"Section": "libs", "Multi-Arch": "same", "Depends": "{libc}", "Recommends": "libhwloc15", "Suggests": "openmpi-bin, mpich",
                   "about": "the libraries: engine, and stand-ins for libgomp, libomp and OCR's"},
    "libheddle-dev": {"Section": "libdevel", "Multi-Arch": "same", "Depends": "libheddle1 (= {v})",
                      "about": "headers, CMake and pkg-config files for programs in C and C++"},
    "heddle": {"Section": "utils", "Multi-Arch": "foreign", "Depends": "libheddle1 (= {v}), {libc}",
               "Recommends": "libdw1, libhwloc15", "Suggests": "heddle-doc, libheddle-dev",
               "about": "the command heddle: runs programs, shows traces, simulates machines"},
    "heddlec": {"Section": "devel", "Depends": "libheddle-dev (= {v}), libclang-common-19-dev, {libraries}",
                "about": "the directive compiler"},
    "heddle-doc": {"Section": "doc", "Architecture": "all", "Multi-Arch": "foreign", "about": "the pages"},
}


def place(path):
    return next(package for begin, package in PLACES if path.startswith(begin))


def at_home(path, triplet):
    """Where Debian wants a file of lib/: below the architecture's name."""
    return f"usr/lib/{triplet}/{path[4:]}" if path.startswith("lib/") else f"usr/{path}"


def libraries_of(file, folder):
    """What a file that needs more than the C library depends on, as dpkg-shlibdeps reads it."""
    (folder / "debian").mkdir()
    (folder / "debian/control").write_text("Source: heddle\n\nPackage: heddle\nArchitecture: any\n")
    done = subprocess.run(["dpkg-shlibdeps", "-O", "--ignore-missing-info", str(file)], cwd=folder, check=True, capture_output=True, text=True)
    return next(line for line in done.stdout.splitlines() if line.startswith("shlibs:Depends=")).split("=", 1)[1]


def rewritten(text, triplet):
    """A .pc file no longer says where it is from its own place."""
    return text.replace("prefix=${pcfiledir}/../..", "prefix=/usr").replace("${prefix}/lib", f"${{prefix}}/lib/{triplet}")


def fill(artefact, system, triplet):
    """@returns {package: its folder}, with every file of the artefact but the licence in one of them"""
    packages = {}
    for file in sorted(artefact.folder.rglob("*")):
        if file.is_dir() and not file.is_symlink():
            continue
        path = file.relative_to(artefact.folder).as_posix()
        if path == "share/doc/heddle/copyright":
            continue  # each package has its own
        package = place(path)
        target = system / package / at_home(path, triplet)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".pc"):
            target.write_text(rewritten(file.read_text(), triplet))
        else:
            shutil.copy2(file, target, follow_symlinks=False)
        packages[package] = system / package
    return packages


def write_control(package, folder, values):
    fields = {"Package": package, "Version": values["v"], "Architecture": values["architecture"],
              "Maintainer": "Heddle's maintainers <maintainers@heddle.invalid>",
              "Installed-Size": str(sum(p.lstat().st_size for p in folder.rglob("*")) // 1024)}
    fields |= {name: text.format(**values) for name, text in FIELDS[package].items() if name != "about"}
    description = (HERE / "description.txt").read_text().splitlines()
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    text += f"Description: task-parallel runtime: {FIELDS[package]['about']}\n" + "".join(f" {line}\n" for line in description)
    (folder / "DEBIAN").mkdir()
    (folder / "DEBIAN/control").write_text(text)
    if package == "libheddle1":
        (folder / "DEBIAN/shlibs").write_text("libheddle 1 libheddle1\n")
        (folder / "DEBIAN/triggers").write_text("activate-noawait ldconfig\n")
    return fields


def make(artefact, out, fast):
    architecture, triplet = DEBIAN[artefact.machine]
    work = artefact.folder.parent / "debs"
    packages = fill(artefact, work, triplet)
    values = {"v": artefact.version, "architecture": architecture, "libc": f"libc6 (>= {artefact.glibc()})", "libraries": ""}
    if "heddlec" in packages:
        values["libraries"] = libraries_of(packages["heddlec"] / "usr/bin/heddlec", work)
    made = []
    for package, folder in sorted(packages.items()):
        copyright_file = folder / "usr/share/doc" / package / "copyright"
        copyright_file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE.parent / "LICENSE", copyright_file)
        fields = write_control(package, folder, values)
        for at, folders, _ in os.walk(folder):
            for name in folders:
                os.chmod(Path(at) / name, 0o755)
        path = out / f"{package}_{fields['Version']}_{fields['Architecture']}.deb"
        subprocess.run(["dpkg-deb", "-Zgzip" if fast else "-Zxz", *(["-z1"] if fast else []), "--root-owner-group", "--build", folder, path], check=True, stdout=subprocess.DEVNULL)
        made.append(path)
    return made
