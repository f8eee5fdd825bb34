"""What issue 3 wants of these kernels, judged by the medians of one run at two threads."""

import math
from dataclasses import dataclass

from papers.ddast import arguments, experiments

SLOWER_AT_MOST = 1.02
FINE_NBODY_FASTER = 1.3
PEERS = ("libgomp", "libomp")
RIVALS = ("locked", "async", *PEERS)
THREADS = 2


@dataclass(frozen=True)
class Claim:
    sentence: str
    measured: str
    met: bool


def rivals_of(names):
    """The managers under the schedulers they were measured with, and the other runtimes."""
    return [name for name in names if name.removesuffix(" dbf") in RIVALS]


def judge(results):
    """Nothing is claimed of a quick run."""
    claims = []
    for record in [] if results["options"]["quick"] else results.get("scalability", []):
        if record["threads"] == THREADS and "default" in record["samples"]:
            claims += judge_case(record)
    return claims


def judge_case(record):
    title = f"{arguments.TITLES[record['kernel']]}, {record['grain']}"
    ours = experiments.median(record["samples"]["default"])
    times = {name: experiments.median(record["samples"][name]) for name in rivals_of(record["samples"])}
    times = {name: time for name, time in times.items() if not math.isnan(time)}
    if not times:
        return []
    fastest = min(times, key=times.get)
    ratio = ours / times[fastest]
    found = [Claim(f"{title}: the default takes at most {SLOWER_AT_MOST} times as long as the fastest of "
                   f"{', '.join(times)}", f"{ratio:.3f} ({fastest})", ratio <= SLOWER_AT_MOST)]
    peers = [times[name] for name in PEERS if name in times]
    if (record["kernel"], record["grain"]) == ("nbody", "fine") and peers:
        gain = min(peers) / ours
        found.append(Claim(f"{title}: at least {FINE_NBODY_FASTER} times as fast as the better of {' and '.join(PEERS)}",
                           f"{gain:.2f}", gain >= FINE_NBODY_FASTER))
    return found
