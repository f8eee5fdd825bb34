"""Banned names: what engine rooms must ask the platform policy for."""

import re

from repository import Offence

NAME = "banned"
ABOUT = "engine rooms name no threads, clocks, random numbers or atomics of their own: they ask the platform policy"

BANNED = [
    (r"\bthread_local\b|\b__thread\b", "pass the object by reference"),
    (r"std::(?:recursive_|shared_|timed_)*mutex\b|std::(?:lock_guard|unique_lock|scoped_lock|condition_variable)", "use sync"),
    (r"std::(?:j?thread|this_thread|async|future|promise|counting_semaphore|binary_semaphore|barrier|latch)\b",
     "workers come from runtime through the platform"),
    (r"\bpthread_\w+|\bsem_\w+\(", "ask the platform policy"),
    (r"(?<![\w>])::sleep\s*\(|\b(?:u|nano|clock_nano)sleep\b|\bsleep_(?:for|until)\b|\bsched_yield\b",
     "park through the platform policy"),
    (r"std::chrono|\bclock_gettime\b|\bgettimeofday\b|\brdtsc\w*\b|__builtin_ia32_rdtsc", "use P::now_ns"),
    (r"\bs?rand(?:om|48)?\s*\(|std::(?:random_device|mt19937|minstd_rand|rand)\b", "use a seeded generator of the worker"),
    (r"std::atomic\w*|\b__atomic_\w+|\b__sync_\w+", "use P::atomic and P::fence"),
    (r"\bsyscall\s*\(|\bfutex\b", "ask the platform policy"),
    (r"std::unordered_\w+", "its order depends on addresses; use an own table"),
    (r"#\s*include\s*<(?:unistd\.h|pthread\.h|thread|mutex|chrono|random|sys/syscall\.h|linux/futex\.h|iostream)>",
     "ask the platform policy"),
    (r"std::(?:cout|cerr|clog)\b|\bf?printf\s*\(", "use base/message.hpp"),
]
PATTERNS = [(re.compile(pattern), advice) for pattern, advice in BANNED]


def check(repository):
    return [
        Offence(source.path, number, f"{match.group().strip()} is banned in engine rooms: {advice}", match.group().strip())
        for source in repository.sources if repository.is_engine(source)
        for number, line in enumerate(source.code, 1)
        for pattern, advice in PATTERNS for match in pattern.finditer(line)
    ]
