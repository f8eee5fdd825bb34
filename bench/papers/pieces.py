"""What the experiments share that are measured in pieces: options, results.json, page, plots and exit status."""

import json
import pathlib
import sys
from dataclasses import dataclass
from types import ModuleType

from harness import experiment, measure, raw, report as harness_report, runtimes

BENCH = pathlib.Path(__file__).resolve().parents[1]
REPO = BENCH.parent


def add_options(parser, name, quick, of_runtimes=runtimes.NAMES):
    """Those that the `run.py` of all measured papers take; quick: what --quick does."""
    parser.add_argument("--rounds", type=experiment.positive, metavar="N", help="processes of each (default 5, quick 1)")
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="time limit of a process (default 60)")
    parser.add_argument("--runtimes", type=experiment.words(of_runtimes), default=[r for r in runtimes.ALL if r in of_runtimes], metavar="LIST",
                        help=f"of {','.join(of_runtimes)} (default all)")
    parser.add_argument("--heddle", type=pathlib.Path, metavar="DIR", default=REPO / "build/release/lib/heddle/gomp",
                        help="directory with Heddle's libgomp.so.1 (default build/release/lib/heddle/gomp)")
    parser.add_argument("--libomp", metavar="FILE", help="LLVM's libomp.so.5 (default: the newest installed)")
    parser.add_argument("--build-dir", type=pathlib.Path, default=REPO / "build/bench", help="where the binaries go")
    parser.add_argument("--output", type=pathlib.Path, default=REPO / "build/papers" / name, metavar="DIR",
                        help=f"where report, plots and samples go (default build/papers/{name})")
    experiment.add_publishing(parser)


def parsed(parser, given):
    options = parser.parse_args(given)
    options.rounds = options.rounds or (1 if options.quick else 5)
    return options


class Store:
    """results.json: records measured now replace earlier ones that KEY says are of the same, and name their commit."""

    KEY = ()
    LISTS = ("notes", "records")

    def __init__(self, path, facts, options):
        self._path = path
        self.results = {"facts": facts, "options": {"quick": options.quick}, **{name: [] for name in self.LISTS}}
        if path.exists():
            earlier = json.loads(path.read_text(encoding="utf-8"))
            same = all(earlier["facts"][fact] == facts[fact] for fact in ("cpu", "cores_usable", "compiler", "clang"))
            if same and earlier["options"] == self.results["options"]:
                self.results = earlier
            else:
                print(f"note: {path} is of another machine, compiler or size of run: it is replaced")
        self._facts = facts

    @staticmethod
    def place(record):
        """What records are sorted by."""
        raise NotImplementedError

    def begin(self):
        """What is kept from now on is of this run: date and machine are its own."""
        self.results["facts"] = {**self.results["facts"], **self._facts}

    def add(self, name, entries):
        self.results[name] += [entry for entry in entries if entry not in self.results[name]]

    def keep(self, record):
        commit = self._facts.get("commit", raw.UNKNOWN)
        record = {**record, "commit": commit}
        others = [r for r in self.results["records"] if any(r[k] != record[k] for k in self.KEY)]
        self.results["records"] = sorted([*others, record], key=self.place)
        self.results["facts"]["other_commits"] = sorted({r.get("commit", raw.UNKNOWN) for r in others} - {commit})
        self.write()

    def write(self):
        self._path.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Paper:
    """What differs from one to the other."""
    name: str
    clang: str               # empty: there is none
    claims: ModuleType
    figures: ModuleType
    report: ModuleType
    ours: tuple              # what the names of Heddle's ways begin with
    of_samples: str = "medians of interleaved rounds"

    def machine_facts(self, options):
        compiler = harness_report.first_line([self.clang, "--version"]) if self.clang else ""
        begun = raw.about if options.only == [""] else lambda command: experiment.begun(command, options)
        return {**harness_report.machine_facts(), **begun(f"./x bench papers/{self.name}"), "clang": compiler}

    def is_right(self, results):
        """No run on Heddle was wrong, failed or did not end."""
        bad = (measure.WRONG, measure.FAILED, measure.NO_END)
        return not any(sample in bad for record in results["records"] for name, samples in record["samples"].items()
                       if name.startswith(self.ours) for sample in samples)

    def drawn(self, folder, results):
        facts = results["facts"]
        subtitle = (f"{self.of_samples}; {facts['cpu']}, {facts['cores_usable']} cores, {facts['compiler']}"
                    f"{'; QUICK RUN' if results['options']['quick'] else ''}")
        return self.figures.draw(folder, results, subtitle)

    def write(self, results, folder, page):
        """@returns (the claims, the plots)"""
        judged, written = self.claims.judge(results, self.claims.limits(BENCH / "targets.toml")), self.drawn(folder, results)
        self.report.write(folder / page, results, judged, written)
        return judged, written

    def finish(self, options, results):
        """@returns the exit status"""
        judged, written = self.write(results, options.output, "report.md")
        for claim in judged:
            print(f"{'met' if claim.met else 'missed'}{'' if getattr(claim, 'clear', True) else ', just'}:  {claim.sentence}: {claim.measured}")
        print(f"report: {options.output / 'report.md'}")
        publish(options, written, results, self.report.quality)
        return 0 if self.is_right(results) else 1


def publish(options, written, results, quality):
    """Where --publish asks for it. Ends the program when the run may not replace the published one."""
    if not options.publish:
        return
    try:
        experiment.publish(options, written, results, quality)
    except experiment.NotBetter as refused:
        sys.exit(str(refused))
