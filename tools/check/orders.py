"""Memory orders: every one that is not seq_cst, and every fence, says in a comment what it pairs with."""

import re

from repository import Offence

NAME = "orders"
ABOUT = "each relaxed, acquire, release, acq_rel and each fence has `// order:` within the 5 lines above"

ORDER = re.compile(
    r"memory_order(?:_|::)(?:relaxed|consume|acquire|release|acq_rel)\b"
    r"|__ATOMIC_(?:RELAXED|CONSUME|ACQUIRE|RELEASE|ACQ_REL)\b"
    r"|[,(]\s*(?:relaxed|acquire|release|acq_rel)\s*[,)]"
    r"|(?:::|\b)(?:fence|atomic_thread_fence)\((?!std::memory_order\b(?!::|_))")
REACH = 5


def check(repository):
    return [
        Offence(source.path, number, "a memory order or fence without `// order:` within 5 lines")
        for source in repository.sources
        for number, line in enumerate(source.code, 1)
        if ORDER.search(line) and not explained(source.lines, number)
    ]


def explained(lines, number):
    return any("// order:" in line for line in lines[max(0, number - 1 - REACH):number])
