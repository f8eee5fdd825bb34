"""Reserved names: nothing of ours starts with an underscore, holds two of them, or ends in _t."""

import re

from repository import Offence

NAME = "names"
ABOUT = "no name of ours starts with _, holds __ or ends in _t (ABI names in front/ are not ours)"

UNDERSCORE = re.compile(r"(?<![\w#])_\w+|\b[A-Za-z]\w*__\w*")
# What the compiler and the C library give: predefined macros, builtins, attributes, intrinsics, sanitizer hooks.
GIVEN = re.compile(
    r"_$|__[A-Z][A-Z0-9_]*$|__\w+__$|__(?:builtin|atomic|sync|has|sanitizer|tsan|asan|ubsan|lsan|cxa|gnu|gcov|errno)_\w+$"
    r"|__(?:int128|restrict|extension|asm|attribute)$|_mm_\w+$|_(?:exit|Exit|SC_\w+)$|__VA_OPT__$|__cp(?:p_|lus)\w+$")
TYPE_T = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?|using|typedef\s.*)\s+(\w+_t)\b\s*(?:[{=;:]|final)")


def check(repository):
    offences = []
    for source in repository.sources:
        if source.folder.startswith("src/front"):
            continue
        for number, line in enumerate(source.code, 1):
            for name in UNDERSCORE.findall(line):
                if not GIVEN.match(name):
                    offences.append(Offence(source.path, number, f"{name} is a reserved name", name))
            for name in TYPE_T.findall(line):
                offences.append(Offence(source.path, number, f"{name}: names ending in _t belong to POSIX", name))
    return offences
