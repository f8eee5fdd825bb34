"""What issue 5, section 5, wants of plans in these experiments, judged by medians; the limits stand in bench/targets.toml, [plans].

What the fastest repetition of each process says stands beside: a host that takes a core away for some milliseconds is in the
medians of both, by chance more in one."""

import math
import statistics
import tomllib
from dataclasses import dataclass

from harness import verdict

from papers.switches import works


@dataclass(frozen=True)
class Claim:
    sentence: str
    measured: str
    met: bool


def limits(path):
    with open(path, "rb") as file:
        return tomllib.load(file)["plans"]


MEDIANS, FASTEST = "samples", "best"  # of the repetitions of each process


def median(record, name, of=MEDIANS):
    samples = record.get(of, {}).get(name, [])
    return verdict.summarise(samples).median if samples else math.nan


def best(record, wanted, of=MEDIANS):
    """(median, name) of the fastest way for which wanted(name); (nan, "") when there is none."""
    found = [(median(record, name, of), name) for name in record["samples"] if wanted(name)]
    return min(((m, n) for m, n in found if m == m), default=(math.nan, ""))


def best_plan(record, of=MEDIANS):
    return best(record, lambda name: name in works.PLANS, of)


def best_openmp(record, of=MEDIANS):
    return best(record, works.is_rival, of)


def gain(record, of=MEDIANS):
    """The time of the best OpenMP variant over that of the best plan, each by the compiler that suits it."""
    return best_openmp(record, of)[0] / best_plan(record, of)[0]


def by_the_fastest(value):
    return f"; fastest repetitions: {value:.3f}" if math.isfinite(value) else ""


def of_part(results, part):
    return [record for record in results["records"] if record["part"] == part]


def judge(results, limit):
    """Nothing is claimed of a quick run."""
    if results["options"]["quick"]:
        return []
    return [*applications(results, limit), *many_tasks(results, limit), *split(results, limit)]


def applications(results, limit):
    claims, gains = [], []
    for record in of_part(results, "applications"):
        gains.append(gain(record))
        rival, ours = best_openmp(record)[1], best_plan(record)[1]
        least = limit["application"]
        claims.append(Claim(f"{works.named(record['application']).title}: the plan at least {least:g} times as fast as the best OpenMP "
                            "variant", f"{gains[-1]:.3f} ({ours} beside {rival}){by_the_fastest(gain(record, FASTEST))}", gains[-1] >= least))
    if len(gains) == len(works.APPLICATIONS) and all(value == value for value in gains):
        mean, least = statistics.geometric_mean(gains), limit["applications_geomean"]
        fastest = statistics.geometric_mean(gain(record, FASTEST) for record in of_part(results, "applications"))
        claims.append(Claim(f"all seven: geometric mean at least {least:g}", f"{mean:.3f}{by_the_fastest(fastest)}", mean >= least))
    return claims


def many_tasks(results, limit):
    claims = []
    for record in of_part(results, "tasks"):
        if record["size"] // record["grain"] != max(works.TASKS):
            continue
        plan, most = best_plan(record)[0], limit["many_tasks"]
        for word, what in (("cyclic", "the same chunks in turn"), ("static", "a block a thread")):
            static = best(record, lambda name, word=word: works.is_rival(name) and name.endswith(f" {word}"))[0]
            claims.append(Claim(f"Figure 1, 524,288 tasks a loop: the plan at most {most:g} times as long as static-for ({what})",
                                f"{plan / static:.3f}", plan <= most * static))
        depend = best(record, lambda name: works.is_rival(name) and name.endswith(" depend"))[0]
        claims.append(Claim("Figure 1, 524,288 tasks a loop: faster than depend clauses", f"{depend / plan:.1f} times", plan < depend))
    return claims


def split(results, limit):
    times = {name: [median(r, "plan") for r in of_part(results, "granularity") if r["application"] == name]
             for name in ("poisson2d", "poisson2d_split")}
    if not all(times.values()):
        return []
    gained, least = min(times["poisson2d"]) / min(times["poisson2d_split"]), limit["split"]
    return [Claim(f"Figure 14: Poisson2D split 50:50 at least {least:g} times as fast as without, each by its best grain", f"{gained:.3f}",
                  gained >= least)]
