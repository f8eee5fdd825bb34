#!/usr/bin/env python3
"""The experiments of the DDAST paper (asynchronous, distributed dependence manager) on Heddle, libgomp and libomp."""

import argparse
import json
import os
import pathlib
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(BENCH))

from harness import build, experiment, measure, report as harness_report, rows as harness_rows, runtimes  # noqa: E402

from papers import pieces  # noqa: E402
from papers.ddast import (arguments, claims, configurations, experiments, figures, merge, report, session,  # noqa: E402
                          traces)

EXPERIMENTS = ("grain", "tuning", "scalability", "traces")
USUAL = ("tuning", "scalability", "traces")

EPILOG = """\
Kernels: Matmul (chains), N-Body (nested tasks) and Sparse LU (irregular), coarse and fine grain, their results compared
with the serial run bit by bit. Experiments:
  tuning        Figures 5 to 8: each parameter of the asynchronous manager doubled from 1 to 128
  scalability   Figures 9 to 11: every manager under both schedulers, and the other runtimes, by threads
  traces        Figures 12 to 14: tasks in the graph and ready tasks over time, locked beside async
  grain         what each block size costs; from it the coarse block was chosen (not run unless named)
The output folder gets report.md, the plots as SVG, and results.json with every sample.

examples:
  run.py                                     everything but grain, best of 5 (about 20 minutes on two cores)
  run.py --quick                             tiny arguments: does everything run?
  run.py --only scalability --kernels nbody --rounds 9
  run.py --only tuning --threads 2           the sweeps; their plots are fig5.svg to fig8.svg
  run.py --only scalability --threads 1,2,4,8    with more threads than cores, as a curiosity
  run.py --managers locked,async             only these managers, beside the default
  run.py --results build/papers/ddast/results.json --publish docs/papers/ddast
                                             write report and plots again from an earlier run; nothing is measured;
                                             several files, with commas, from runs with --only are put together

The exit status is 1 when a run on Heddle failed, did not end or was wrong; a missed claim does not change it.
"""


def parse_options(given):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=experiment.words(EXPERIMENTS), default=list(USUAL), metavar="LIST",
                        help=f"of {','.join(EXPERIMENTS)} (default {','.join(USUAL)})")
    parser.add_argument("--kernels", type=experiment.words(tuple(arguments.TITLES)), default=list(arguments.TITLES), metavar="LIST",
                        help=f"of {','.join(arguments.TITLES)} (default all)")
    parser.add_argument("--managers", type=lambda text: text.split(","), metavar="LIST",
                        default=["locked", "async", "direct", "adaptive", "handover"],
                        help="values of HEDDLE_DEPENDENCE (default locked,async,direct,adaptive,handover; those that "
                             "this build of Heddle does not know are left out with a note)")
    parser.add_argument("--threads", type=experiment.thread_counts, default=[1, 2], metavar="LIST",
                        help="for scalability; the other experiments use the largest that there are cores for "
                             "(default 1,2)")
    pieces.add_options(parser, "ddast", "tiny arguments: shows that everything runs, not how fast", runtimes.PEERS + ("heddle",))
    parser.add_argument("--results", type=lambda text: [pathlib.Path(f) for f in text.split(",")], metavar="LIST",
                        help="report on these results.json together; measure nothing")
    options = parser.parse_args(given)
    options.rounds = options.rounds or (1 if options.quick else 5)
    return options


class Experimenter:
    """Runs what was asked for, and keeps it as plain data that results.json can hold."""

    def __init__(self, options, runner, heddle, configured):
        self._options, self._session, self._heddle = options, runner, heddle
        self._configured = configured
        self.cases = arguments.cases(options.kernels, options.quick)
        self.results = {"cases": [{**vars(c), "arguments": list(c.arguments)} for c in self.cases]}

    def run(self, runtime):
        wanted = self._options.only
        threads = self._full_team()
        has_async = self._heddle.understands({"HEDDLE_DEPENDENCE": "async", **experiments.initial_settings()})
        if "grain" in wanted:
            peers = [c for c in self._configured if c.runtime != "heddle" or c.name == "default"]
            self._measure("grain", experiments.grain_rows(self.cases, threads, peers))
        if "tuning" in wanted and has_async:
            self._measure("tuning", experiments.tuning_rows(self.cases, threads))
            self.results["tuned"] = experiments.best_parameters(self.results["tuning"])
            if self.results["tuned"]:
                self._configured.append(configurations.tuned(self.results["tuned"]))
        if "scalability" in wanted:
            self._measure("scalability", experiments.scalability_rows(self.cases, self._options.threads, self._configured))
        if "traces" in wanted and has_async and self._heddle.records_traces():
            self._trace(runtime, threads)
        self.results["configurations"] = [{"name": c.name, "settings": c.settings, "remark": c.remark}
                                          for c in (configurations.SERIAL, *self._configured)]

    def _full_team(self):
        """The largest number of threads that the machine has cores for."""
        counts = self._options.threads
        return max([t for t in counts if t <= len(os.sched_getaffinity(0))] or counts[:1])

    def _measure(self, name, rows):
        print(f"{name}: {sum(len(r.configurations) for r in rows) * self._options.rounds} runs", flush=True)
        self.results[name] = self._session.measure(rows)

    def _trace(self, runtime, threads):
        print(f"traces: {len(traces.FIGURES) * len(traces.MANAGERS)} runs", flush=True)
        recorder = traces.Recorder(self._session, self._heddle, runtime, self._options.output)
        traced = [(figure, traces.traced_case(figure, self.cases)) for figure in traces.FIGURES]
        self.results["traces"] = [recorder.record(figure, case, threads) for figure, case in traced if case]


def notes_on(options, heddle):
    """What is left out, and why."""
    found = []
    if not heddle.tool.exists():
        found.append(f"the command heddle is not beside the library ({heddle.tool.name} expected in bin): "
                     "managers cannot be asked for, and no trace is recorded")
    asynchronous = heddle.understands({"HEDDLE_DEPENDENCE": "async", **experiments.initial_settings()})
    if "tuning" in options.only and not asynchronous:
        found.append("tuning is left out: this build of Heddle has no manager async with the paper's four parameters")
    if "traces" in options.only and not (asynchronous and heddle.records_traces()):
        found.append("traces are left out: they need the manager async and `heddle run --trace`")
    return found


def measure_everything(options, work_dir):
    builder = build.Builder(options.build_dir)
    cases = arguments.cases(options.kernels, options.quick)
    builder.build([case.program for case in cases] + [run.program for run in harness_rows.MACHINE_RUNS])
    found, notes = runtimes.find_all(work_dir, options.runtimes, options.heddle, options.libomp)
    if not found:
        sys.exit("no runtime to measure: " + "; ".join(notes))
    for runtime in found.values():
        runtime.check_loaded(builder.binary(cases[0].program))
    heddle = configurations.Heddle(options.heddle.resolve())
    configured, unknown = configurations.of_heddle(heddle, options.managers) if "heddle" in found else ([], [])
    configured += configurations.of_peers(found)
    notes += unknown + notes_on(options, heddle) + [f"not passed on to the programs: {n}" for n in runtimes.dropped_settings()]
    print("\n".join(f"note: {note}" for note in notes))
    machine = measure.Session(builder, found, options)
    facts = {**harness_report.machine_facts(), **experiment.begun("./x bench papers/ddast", options),
             "default_manager": heddle.value("HEDDLE_DEPENDENCE") or "unknown", "machine_before": machine.machine(harness_rows.MACHINE_RUNS)}
    experimenter = Experimenter(options, session.Session(builder, found, options), heddle, configured)
    experimenter.run(found.get("heddle"))
    facts["machine_after"] = machine.machine(harness_rows.MACHINE_RUNS)
    chosen = {"rounds": options.rounds, "quick": options.quick, "threads": options.threads}
    return {"facts": facts, "options": chosen, "notes": notes, **experimenter.results}


def draw(folder, results):
    facts = results["facts"]
    subtitle = (f"best of {results['options']['rounds']}; {facts['cpu']}, {facts['cores_usable']} cores, "
                f"{facts['compiler']}{'; QUICK RUN' if results['options']['quick'] else ''}")
    configured = [configurations.Configuration(c["name"], "peer" if c["name"] in runtimes.PEERS else "heddle", c["settings"])
                  for c in results["configurations"] if c["name"] != "serial"]
    return [*figures.tuning(folder, results.get("tuning", []), subtitle),
            *figures.scalability(folder, results.get("scalability", []), configured, subtitle),
            *figures.traces(folder, results.get("traces", []), subtitle.partition("; ")[2]),
            *figures.grain(folder, results.get("grain", []), subtitle)]


def is_right(results):
    """No run on Heddle was wrong, failed or did not end."""
    bad = (measure.WRONG, measure.FAILED, measure.NO_END)
    measured = [r for part in EXPERIMENTS[:3] for r in results.get(part, [])]
    wrong = any(sample in bad for r in measured for name, samples in r["samples"].items() if name not in runtimes.PEERS
                for sample in samples)
    return not wrong and not any(r["failures"] for r in results.get("traces", []))


def write_page(results, folder):
    report.write(folder / "README.md", results, draw(folder, results))


def finish(options, results):
    written = draw(options.output, results)
    report.write(options.output / "report.md", results, written)
    for claim in claims.judge(results):
        print(f"{'met   ' if claim.met else 'missed'}  {claim.sentence}: {claim.measured}")
    print(f"report: {options.output / 'report.md'}")
    pieces.publish(options, written, results, report.quality)
    return 0 if is_right(results) else 1


def main(given):
    options = parse_options(given)
    options.output.mkdir(parents=True, exist_ok=True)
    if options.results:
        try:
            return finish(options, merge.merged([json.loads(f.read_text(encoding="utf-8")) for f in options.results]))
        except ValueError as error:
            sys.exit(str(error))
    with tempfile.TemporaryDirectory(prefix="heddle-papers-") as work_dir:
        try:
            results = measure_everything(options, work_dir)
        except (build.BuildFailed, runtimes.RuntimeMissing, session.KernelBroken) as error:
            sys.exit(str(error))
    (options.output / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return finish(options, results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
