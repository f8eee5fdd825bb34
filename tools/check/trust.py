"""Trust: what reaches beyond the process, or believes its environment, stands in few files, each with its reason."""

import re

from repository import Offence

NAME = "trust"
ABOUT = "the environment is asked through base/trust.hpp; loading a library, starting a process and PATH have a reason each"

HOME = "src/base/trust.cpp"  # decides what counts
REFUSED = [
    (r"\b(?:secure_)?getenv\s*\(|\benviron\b", "ask base::variable() or base::environment_block()"),
    (r"\bexec[lv]p?e?\s*\(|\bposix_spawnp?\s*\(|\bpopen\s*\(|(?:std|::)\s*::\s*system\s*\(|(?<!\w)::v?fork\s*\(",
     "the runtime starts nothing: allow the place in allowed.toml with the reason"),
    (r"\bdlm?open\s*\(\s*(?!nullptr)", "what is loaded obeys variables of its own: allow the place in allowed.toml with the reason"),
    (r"\bO_CREAT\b|\bfopen\s*\(|\bofstream\b|\bmkstemp\s*\(|\btmpfile\s*\(",
     "files are made in few places (docs/security.md): allow the place in allowed.toml with the reason"),
    (r"\bsetlocale\s*\(|std::locale\b", "nothing here depends on a locale"),
    (r"(?<![\w.>])socket\s*\(|\bconnect\s*\(|\bgetaddrinfo\s*\(", "the runtime speaks to nobody"),
]
PATTERNS = [(re.compile(pattern), advice) for pattern, advice in REFUSED]


def check(repository):
    """The commands' sources (tools) run with the rights of who types them, and are not looked at."""
    return [
        Offence(source.path, number, f"{match.group().strip()}: {advice}", match.group().strip().rstrip("( "))
        for source in repository.sources if source.path.startswith("src/") and source.path != HOME
        for number, line in enumerate(source.code, 1)
        for pattern, advice in PATTERNS for match in pattern.finditer(line)
    ]
