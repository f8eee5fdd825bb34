#!/usr/bin/env python3
"""Heddle on real NUMA nodes: a QEMU guest without KVM that has four nodes with cpus and four of fast memory beside them. OCR
programs run there, and ask the kernel where their threads run and their pages lie.

What is needed is looked for, and said when it is not there: qemu-system-x86_64, a static busybox, cpio, and a kernel with NUMA
and HMAT (Debian's linux-image-cloud-amd64: --kernel FILE, or one in /boot). Exit status 77: skipped."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/ocr"))
import ocr_tree  # noqa: E402  (the path above)

SKIPPED = 77
NODES = 4  # with cpus; as many without
PRIVATE = "/heddle"  # where things lie in the guest

INIT = """#!/bin/sh
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev 2>/dev/null
export LD_LIBRARY_PATH=/heddle/lib:/heddle/lib/heddle/ocr/lib HEDDLE_SCHEDULER=numa HEDDLE_OCR_WORKERS=8
echo "GUEST BEGINS"
[ -x /heddle/bin/heddle ] && /heddle/bin/heddle info --topology
run() {
  echo "RUN $*"
  "$@"
  echo "STATUS $?"
}
HEDDLE_OCR_MEMORY=node run /heddle/placement 0
HEDDLE_OCR_MEMORY=fast-node run /heddle/placement 4
echo "GUEST ENDS"
poweroff -f
"""


def find_tools(kernel):
    """What is missing, as sentences; the kernel."""
    missing = [f"{name} is not installed" for name in ("qemu-system-x86_64", "busybox", "cpio", "gcc") if not shutil.which(name)]
    if shutil.which("busybox"):
        described = subprocess.run(["ldd", shutil.which("busybox")], capture_output=True, text=True)
        if "=>" in described.stdout:
            missing.append("busybox is not a static program (busybox-static)")
    kernels = [kernel] if kernel else sorted(Path("/boot").glob("vmlinuz-*cloud*"))
    if not kernels or not kernels[-1].exists():
        missing.append("there is no kernel: --kernel FILE, such as the one of linux-image-cloud-amd64")
    return missing, kernels[-1] if kernels else None


def libraries_of(program):
    said = subprocess.run(["ldd", str(program)], capture_output=True, text=True).stdout
    return {Path(path) for path in re.findall(r"(/\S+) \(0x", said)}


def found_library(name):
    """Libraries that Heddle loads when there are several nodes."""
    said = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True).stdout
    match = re.search(rf"{re.escape(name)} .*=> (\S+)", said)
    return [Path(match.group(1))] if match else []


def copy(source, folder, where):
    target = folder / str(where).lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def make_tree(options, folder):
    for name in ("bin", "proc", "sys", "dev", "tmp"):
        (folder / name).mkdir()
    copy(shutil.which("busybox"), folder, "/bin/busybox")
    for applet in ("sh", "mount", "poweroff", "cat", "ls"):
        (folder / "bin" / applet).symlink_to("busybox")
    tree = ocr_tree.Tree(options.ocr)
    program = folder / "heddle/placement"
    program.parent.mkdir()
    if error := ocr_tree.build(["gcc", "-O2", "-Wall", "-Wextra", *tree.flags(), HERE / "placement.c", "-o", program, *tree.link()]):
        raise SystemExit(error)
    engine = options.ocr.resolve().parents[1]
    ours = {engine / "libheddle.so.1": "lib/libheddle.so.1", options.ocr / "lib/libocr_x86.so": "lib/heddle/ocr/lib/libocr_x86.so"}
    command = engine.parent / "bin/heddle"
    if command.exists():
        ours[command] = "bin/heddle"
    needed = set()
    for source, name in ours.items():
        copy(source, folder, f"{PRIVATE}/{name}")
        needed |= libraries_of(source)
    needed |= libraries_of(program)
    for name in ("libhwloc.so.15", "libnuma.so.1"):
        for library in found_library(name):
            needed |= {library} | libraries_of(library)
    for library in needed:
        if engine not in library.parents:
            copy(library, folder, library)
    init = folder / "init"
    init.write_text(INIT)
    init.chmod(0o755)


def pack(folder, archive):
    names = subprocess.run(["find", "."], cwd=folder, capture_output=True, check=True).stdout
    with archive.open("wb") as out:
        subprocess.run(["cpio", "--quiet", "-o", "-H", "newc"], cwd=folder, input=names, stdout=out, check=True)


def machine():
    """QEMU's words for the nodes: cpus 2i and 2i+1 on node i, whose fast memory is node 4 + i."""
    words = ["-machine", "q35,hmat=on", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", str(2 * NODES), "-m", "1536M"]
    for node in range(2 * NODES):
        size = 256 if node < NODES else 128
        words += ["-object", f"memory-backend-ram,size={size}M,id=m{node}"]
        place = f"cpus={2 * node}-{2 * node + 1},initiator={node}" if node < NODES else f"initiator={node - NODES}"
        words += ["-numa", f"node,nodeid={node},memdev=m{node},{place}"]
    for source in range(2 * NODES):
        for target in range(2 * NODES):
            if source != target:
                words += ["-numa", f"dist,src={source},dst={target},val={15 if source % NODES == target % NODES else 21}"]
    for initiator in range(NODES):
        for target in range(2 * NODES):
            near, fast = target % NODES == initiator, target >= NODES
            common = f"hmat-lb,initiator={initiator},target={target},hierarchy=memory"
            words += ["-numa", f"{common},data-type=access-latency,latency={100 if near else 150}"]
            words += ["-numa", f"{common},data-type=access-bandwidth,bandwidth={(100 if fast else 20) // (1 if near else 2)}G"]
    return words


def boot(kernel, archive, timeout):
    command = ["qemu-system-x86_64", *machine(), "-kernel", str(kernel), "-initrd", str(archive), "-nographic", "-no-reboot", "-nic",
               "none", "-append", "console=ttyS0 quiet panic=-1 rdinit=/init"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        return child.communicate(timeout=timeout)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        child.kill()
        return child.communicate()[0].decode(errors="replace") + f"\nno end after {timeout} s"


def what_is_wrong(said):
    wrong = []
    if "GUEST ENDS" not in said:
        wrong.append("the guest did not come to its end")
    if said.count("RIGHT: 64 EDTs, 0 wrong") != 2:
        wrong.append("not both programs were right")
    if re.findall(r"STATUS (\d+)", said) != ["0", "0"]:
        wrong.append("not both programs ended with status 0")
    if "heddle info" in said or "locality" in said:
        for node in range(NODES):
            if not re.search(rf"locality {node} .*\r?\n\s*tier 0\s+node {NODES + node}\b", said):
                wrong.append(f"heddle info does not show node {NODES + node} as the fast memory of locality {node}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ocr", type=Path, default=ROOT / "build/release/lib/heddle/ocr", help="install tree of OCR")
    parser.add_argument("--kernel", type=Path, help="a Linux kernel; default: Debian's cloud kernel in /boot")
    parser.add_argument("--timeout", type=float, default=400, metavar="S")
    parser.add_argument("--show", action="store_true", help="print all that the guest says")
    options = parser.parse_args()
    missing, kernel = find_tools(options.kernel)
    if missing:
        print("the guest with NUMA nodes is left out: " + "; ".join(missing))
        return SKIPPED
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder, archive = Path(scratch) / "root", Path(scratch) / "initrd"
        folder.mkdir()
        make_tree(options, folder)
        pack(folder, archive)
        said = boot(kernel, archive, options.timeout)
    wrong = what_is_wrong(said)
    if wrong or options.show:
        print(said)
    for sentence in wrong:
        print(f"FAILED {sentence}")
    print(f"two programs on {2 * NODES} NUMA nodes, {len(wrong)} failures, {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.pop("LD_LIBRARY_PATH", None)
    sys.exit(main())
