#!/usr/bin/env python3
"""Makes what the linker needs from exports.txt, at build time.

usage: exports.py script  <exports.txt> <out>            the version script
       exports.py stubs   <exports.txt> <out> <machine>  assembly: stubs, slots, fallbacks, names (x86_64, aarch64)
       exports.py names   <exports.txt> <out>            one line of C++ per function: HEDDLE_GOMP_NAME(name, "version")
       exports.py missing <exports.txt> <library> <nm>   prints what is not implemented; fails unless it is OpenACC's
"""

import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

# A function: its position in the table of slots, its name, its version node, whether a newer version has its name, and
# whether it shares its name at all.
Function = namedtuple("Function", "slot name node old shared")

OPENACC = re.compile(r"(?:acc|GOACC|OACC|GOMP_PLUGIN)_")


def read(path):
    """The version nodes as {node: the one before it, or None}, and the functions in the order of the file."""
    nodes, rows = {}, []
    for line in Path(path).read_text().splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0].startswith(":"):
            nodes[words[0][1:]] = words[1] if len(words) > 1 else None
        else:
            rows.append(words)
    default, first = dict(rows), dict(reversed(rows))
    return nodes, [Function(slot, name, node, default[name] != node, default[name] != first[name])
                   for slot, (name, node) in enumerate(rows)]


def implementation(function):
    return f"heddle_old_{function.name}" if function.old else f"heddle_{function.name}"


def script(nodes, functions):
    lines = []
    for node, before in nodes.items():
        names = [f"    {f.name};" for f in functions if f.node == node]
        lines += [node + " {", *(["  global:", *names] if names else []), "}" + (f" {before}" if before else "") + ";"]
    # The first node closes the door for everything else: one catch-all is enough, and only one is allowed.
    lines.insert(lines.index("};"), "  local: *;")
    return lines


# How one machine says: go where slot {n} points; and: go to {target} with {text}'s address as first argument.
STUB = {
    "x86_64": ["endbr64", "jmp *heddle_gomp_slots+8*{n}(%rip)"],
    "aarch64": ["hint #34", "adrp x16, heddle_gomp_slots+8*{n}", "ldr x16, [x16, :lo12:heddle_gomp_slots+8*{n}]",
                "br x16"],
}
FALLBACK = {
    "x86_64": ["endbr64", "lea {text}(%rip), %rdi", "jmp {target}"],
    "aarch64": ["hint #34", "adrp x0, {text}", "add x0, x0, :lo12:{text}", "b {target}"],
}


def stubs(functions, machine):
    lines = [".text", ".hidden heddle_gomp_slots"]
    for f in functions:
        label = f"heddle_gomp_stub_{f.slot}" if f.shared else f.name
        lines += [".p2align 4", f".globl {label}", f".type {label}, %function", f"{label}:", ".cfi_startproc"]
        lines += ["  " + text.format(n=f.slot) for text in STUB[machine]]
        lines += [".cfi_endproc", f".size {label}, . - {label}"]
        if f.shared:
            lines.append(f".symver {label}, {f.name}{'@' if f.old else '@@'}{f.node}")
    return lines


def fallbacks(functions, machine):
    lines = ["heddle_gomp_fallbacks:"]
    for f in functions:
        own = implementation(f)
        target = "heddle_gomp_openacc" if OPENACC.match(f.name) else "heddle_gomp_not_implemented"
        lines += [".p2align 2", f".weak {own}", f".hidden {own}", f".type {own}, %function", f"{own}:", ".cfi_startproc"]
        lines += ["  " + text.format(text=f".Lname{f.slot}", target=target) for text in FALLBACK[machine]]
        lines += [".cfi_endproc", f".size {own}, . - {own}"]
    return [*lines, "heddle_gomp_fallbacks_end:", ".hidden heddle_gomp_openacc", ".hidden heddle_gomp_not_implemented"]


def tables(functions):
    lines = ['.section .data.rel.ro, "aw"', ".p2align 6", ".globl heddle_gomp_slots", "heddle_gomp_slots:"]
    lines += [f"  .quad {implementation(f)}" for f in functions]
    lines += [".size heddle_gomp_slots, . - heddle_gomp_slots", ".section .rodata", ".globl heddle_gomp_names",
              ".hidden heddle_gomp_names", "heddle_gomp_names:"]
    for f in functions:
        lines += [f'.Lname{f.slot}: .asciz "{f.name}"', f'  .asciz "{f.node}"']
    return [*lines, "  .byte 0", '.section .note.GNU-stack, "", %progbits']


def missing(functions, library, nm):
    """The functions of which only the fallback stands in the library."""
    symbols = {}
    for line in subprocess.run([nm, library], check=True, capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if len(words) == 3:
            symbols[words[2]] = int(words[0], 16)
    fallback = range(symbols["heddle_gomp_fallbacks"], symbols["heddle_gomp_fallbacks_end"])
    return [f for f in functions if symbols[implementation(f)] in fallback]


def report(functions, library, nm):
    absent = missing(functions, library, nm)
    ours = [f for f in absent if not OPENACC.match(f.name)]
    print(f"exports: {len(functions) - len(absent)} of {len(functions)} functions are ours, "
          f"{len(absent) - len(ours)} of OpenACC fail with a message, {len(ours)} are not implemented")
    for f in ours:
        print(f"  not implemented: {f.name}@{f.node}")
    return 1 if ours else 0


def main(arguments):
    kind, listing, target, *rest = arguments
    nodes, functions = read(listing)
    if kind == "missing":
        return report(functions, target, *rest)
    banner = "made by exports.py from exports.txt"
    if kind == "script":
        lines = [f"# {banner}", *script(nodes, functions)]
    elif kind == "stubs":
        lines = [f"/* {banner} */", *stubs(functions, *rest), *fallbacks(functions, *rest), *tables(functions)]
    else:
        lines = [f"// {banner}", *(f'HEDDLE_GOMP_NAME({f.name}, "{f.node}")' for f in functions)]
    Path(target).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
