"""What is wanted of these loops, judged by the medians of one run; the limits are in bench/targets.toml, under [loops].

Strategies are compared with those whose programs the same compiler built: on the kernels g++ and clang++ differ by more than
schedules do. What the fastest repetition of each process says stands beside: a host that takes a core away for some
milliseconds spares it.
"""

import math
import random
import statistics
import tomllib
from dataclasses import dataclass, replace

from harness import verdict

from papers.idws import strategies, works

STATIC_OR_GUIDED = ("static", "guided")


@dataclass(frozen=True)
class Claim:
    sentence: str
    measured: str
    met: bool
    clear: bool = True  # the other verdict lies outside of what the rounds vary

    @property
    def word(self):
        return ("yes" if self.met else "no") if self.clear else ("yes, just" if self.met else "no, just")


def limits(path):
    with open(path, "rb") as file:
        return tomllib.load(file)["loops"]


def median(record, name):
    samples = record["samples"].get(name, [])
    return verdict.summarise(samples).median if samples else math.nan


def median_of_best(record, name):
    samples = record.get("best", {}).get(name, [])
    return verdict.summarise(samples).median if samples else math.nan


def compiler_of(name):
    return next((s.compiler for s in strategies.STRATEGIES if s.name == name), "gcc")


def medians(record, names=None):
    """Of the strategies that have one, the fastest first; runs that do not end come last."""
    found = {name: median(record, name) for name in record["samples"] if names is None or name in names}
    return dict(sorted(((n, m) for n, m in found.items() if m == m and n != strategies.SERIAL.name), key=lambda item: item[1]))


def judge(results, limit):
    """Nothing is claimed of a quick run."""
    claims = []
    for record in [] if results["options"]["quick"] else results["records"]:
        if record["work"] == "chunks":
            claims += per_chunk(record, limit)
        else:
            for default in (strategies.DEFAULT, strategies.DEFAULT_OF_CLANG):
                claims += JUDGES[record["part"]](record, default, limit) if default in record["samples"] else []
    return claims


def _title(record, default):
    beside = " beside a neighbour" if record["part"] == "neighbour" else ""
    built = ", clang" if default == strategies.DEFAULT_OF_CLANG else ""
    return f"{works.named(record['work']).title}, {record['threads']} threads{beside}{built}"


def spread(ours, theirs, draws=500):
    """What the ratio of the medians may be, 90 %: drawn again and again from the rounds themselves, always alike."""
    dice = random.Random(1)
    ratios = sorted(statistics.median(dice.choices(ours, k=len(ours))) / statistics.median(dice.choices(theirs, k=len(theirs)))
                    for _ in range(draws))
    return ratios[draws // 20], ratios[-1 - draws // 20]


def _at_most(record, pair, ratio, sentence):
    """The default takes at most `ratio` times as long as its rival; says nothing when either was not measured."""
    default, rival = pair
    ours, theirs = median(record, default), median(record, rival)
    if rival not in record["samples"] or math.isnan(theirs):
        return []
    title = f"{_title(record, default)}: {sentence}"
    both = [record["samples"][name] for name in pair]
    if not all(isinstance(sample, float) for samples in both for sample in samples):
        return [Claim(title, f"{ours / theirs:.3f} ({rival})", ours <= ratio * theirs)]
    low, high = spread(*both)
    return [Claim(title, f"{ours / theirs:.3f}, {low:.2f} to {high:.2f} ({rival}){by_the_best(record, default, rival)}",
                  ours <= ratio * theirs, not low <= ratio <= high or low == high)]


def by_the_best(record, default, rival):
    ratio = median_of_best(record, default) / median_of_best(record, rival)
    return f"; fastest repetitions: {ratio:.3f}" if math.isfinite(ratio) else ""


def by_the_other_rounds(record, default, rivals):
    """The fastest of many strategies is fast by luck, too: here each round's rival is the one that was fastest in all other rounds.

    Of the fastest repetitions; the median over the rounds. Nothing with fewer than 3 rounds.
    """
    best = record.get("best", {})
    rounds = len(best.get(default, []))
    rivals = [name for name in rivals if len(best.get(name, [])) == rounds]
    if rounds < 3 or not rivals or not all(isinstance(s, float) for name in (default, *rivals) for s in best[name]):
        return ""
    def others(name, left_out):
        return statistics.median(s for i, s in enumerate(best[name]) if i != left_out)
    ratios = [best[default][i] / best[min(rivals, key=lambda name: others(name, i))][i] for i in range(rounds)]
    return f"; by the other rounds' fastest: {statistics.median(ratios):.3f}"


def near_the_fastest(record, default, limit):
    rivals = rivals_of(record, default, record["samples"])
    most = limit["near_fastest"]
    if record["threads"] not in limit["threads"] or not rivals:
        return []
    found = _at_most(record, (default, rivals[0]), most, f"the default takes at most {most:g} times as long as the fastest")
    found = [replace(c, measured=c.measured + by_the_other_rounds(record, default, rivals)) for c in found]
    if default != strategies.DEFAULT or record["threads"] != 2:
        return found
    if record["work"] == "dense_begin":
        for rival in ("libgomp static", "libgomp guided"):
            gain = limit["dense_begin_gain"]
            found += _at_most(record, (default, rival), 1 / gain, f"at least {gain:g} times as fast as {rival}")
    if record["work"] == "regular":
        found += no_slower_than_static(record, limit["regular"])
    return found


def rivals_of(record, default, names):
    """Those of the same compiler, the fastest first."""
    return [name for name in medians(record, names) if name != default and compiler_of(name) == compiler_of(default)]


def no_slower_than_static(record, most):
    sentence = f"at most {most:g} times as long as libgomp's static"
    return _at_most(record, (strategies.DEFAULT, "libgomp static"), most, sentence)


def empty_body(record, default, limit):
    if record["threads"] != 2 or default != strategies.DEFAULT:
        return []
    return no_slower_than_static(record, limit["empty"])


def per_chunk(record, limit):
    ours = median(record, "heddle dynamic written") * 1e6 / record["size"]
    if record["threads"] != 2 or "heddle dynamic written" not in record["samples"]:
        return []
    most = limit["chunk_ns"]
    return [Claim(f"{_title(record, strategies.DEFAULT)}: schedule(dynamic) takes at most {most:g} ns a chunk", f"{ours:.1f} ns", ours <= most)]


def beside_a_neighbour(record, default, _):
    """Faster than every static and guided strategy, our own included."""
    rivals = rivals_of(record, default, [n for n in record["samples"]
                                         if n.split(" ", 1)[-1].removesuffix(" written") in STATIC_OR_GUIDED])
    return _at_most(record, (default, rivals[0]), 1, "faster than every static and guided strategy") if rivals else []


JUDGES = {"distributions": near_the_fastest, "kernels": near_the_fastest, "overhead": empty_body, "neighbour": beside_a_neighbour}
