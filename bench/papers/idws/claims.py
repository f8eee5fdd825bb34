"""What issue 4 wants of these loops, judged by the medians of one run; the limits are in bench/targets.toml, under [loops]."""

import math
import random
import statistics
import tomllib
from dataclasses import dataclass

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
        elif strategies.DEFAULT in record["samples"]:
            claims += JUDGES[record["part"]](record, limit)
    return claims


def _title(record):
    beside = " beside a neighbour" if record["part"] == "neighbour" else ""
    return f"{works.named(record['work']).title}, {record['threads']} threads{beside}"


def spread(ours, theirs, draws=500):
    """What the ratio of the medians may be, 90 %: drawn again and again from the rounds themselves, always alike."""
    dice = random.Random(1)
    ratios = sorted(statistics.median(dice.choices(ours, k=len(ours))) / statistics.median(dice.choices(theirs, k=len(theirs)))
                    for _ in range(draws))
    return ratios[draws // 20], ratios[-1 - draws // 20]


def _at_most(record, rival, ratio, sentence):
    """The default takes at most `ratio` times as long as `rival`; says nothing when either was not measured."""
    ours, theirs = median(record, strategies.DEFAULT), median(record, rival)
    if rival not in record["samples"] or math.isnan(theirs):
        return []
    both = [record["samples"][name] for name in (strategies.DEFAULT, rival)]
    if not all(isinstance(sample, float) for samples in both for sample in samples):
        return [Claim(f"{_title(record)}: {sentence}", f"{ours / theirs:.3f} ({rival})", ours <= ratio * theirs)]
    low, high = spread(*both)
    return [Claim(f"{_title(record)}: {sentence}", f"{ours / theirs:.3f}, {low:.2f} to {high:.2f} ({rival})",
                  ours <= ratio * theirs, not low <= ratio <= high or low == high)]


def near_the_fastest(record, limit):
    rivals = {n: m for n, m in medians(record).items() if n != strategies.DEFAULT}
    most = limit["near_fastest"]
    if record["threads"] not in limit["threads"] or not rivals:
        return []
    found = _at_most(record, next(iter(rivals)), most, f"the default takes at most {most:g} times as long as the fastest")
    if record["threads"] == 2 and record["work"] == "dense_begin":
        for rival in ("libgomp static", "libgomp guided"):
            gain = limit["dense_begin_gain"]
            found += _at_most(record, rival, 1 / gain, f"at least {gain:g} times as fast as {rival}")
    if record["threads"] == 2 and record["work"] == "regular":
        most = limit["regular"]
        found += _at_most(record, "libgomp static", most, f"at most {most:g} times as long as libgomp's static")
    return found


def empty_body(record, limit):
    most = limit["empty"]
    if record["threads"] != 2:
        return []
    return _at_most(record, "libgomp static", most, f"at most {most:g} times as long as libgomp's static")


def per_chunk(record, limit):
    ours = median(record, "heddle dynamic written") * 1e6 / record["size"]
    if record["threads"] != 2 or "heddle dynamic written" not in record["samples"]:
        return []
    most = limit["chunk_ns"]
    return [Claim(f"{_title(record)}: schedule(dynamic) takes at most {most:g} ns a chunk", f"{ours:.1f} ns", ours <= most)]


def beside_a_neighbour(record, _):
    """Faster than every static and guided strategy, our own included."""
    rivals = medians(record, [n for n in record["samples"] if n.split(" ", 1)[-1].removesuffix(" written") in STATIC_OR_GUIDED])
    return _at_most(record, next(iter(rivals)), 1, "faster than every static and guided strategy") if rivals else []


JUDGES = {"distributions": near_the_fastest, "kernels": near_the_fastest, "overhead": empty_body, "neighbour": beside_a_neighbour}
