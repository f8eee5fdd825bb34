#!/usr/bin/env python3
"""Attacks Heddle with random programs; see README.md."""

import argparse
import concurrent.futures
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import generator
import settings as environments
from runner import ROOT, SANITIZERS, Builder, Runtime, kill_all, run
from shrink import Shrinker

ABOUT = """Random programs of both OpenMP interfaces (gcc, g++, clang, clang++) and of the interface in C++ (cxx) run on Heddle
in random environments, and are judged by what one thread would have computed. A program that is wrong, crashes or does not end
is made as small as it gets, and saved in build/attack/SEED with the command that repeats it."""

EXAMPLES = """examples:
  ./x attack                          ten minutes of everything
  ./x attack 60 --jobs 4              an hour, four processes at a time
  ./x attack --seed 4711 --batches 1  one batch again, as it was reported
  ./x attack 2 --doors clang --themes excluded,detached
  ./x attack 1 --library system       the same programs on libgomp and libomp: is it the program's fault?
  ./x attack --program FILE --door gcc --set HEDDLE_DEPENDENCE=handover --times 100
  ./x attack --self-test              are seeded faults found, and made small?

A program's text is what the interpreters read: a statement a line, `end` behind those with a body. A seed makes a batch:
door, build, manner of the process, environment, programs. Ends with 1 when something was found."""


def options_of(words):
    parser = argparse.ArgumentParser(prog="./x attack", description=ABOUT, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", nargs="?", type=float, default=10, help="how long; 10 by default")
    parser.add_argument("--seed", type=int, help="of the first batch; by the clock when it is not given")
    parser.add_argument("--batches", type=int, default=0, help="how many, at most; 0: as time allows")
    parser.add_argument("--programs", type=int, default=20, help="programs in a batch; 20")
    parser.add_argument("--doors", default="gcc,g++,clang,clang++,cxx", help="which; all of gcc,g++,clang,clang++,cxx")
    parser.add_argument("--builds", default="plain,plain,plain,tsan,asan", help="of the programs; a name twice: twice as often")
    parser.add_argument("--themes", default="", help="which, of " + ", ".join(generator.THEMES))
    parser.add_argument("--modes", default="", help="of the process: plain,fork,exec,thread,mask,leave,exit,dlclose")
    parser.add_argument("--threads", type=int, default=0, help="of all outer regions; 0: the seed decides")
    parser.add_argument("--library", default=os.path.join(ROOT, "build/release/lib"), help="a lib folder, or `system`")
    parser.add_argument("--include", default=os.path.join(ROOT, "include"), help="the C++ interface's headers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="batches at a time")
    parser.add_argument("--patience", type=float, default=20, help="seconds without progress that make a hang; 20")
    parser.add_argument("--until", type=int, default=8, help="stop after so many findings; 8")
    parser.add_argument("--shrink", type=float, default=90, help="seconds to make a finding small; 90")
    parser.add_argument("--fuzz", type=float, default=15, help="per cent of the time for damaged files and settings; 15")
    parser.add_argument("--found", default=os.path.join(ROOT, "build/attack"), help="the folder for findings")
    parser.add_argument("--program", help="run this text instead of random ones")
    parser.add_argument("--door", default="gcc", help="of --program")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="of --program: a variable")
    parser.add_argument("--times", type=int, default=20, help="of --program: how often")
    parser.add_argument("--self-test", action="store_true", help="break the interpreter, and look whether that is found")
    return parser.parse_args(words)


class Batch:
    def __init__(self, seed, options):
        dice = random.Random(seed)
        self.seed = seed
        self.patience = options.patience
        self.door = dice.choice(options.doors.split(","))
        self.build = dice.choice(options.builds.split(","))
        themes = [theme for theme in options.themes.split(",") if theme and generator.allowed(theme, self.door)]
        self.programs = []
        for number in range(options.programs):
            maker = generator.Maker(f"{seed}:{number}", self.door, dice.choice(themes) if themes else None)
            maker.threads = options.threads or maker.threads
            self.programs.append(maker.program())
        if self.build != "plain":
            self.programs = [tamed(program) for program in self.programs[:max(1, options.programs // 3)]]
        # Stacks are set for a process: programs that need small ones are not mixed with others.
        if not themes or "depth" in themes:
            deep = [program for program in self.programs if is_deep(program)]
            rest = [program for program in self.programs if not is_deep(program)]
            self.programs = (deep if self.build == "plain" and dice.randrange(4) == 0 else rest) or rest or deep
        self.settings = environments.random_settings(dice, self.programs)
        if self.door == "cxx":
            self.settings.pop("OMP_THREAD_LIMIT", None)  # a scope of more workers is refused with a message
        self.mode = dice.choice(options.modes.split(",")) if options.modes else environments.random_mode(dice)
        if self.build != "plain" or (self.door == "cxx" and self.mode == "dlclose"):
            self.mode = "plain"
            self.settings.pop("OMP_STACKSIZE", None)

    def text(self):
        return "".join(program.text() for program in self.programs)


def is_deep(program):
    return any(statement.kind == "deep" for statement in program.every())


def tamed(program):
    """What a sanitizer's frames and time allow."""
    for statement in program.every():
        if statement.kind in ("chain", "awaits"):
            statement.words["n"] = min(statement.words["n"], 1000)
        if statement.words.get("fp") == 3:
            statement.words["fp"] = 2
        if "repeat" in statement.words:
            statement.words["repeat"] = min(statement.words["repeat"], 200)
    return program


class Attack:
    def __init__(self, options):
        self.options = options
        os.makedirs(options.found, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="run-", dir=options.found)
        library = None if options.library == "system" else os.path.abspath(options.library)
        if library is not None and not os.path.exists(os.path.join(library, "libheddle.so.1")):
            raise SystemExit(f"attack: {library} holds no libheddle.so.1; ./x build, or name another --library")
        self.runtime = Runtime(library)
        bins = os.path.join(options.found, "programs")
        self.builder = Builder(bins, options.include, library or "")
        self.lock = threading.Lock()
        self.findings = []
        self.ran = 0
        self.started = time.monotonic()
        self.deadline = self.started + 60 * options.minutes
        self.ended = threading.Event()

    def say(self, line):
        with self.lock:
            print(f"[{time.monotonic() - self.started:6.1f} s] {line}", flush=True)

    def prepare(self):
        doors = self.options.doors.split(",")
        jobs = [(self.builder.program, door, build) for door in doors for build in set(self.options.builds.split(","))]
        jobs += [(self.builder.plugin, door) for door in doors if door != "cxx"]
        if self.options.program:
            jobs = [(self.builder.program, self.options.door, "plain")]
        if not self.options.program and not set(self.options.builds.split(",")) <= set(SANITIZERS):
            raise SystemExit("attack: --builds are of plain, asan, tsan; ./x attack --help says more")
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for done in [pool.submit(*job) for job in jobs]:
                done.result()

    def command(self, batch, text, mode, times):
        path = os.path.join(self.folder, f"{threading.get_ident()}.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if mode == "dlclose":
            return [*self.builder.plugin(batch.door), path, "plain", str(times)]
        return [self.builder.program(batch.door, batch.build), path, mode, str(times)]

    def patience(self, batch):
        return batch.patience * (1 if batch.build == "plain" else 3)

    def attempt(self, batch, text, settings, mode="plain", times=1):
        errors = os.path.join(self.folder, f"{threading.get_ident()}.err")
        outcome = run(self.command(batch, text, mode, times), settings, self.runtime, self.patience(batch), errors)
        with open(errors, encoding="utf-8", errors="replace") as file:
            outcome.errors = file.read()
        return outcome

    def run_batch(self, seed):
        if self.ended.is_set():
            return
        batch = Batch(seed, self.options)
        outcome = self.attempt(batch, batch.text(), batch.settings, batch.mode)
        self.ran += len(batch.programs)
        if outcome.kind == "fine":
            return
        self.say(f"seed {seed}: {outcome.kind} by {batch.door} ({batch.build}, {batch.mode}): {outcome.detail}")
        with self.lock:
            self.findings.append(seed)
            if len(self.findings) >= self.options.until:
                self.ended.set()
        self.save(batch, outcome)

    # -- findings
    def save(self, batch, outcome):
        folder = os.path.join(self.options.found, str(batch.seed))
        os.makedirs(folder, exist_ok=True)
        self.write(folder, "batch.txt", batch.text())
        self.write(folder, "errors.txt", outcome.errors)
        words = [f"--seed {batch.seed} --batches 1"]
        for name in ("doors", "builds", "themes", "modes", "threads", "programs"):
            value = getattr(self.options, name)
            if value != options_of([]).__dict__[name]:
                words.append(f"--{name} {value}")
        again = "./x attack " + " ".join(words)
        report = [f"{outcome.kind}: {outcome.detail}", f"door {batch.door}, build {batch.build}, mode {batch.mode}",
                  f"again: {again}", "settings: " + " ".join(f"{n}={v}" for n, v in batch.settings.items())]
        self.say(f"  again: {again}")
        small = self.shrunk(batch, outcome)
        if small is None:
            report.append("the failing program alone did not fail again; batch.txt is the whole")
        else:
            text, settings = small
            self.write(folder, "small.txt", text)
            sets = "".join(f" --set {name}='{value}'" for name, value in settings.items())
            report += [f"small: ./x attack --program {folder}/small.txt --door {batch.door}{sets}", "", text]
            self.say(f"  small: {len(text.splitlines())} lines, settings {settings}\n{text}")
        self.write(folder, "report.txt", "\n".join(report) + "\n")

    @staticmethod
    def write(folder, name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def shrunk(self, batch, outcome):
        if outcome.program is None or outcome.program >= len(batch.programs):
            return None
        mode = batch.mode if batch.mode in ("fork", "thread", "mask") else "plain"
        batch.patience = min(self.options.patience, 4)  # a program alone takes milliseconds
        before, times = [], 1  # programs that run first: some faults need what they leave behind

        def fails(program, settings):
            text = "".join(other.text() for other in before) + program.text()
            return self.attempt(batch, text, settings, mode, times).kind == outcome.kind

        program = batch.programs[outcome.program]
        for before, times in (([], 1), ([], 10), ([], 100), (batch.programs[:outcome.program], 10), ([], 1000)):
            if fails(program, batch.settings):
                break
        else:
            return None
        for other in list(before):
            kept, before = before, [one for one in before if one is not other]
            if not fails(program, batch.settings):
                before = kept
        times = min(500, times * 5)  # so that a smaller one is not taken for right by luck
        shrinker = Shrinker(fails, self.options.shrink, lambda line: self.say("  " + line))
        program, settings = shrinker.shrink(program, batch.settings)
        return "".join(other.text() for other in before) + program.text(), settings

    # -- the whole
    def fuzz(self, seconds):
        """Damaged files: LibFuzzer's programs where they are built, else the tests' with other inputs each time."""
        long_ones = sorted(glob.glob(os.path.join(ROOT, "build/fuzz/tests/fuzz_*")))
        programs = long_ones or sorted(glob.glob(os.path.join(ROOT, "build/release/tests/fuzz_*")))
        for program in programs:
            name = os.path.basename(program)[len("fuzz_"):]
            seeds = os.path.join(ROOT, "tests/fuzz/seeds", name)
            share = max(1, int(seconds / len(programs)))
            if long_ones:
                corpus = os.path.join(self.options.found, "corpus", name)
                os.makedirs(corpus, exist_ok=True)
                command = [program, f"-max_total_time={share}", "-rss_limit_mb=3000", "-timeout=60", corpus, seeds]
            else:
                first = random.Random(self.options.seed).randrange(10**9)
                command = [program, seeds, f"{first}:{first + share * 2000}"]
            try:
                result = subprocess.run(command, capture_output=True, cwd=self.folder, timeout=10 * share + 120)
                failed, text = result.returncode != 0, result.stderr
            except subprocess.TimeoutExpired as late:
                failed, text = False, late.stderr or b""
            if failed:
                self.findings.append(name)
                self.say(f"fuzz_{name}: {' '.join(command)}\n{text[-3000:].decode(errors='replace')}")
                for crash in glob.glob(os.path.join(self.folder, "crash-*")):
                    shutil.copy(crash, self.options.found)
            else:
                self.say(f"fuzz_{name}: {share} s")

    def random_programs(self):
        seed, number = self.options.seed, 0
        told = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            waiting = set()
            while not self.ended.is_set():
                if time.monotonic() > self.deadline or (self.options.batches and number >= self.options.batches):
                    break
                while len(waiting) < self.options.jobs and (not self.options.batches or number < self.options.batches):
                    waiting.add(pool.submit(self.run_batch, seed + number))
                    number += 1
                done, waiting = concurrent.futures.wait(waiting, 5, concurrent.futures.FIRST_COMPLETED)
                for each in done:
                    each.result()
                if time.monotonic() > told + 15:
                    told = time.monotonic()
                    self.say(f"{self.ran} programs, {len(self.findings)} findings, seed {seed + number - 1}")
            for each in waiting:
                each.result()

    def run(self):
        self.prepare()
        self.deadline = time.monotonic() + 60 * self.options.minutes
        self.say(f"seeds from {self.options.seed} on; {self.options.jobs} at a time")
        if self.options.fuzz > 0 and not self.options.batches:
            self.fuzz(60 * self.options.minutes * self.options.fuzz / 100)
        self.random_programs()
        self.say(f"{self.ran} programs, findings: {', '.join(map(str, self.findings)) or 'none'}")
        shutil.rmtree(self.folder, ignore_errors=True)
        return 1 if self.findings else 0

    def run_program(self):
        """One text, many times."""
        self.prepare()
        with open(self.options.program, encoding="utf-8") as file:
            text = file.read()
        batch = Batch(0, self.options)
        batch.door, batch.build = self.options.door, "plain"
        settings = dict(word.split("=", 1) for word in self.options.set)
        outcome = self.attempt(batch, text, settings, times=self.options.times)
        print(f"{outcome.kind} {outcome.detail}\n{outcome.errors}".rstrip())
        shutil.rmtree(self.folder, ignore_errors=True)
        return outcome.kind != "fine"


def self_test(options):
    """Faults of the interpreter's own, by ATTACK_BREAK: a lost update, a hang, a crash. Each must be found and made small."""
    cases = {"1": ("wrong", "excluded"), "2": ("hang", "mixed"), "3": ("crash", "mixed")}
    failed = 0
    for fault, (kind, theme) in cases.items():
        options.themes, options.doors, options.builds, options.modes = theme, "gcc", "plain", "plain"
        options.until, options.minutes, options.seed, options.batches = 1, 2, 1, 60
        options.patience, options.jobs, options.fuzz, options.shrink = 3, 1, 0, 30
        environments.CHOICES = [(100, "ATTACK_BREAK", (fault,))] + environments.CHOICES
        attack = Attack(options)
        attack.run()
        environments.CHOICES = environments.CHOICES[1:]
        small = [os.path.join(options.found, str(seed), "small.txt") for seed in attack.findings]
        lines = len(open(small[0], encoding="utf-8").readlines()) if small and os.path.exists(small[0]) else 0
        verdict = 0 < lines <= 8
        print(f"self-test, {kind}: {'found, ' + str(lines) + ' lines' if verdict else 'NOT found or not small'}")
        failed += not verdict
    return failed


def leave(number, _):
    kill_all()
    os._exit(128 + number)


def main():
    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    options = options_of(sys.argv[1:])
    if options.seed is None:
        options.seed = int(time.time()) % 10**8 * 1000
    if options.self_test:
        options.found = os.path.join(options.found, "self-test")
        return self_test(options)
    attack = Attack(options)
    return attack.run_program() if options.program else attack.run()


if __name__ == "__main__":
    sys.exit(main())
