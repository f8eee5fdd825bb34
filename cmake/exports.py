#!/usr/bin/env python3
"""Makes what the linker needs from a front's exports.txt, at build time.

A front for a binary interface is two things: functions, which are part of libheddle, and a library under the name that
programs load, which holds a stub for each function. A stub jumps where the front's table of slots in libheddle points.
Names are made of the front's, the folder of exports.txt: gomp.

usage: exports.py script  <exports.txt> <out>            the version script of the stubs' library
       exports.py stubs   <exports.txt> <out> <machine>  assembly for it (x86_64, aarch64)
       exports.py slots   <exports.txt> <out> <machine>  assembly for libheddle: slots, their fallbacks, names
       exports.py node    <exports.txt> <out>            what libheddle's version script says for the stubs
       exports.py header  <exports.txt> <out>            declarations for C++, of what signatures.txt beside it says
       exports.py missing <exports.txt> <libheddle> <nm> prints what is not implemented; fails unless it is
                                                        OpenACC's, or refused (-)
"""

import hashlib
import re
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

# A function: its position in the table of slots, its name, its version node, whether a newer version has its name,
# whether it shares its name at all, and the name of what implements it, without "heddle_".
Function = namedtuple("Function", "slot name node old shared body")
# A constant of eight bytes: its name, its version node, its value.
Constant = namedtuple("Constant", "name node value")

# What a program may define for us. A linker shows it to the dynamic loader only where a library asks for it by name.
WANTED = {"kmpc": ["ompt_start_tool"]}

# What a front's library exports beside its stubs: {front: {node: names}}.
BESIDE = {"ocr": {"OCR_1.2": ["main", "mainEdt"]}}

OPENACC = re.compile(r"(?:acc|GOACC|OACC|GOMP_PLUGIN)_")


def read(path):
    """The version nodes as {node: the one before it, or None}, the functions in the order of the file, and the constants."""
    nodes, rows, constants = {}, [], []
    for line in Path(path).read_text().splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0].startswith(":"):
            nodes[words[0][1:]] = words[1] if len(words) > 1 else None
        elif len(words) > 2 and words[2].startswith("="):
            constants.append(Constant(words[0], words[1], words[2][1:]))
        else:
            rows.append((words[0], words[1], words[2] if len(words) > 2 else words[0]))
    default = {name: node for name, node, _ in rows}
    first = {name: node for name, node, _ in reversed(rows)}
    return nodes, [Function(slot, name, node, default[name] != node, default[name] != first[name], body)
                   for slot, (name, node, body) in enumerate(rows)], constants


def refused(function):
    return function.body == "-"


def implementation(function):
    if refused(function):
        return f"heddle_refused_{function.name}"
    return f"heddle_old_{function.body}" if function.old else f"heddle_{function.body}"


def script(nodes, functions, constants, others):
    """`others`: {node: names} that sources beside the stubs define."""
    lines = []
    for node, before in nodes.items():
        names = [f"    {f.name};" for f in [*functions, *constants] if f.node == node]
        names += [f"    {name};" for name in others.get(node, [])]
        lines += [node + " {", *(["  global:", *names] if names else []), "}" + (f" {before}" if before else "") + ";"]
    # The first node closes the door for everything else: one catch-all is enough, and only one is allowed.
    lines.insert(lines.index("};"), "  local: *;")
    return lines


def node(front, functions):
    """The stubs find the table only in a libheddle made with the same list: the loader compares the hash."""
    text = "".join(f"{f.name} {f.node}\n" for f in functions)
    name = f"HEDDLE_{front.upper()}_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return [name + " {", "  global:", f"    heddle_{front}_table;", f"    heddle_{front}_loaded;", "};"]


# How one machine says: go where slot {n} points; and: go to {target} with {text}'s address as first argument.
# The scratch registers are those that a procedure linkage table may use between caller and callee.
STUB = {
    "x86_64": ["endbr64", "mov {table}@GOTPCREL(%rip), %r11", "jmp *8*{n}(%r11)"],
    "aarch64": ["hint #34", "adrp x16, :got:{table}", "ldr x16, [x16, :got_lo12:{table}]", "ldr x16, [x16, #8*{n}]",
                "br x16"],
}
FALLBACK = {
    "x86_64": ["endbr64", "lea {text}(%rip), %rdi", "jmp {target}"],
    "aarch64": ["hint #34", "adrp x0, {text}", "add x0, x0, :lo12:{text}", "b {target}"],
}
NO_STACK_CODE = '.section .note.GNU-stack, "", %progbits'


def stubs(front, functions, constants, machine):
    # Writable: with HEDDLE_DISABLE=1 the real library's code finds these instead of its own, and writes to some.
    lines = [".data", ".p2align 3"]
    for c in constants:
        lines += [f".globl {c.name}", f".type {c.name}, %object", f"{c.name}: .quad {c.value}", f".size {c.name}, 8"]
    lines.append(".text")
    for f in functions:
        label = f"heddle_{front}_stub_{f.slot}" if f.shared else f.name
        lines += [".p2align 4", f".globl {label}", f".type {label}, %function", f"{label}:", ".cfi_startproc"]
        lines += ["  " + text.format(n=f.slot, table=f"heddle_{front}_table") for text in STUB[machine]]
        lines += [".cfi_endproc", f".size {label}, . - {label}"]
        if f.shared:
            lines.append(f".symver {label}, {f.name}{'@' if f.old else '@@'}{f.node}")
    for name in WANTED.get(front, []):
        lines += ['.section .data.rel.ro, "aw"', ".p2align 3", f".weak {name}", f"  .quad {name}"]
    # The library's only constructor is a function of libheddle, which is initialised before.
    return [*lines, '.section .init_array, "aw"', ".p2align 3", f"  .quad heddle_{front}_loaded",
            # By this, and not by its name, one copy of the library knows another.
            ".section .rodata", '.asciz "This library holds stubs of Heddle\'s."', NO_STACK_CODE]


def last_words(front, function):
    """Where the fallback of a function goes."""
    if refused(function):
        return f"heddle_{front}_refused"
    return f"heddle_{front}_openacc" if OPENACC.match(function.name) else f"heddle_{front}_not_implemented"


def fallbacks(front, functions, machine):
    lines = [".text", f"heddle_{front}_fallbacks:"]
    for own, f in {implementation(f): f for f in reversed(functions)}.items():
        lines += [".p2align 2", f".weak {own}", f".hidden {own}", f".type {own}, %function", f"{own}:", ".cfi_startproc"]
        lines += ["  " + text.format(text=f".Lname{f.slot}", target=last_words(front, f)) for text in FALLBACK[machine]]
        lines += [".cfi_endproc", f".size {own}, . - {own}"]
    targets = sorted({last_words(front, f) for f in functions})
    return [*lines, f"heddle_{front}_fallbacks_end:", *(f".hidden {target}" for target in targets)]


def slots(front, functions, constants, machine):
    table, names = f"heddle_{front}_table", f"heddle_{front}_names"
    lines = [*fallbacks(front, functions, machine), '.section .data.rel.ro, "aw"', ".p2align 6"]
    # One place, two names: what the stubs look up, and what libheddle itself writes.
    lines += [f".globl {table}", f".type {table}, %object", f".globl heddle_{front}_slots", f".hidden heddle_{front}_slots",
              f"{table}:", f"heddle_{front}_slots:"]
    lines += [f"  .quad {implementation(f)}" for f in functions]
    lines += [f".size {table}, . - {table}", ".section .rodata", f".globl {names}", f".hidden {names}", f"{names}:"]
    for f in functions:
        lines += [f'.Lname{f.slot}: .asciz "{f.name}"', f'  .asciz "{f.node}"']
    return [*lines, "  .byte 0", NO_STACK_CODE]


def missing(front, functions, library, nm):
    """The functions of which only the fallback stands in the library."""
    symbols = {}
    for line in subprocess.run([nm, library], check=True, capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if len(words) == 3:
            symbols[words[2]] = int(words[0], 16)
    # A function of two fronts may have its fallback in either.
    fallback = [range(start, symbols[name + "_end"]) for name, start in symbols.items() if name.endswith("_fallbacks")]
    return [f for f in functions if any(symbols[implementation(f)] in part for part in fallback)]


def report(front, functions, library, nm):
    absent = missing(front, functions, library, nm)
    ours = [f for f in absent if not OPENACC.match(f.name) and not refused(f)]
    print(f"exports of {front}: {len(functions) - len(absent)} of {len(functions)} functions are ours, "
          f"{len(absent) - len(ours)} are refused by name, {len(ours)} are not implemented")
    for f in ours:
        print(f"  not implemented: {f.name}@{f.node}")
    return 1 if ours else 0


# A line of signatures.txt: whether it is the old version's, what the function returns, its name, and the rest.
SIGNATURE = re.compile(r"(old )?(.*[ *])(\w+)(\(.*\)(?: noexcept)?)")


def signatures(path):
    """What signatures.txt says: the headers to include, and [(name of the implementation, declaration)]."""
    headers, namespaces, declarations = [], {}, []
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0] == ":types":
            headers.append(words[1])
            namespaces.update({name: words[2] for name in words[3:]})
            continue
        match = SIGNATURE.fullmatch(line)
        if not match:
            raise SystemExit(f"{path}: no signature: {line}")
        old, result, name, rest = match.groups()
        name = f"heddle_old_{name}" if old else f"heddle_{name}"
        known = "|".join(namespaces) or "(?!)"  # the last one: no type at all
        result, rest = (re.sub(rf"\b({known})\b", lambda found: f"{namespaces[found[1]]}::{found[1]}", text)
                        for text in (result, rest))
        declarations.append((name, f"{result}{name}{rest};"))
    return sorted(set(headers)), declarations


def header(front, functions, path):
    """The front's table and all of its functions, for those that define them and those that use them."""
    headers, declarations = signatures(path)
    known = {implementation(f) for f in functions}
    strangers = [name for name, _ in declarations if name not in known]
    if strangers:
        raise SystemExit(f"{path}: exports.txt has no function for {', '.join(strangers)}")
    twice = {name for name, count in Counter(name for name, _ in declarations).items() if count > 1}
    if twice:
        raise SystemExit(f"{path}: more than one signature of {', '.join(sorted(twice))}")
    ends = sorted({last_words(front, f) for f in functions})
    return ["#pragma once", "", "#include <cstddef>", "#include <cstdint>", "", *(f"#include {name}" for name in headers), "",
            "#pragma GCC visibility push(hidden)", 'extern "C" {',
            f"extern void* heddle_{front}_slots[];", f"extern const char heddle_{front}_names[];",
            f'[[gnu::visibility("default")]] void heddle_{front}_loaded() noexcept;',
            *(f"[[noreturn]] void {end}(const char* name);" for end in ends),
            *(text for _, text in declarations), "}", "#pragma GCC visibility pop"]


def main(arguments):
    kind, listing, target, *rest = arguments
    nodes, functions, constants = read(listing)
    front = Path(listing).resolve().parent.name
    if kind == "missing":
        return report(front, functions, target, *rest)
    banner = "made by exports.py from exports.txt"
    if kind == "script":
        lines = [f"# {banner}", *script(nodes, functions, constants, BESIDE.get(front, {}))]
    elif kind == "node":
        lines = [f"# {banner}", *node(front, functions)]
    elif kind == "header":
        lines = [f"// {banner} and signatures.txt", *header(front, functions, Path(listing).with_name("signatures.txt"))]
    else:
        made = stubs if kind == "stubs" else slots
        lines = [f"/* {banner} */", *made(front, functions, constants, *rest)]
    Path(target).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
