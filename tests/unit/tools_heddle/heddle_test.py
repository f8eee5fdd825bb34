"""The command `heddle`, by running it: a copy of it in a prefix of its own, with the system's libgomp in our library's
place, so that nothing here depends on the runtime. HEDDLE_COMMAND names the command under test."""

import glob
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("HEDDLE_COMMAND", "build/release/bin/heddle")
OPENMP_PROGRAM = r"""
#include <omp.h>
#include <stdio.h>
int main(int n, char** words) {
  printf("threads %d", omp_get_max_threads());
  for (int i = 1; i < n; ++i) printf(" %s", words[i]);
  printf("\n");
  return 7;
}
"""


def system_libgomp():
    found = glob.glob("/usr/lib/*-linux-gnu/libgomp.so.1") + glob.glob("/usr/lib64/libgomp.so.1")
    return found[0] if found else None


def cpus_are_told():
    """Does /proc/stat show the cpus of this process?"""
    with open("/proc/stat") as file:
        told = {int(word) for word in re.findall(r"^cpu(\d+) ", file.read(), re.M)}
    return os.sched_getaffinity(0) <= told


class Prefix(unittest.TestCase):
    """<prefix>/bin/heddle and <prefix>/lib/heddle/gomp/libgomp.so.1."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prefix = cls.folder.name
        cls.library = os.path.join(cls.prefix, "lib/heddle/gomp/libgomp.so.1")
        cls.heddle = os.path.join(cls.prefix, "bin/heddle")
        os.makedirs(os.path.dirname(cls.library))
        os.makedirs(os.path.dirname(cls.heddle))
        shutil.copy(COMMAND, cls.heddle)
        if system_libgomp():
            shutil.copy(system_libgomp(), cls.library)
        else:
            open(cls.library, "w").close()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def path(self, name):
        return os.path.join(self.prefix, name)

    def write(self, name, text, mode=0o755):
        with open(self.path(name), "w") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def llvm_folder(self):
        return os.path.join(os.path.dirname(os.path.dirname(self.library)), "kmpc")

    def run_heddle(self, *words, **variables):
        environment = {"PATH": os.environ["PATH"], **variables}
        return subprocess.run(
            [self.heddle, *words], env=environment, capture_output=True, text=True, timeout=60, cwd=self.prefix
        )

    def compiled(self, name, source, *flags):
        if not shutil.which("gcc"):
            self.skipTest("gcc is not installed")
        program = self.path(name)
        result = subprocess.run(
            ["gcc", "-x", "c", "-", "-x", "none", "-o", program, *flags], input=source, capture_output=True, text=True
        )
        if result.returncode != 0:
            self.skipTest("gcc cannot build this: " + result.stderr)
        return program


class Run(Prefix):
    def test_dry_run_shows_what_would_be_set_and_runs_nothing(self):
        script = self.write("touch.sh", "#!/bin/sh\ntouch ran\n")
        shown = self.run_heddle("run", "--dry-run", "-n", "8", script, "a b", LD_LIBRARY_PATH="/x")
        self.assertEqual(shown.returncode, 0)
        self.assertEqual(
            shown.stdout.splitlines(),
            [
                f"LD_PRELOAD={self.library}",
                f"LD_LIBRARY_PATH={os.path.dirname(self.library)}:{self.llvm_folder()}:/x",
                "OMP_NUM_THREADS=8",
                f"{script} 'a b'",
            ],
        )
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_dry_run_shows_where_traces_and_graphs_would_go(self):
        shown = self.run_heddle("run", "--dry-run", "--trace", "a.json", "--graph=/tmp/b.dot", "true")
        lines = shown.stdout.splitlines()
        folder = os.path.realpath(self.prefix)
        self.assertEqual(lines[-2:], [f"# trace: {folder}/a.json", "# graph: /tmp/b.dot"])
        self.assertIn(f"HEDDLE_TRACE={folder}/.heddle-trace-XXXXXX", lines)

    def test_a_program_of_libheddle_is_told_where_it_is(self):
        engine = self.compiled(
            "lib/libheddle.so.1", "int weave(void) { return 5; }", "-shared", "-fPIC", "-Wl,-soname,libheddle.so.1"
        )
        program = self.compiled("weaver", "int weave(void);\nint main(void) { return weave(); }", engine)
        self.assertEqual(subprocess.run([program], capture_output=True).returncode, 127)
        for reach in ([], ["--preload"], ["--library-path"]):
            self.assertEqual(self.run_heddle("run", *reach, program).returncode, 5, reach)

    def test_every_option_sets_its_variable(self):
        shown = self.run_heddle(
            "run", "--dry-run", "--threads=4,2", "--scheduler", "dbf", "--dependence", "direct", "--loop", "guided",
            "--wait-policy", "passive", "--places", "{0}:2", "--bind", "spread", "--window", "4096", "--linger", "20",
            "-vv", "true",
        )  # fmt: skip
        for line in (
            "OMP_NUM_THREADS=4,2", "HEDDLE_SCHEDULER=dbf", "HEDDLE_DEPENDENCE=direct", "HEDDLE_LOOP=guided",
            "OMP_WAIT_POLICY=passive", "OMP_PLACES='{0}:2'", "OMP_PROC_BIND=spread", "HEDDLE_WINDOW=4096",
            "HEDDLE_LINGER=20", "HEDDLE_VERBOSE=2",
        ):  # fmt: skip
            self.assertIn(line, shown.stdout.splitlines())

    def test_preload_and_library_path_each_leave_the_other_alone(self):
        preload = self.run_heddle("run", "--dry-run", "--preload", "true").stdout
        self.assertIn("LD_PRELOAD=", preload)
        self.assertNotIn("LD_LIBRARY_PATH=", preload)
        library_path = self.run_heddle("run", "--dry-run", "--library-path", "true").stdout
        self.assertNotIn("LD_PRELOAD=", library_path)
        self.assertIn("LD_LIBRARY_PATH=", library_path)
        self.assertEqual(self.run_heddle("run", "--preload", "--library-path", "true").returncode, 2)

    def test_the_program_gets_its_own_options_and_its_status_comes_back(self):
        program = self.compiled("app", OPENMP_PROGRAM, "-fopenmp")
        done = self.run_heddle("run", "-n", "3", program, "-n", "5", "--help", "--", "x")
        self.assertEqual(done.stdout, "threads 3 -n 5 --help -- x\n")
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 7)

    def test_two_dashes_end_the_options(self):
        script = self.write("echo.sh", "#!/bin/sh\necho $*\n")
        done = self.run_heddle("run", "-n", "4", "--", script, "--threads", "--", "x")
        self.assertEqual(done.stdout, "--threads -- x\n", done.stderr)

    def test_a_script_is_run_with_our_library_in_its_environment(self):
        script = self.write("show.sh", "#!/bin/sh\necho $LD_PRELOAD\n")
        done = self.run_heddle("run", script)
        self.assertEqual(done.stdout, self.library + "\n")
        self.assertEqual(done.stderr, "")

    def test_a_signal_that_ends_the_program_is_seen_by_the_caller(self):
        script = self.write("kill.sh", "#!/bin/sh\nkill -TERM $$\n")
        self.assertEqual(self.run_heddle("run", script).returncode, -15)

    def test_wrong_values_name_the_option_and_what_is_allowed(self):
        for option, value in (("--threads", "many"), ("--scheduler", "fifo"), ("--bind", "tight"), ("--window", "0")):
            refused = self.run_heddle("run", option, value, "true")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f"{option} does not take '{value}': allowed is", refused.stderr)

    def test_ranks_are_started_by_the_launcher_that_is_there_or_asked_for(self):
        folder = os.path.dirname(self.write("mpirun.mpich", "#!/bin/sh\necho started \"$@\"\n"))
        path = {"PATH": f"{folder}:/usr/bin:/bin", "HEDDLE_MPI": "mpich"}
        done = self.run_heddle("run", "--ranks", "3", "-n", "2", "true", "--its", **path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith("started -n 3 env LD_PRELOAD="), done.stdout)
        self.assertTrue(done.stdout.endswith(" OMP_NUM_THREADS=2 true --its\n"), done.stdout)
        for words, more, said in (
            (("--ranks", "0"), path, "--ranks does not take '0'; give a number of 1 or more"),
            (("--ranks", "2"), {**path, "HEDDLE_MPI": "lam"}, "HEDDLE_MPI='lam' is no launcher that is known"),
            (("--ranks", "2", "--trace", "a.json"), path, "--ranks records no trace yet"),
        ):
            refused = self.run_heddle("run", *words, "true", **more)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(said, refused.stderr)

    def test_a_window_is_said_alike_wherever_a_program_is_run_or_simulated(self):
        for value in ("unlimited", "100"):
            simulated = self.run_heddle("simulate", "no.json", "--window", value)
            self.assertIn("no.json", simulated.stderr)
            self.assertNotIn("window", simulated.stderr)
            self.assertEqual(self.run_heddle("run", "--window", value, "true").returncode, 0)
        for value in ("0", "unlimted"):
            self.assertEqual(self.run_heddle("simulate", "no.json", "--window", value).returncode, 2)

    def test_a_wrong_policy_is_answered_with_the_nearest(self):
        for option, value, meant in (("--scheduler", "stael", "steal"), ("--dependence", "lockd", "locked"), ("--loop", "idsw", "idws")):
            for command in (("run", option, value, "true"), ("simulate", "no.json", option, value)):
                refused = self.run_heddle(*command)
                self.assertEqual(refused.returncode, 2, refused.stderr)
                self.assertIn(f"(did you mean {meant}?)", refused.stderr)

    def test_help_lists_the_policies_with_their_sentences(self):
        for command in ("run", "simulate"):
            text = self.run_heddle(command, "--help").stdout
            self.assertRegex(text, r"which\s+worker\s+gets\s+a\s+ready\s+task:\s+steal,\s+dbf")
            self.assertRegex(text, r"(?m)^  --scheduler +steal +a deque per worker")
            self.assertRegex(text, r"(?m)^  --loop +static +one block each")

    def test_unknown_options_and_no_program_are_usage_errors(self):
        unknown = self.run_heddle("run", "--thread", "4", "true")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("--thread", unknown.stderr)
        self.assertEqual(self.run_heddle("run").returncode, 2)
        self.assertEqual(self.run_heddle("run", "--").returncode, 2)

    def test_a_program_that_is_not_there_or_not_executable_is_told_as_a_shell_does(self):
        absent = self.run_heddle("run", "no-such-program")
        self.assertEqual(absent.returncode, 127)
        self.assertIn("'no-such-program' is not found", absent.stderr)
        plain = self.run_heddle("run", self.write("plain.txt", "text", mode=0o644))
        self.assertEqual(plain.returncode, 126)
        self.assertIn("may not be executed", plain.stderr)

    def test_a_static_program_is_refused_with_the_reason(self):
        program = self.compiled("static", OPENMP_PROGRAM, "-fopenmp", "-static")
        refused = self.run_heddle("run", program)
        self.assertEqual(refused.returncode, 126)
        self.assertIn("statically linked", refused.stderr)
        self.assertEqual(refused.stdout, "")

    def test_a_program_without_openmp_runs_with_a_note(self):
        program = self.compiled("plain", "int main(void) { return 3; }")
        done = self.run_heddle("run", program)
        self.assertEqual(done.returncode, 3)
        self.assertIn("loads neither libgomp nor libomp", done.stderr)

    def test_an_ocr_program_gets_its_library_and_no_note(self):
        folder = os.path.join(os.path.dirname(os.path.dirname(self.library)), "ocr/lib")
        library = self.compiled("libocr_x86.so", "int ocr(void) { return 0; }", "-shared", "-fPIC", "-Wl,-soname,libocr_x86.so")
        program = self.compiled("ocr", "int ocr(void);\nint main(void) { return ocr() + 4; }", f"-L{self.prefix}", "-locr_x86")
        missing = self.run_heddle("run", program)
        self.assertEqual(missing.returncode, 126)
        self.assertIn("is an OCR program", missing.stderr)
        os.makedirs(folder)
        shutil.move(library, folder)
        done = self.run_heddle("run", program)
        self.assertEqual((done.returncode, done.stderr), (4, ""))
        self.assertIn(os.path.dirname(folder), self.run_heddle("info").stdout)
        self.assertIn('"ocr": "' + os.path.dirname(folder), self.run_heddle("info", "--json").stdout)
        shutil.rmtree(os.path.dirname(folder))

    def test_libgomp_behind_another_library_is_found(self):
        work = "int work(void) { int n = 0;\n#pragma omp parallel reduction(+:n)\nn += 1;\nreturn n; }"
        library = self.compiled("libwork.so", work, "-fopenmp", "-shared", "-fPIC")
        program = self.compiled(
            "indirect", "int work(void);\nint main(void) { return work() > 0 ? 0 : 1; }", "-Wl,--no-as-needed",
            library, "-Wl,-rpath," + self.prefix, "-Wl,-rpath-link," + self.prefix,
        )  # fmt: skip
        done = self.run_heddle("run", program)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_an_incomplete_installation_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as other:
            os.makedirs(other + "/bin")
            shutil.copy(COMMAND, other + "/bin/heddle")
            done = subprocess.run([other + "/bin/heddle", "run", "true"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 126)
            self.assertIn("lib/heddle/gomp/libgomp.so.1 is missing", done.stderr)


class Asking(Prefix):
    def info(self, **variables):
        done = self.run_heddle("info", "--json", **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def setting(self, name, **variables):
        return next(row for row in self.info(**variables)["settings"] if row["name"] == name)


class Info(Asking):
    def test_settings_say_where_they_come_from(self):
        self.assertEqual(self.setting("OMP_NUM_THREADS", OMP_NUM_THREADS="3,2")["value"], "3,2")
        self.assertEqual(self.setting("OMP_NUM_THREADS", OMP_NUM_THREADS="3")["origin"], "OMP_NUM_THREADS")
        self.assertEqual(self.setting("OMP_MAX_ACTIVE_LEVELS", OMP_NESTED="true")["origin"], "OMP_NESTED")
        self.assertEqual(self.setting("OMP_DYNAMIC")["origin"], "default")

    def test_malformed_variables_are_warned_about(self):
        info = self.info(OMP_NUM_THREADS='"x\\')
        self.assertEqual(len(info["warnings"]), 1)
        self.assertIn("OMP_NUM_THREADS", info["warnings"][0])

    def test_the_library_that_would_take_over_is_shown_and_looked_at(self):
        row = self.setting("HEDDLE_REAL_LIBGOMP", HEDDLE_REAL_LIBGOMP="/nowhere")
        self.assertEqual((row["value"], row["origin"]), ("/nowhere", "HEDDLE_REAL_LIBGOMP"))
        warnings = self.info(HEDDLE_REAL_LIBGOMP="/nowhere")["warnings"]
        self.assertEqual(len(warnings), 1)
        self.assertIn("HEDDLE_REAL_LIBGOMP='/nowhere' is no library", warnings[0])
        if system_libgomp():
            self.assertEqual(self.info(HEDDLE_REAL_LIBGOMP=system_libgomp())["warnings"], [])

    def test_limits_are_this_process_s(self):
        limits = self.info()["limits"]
        self.assertEqual(limits["cpus"], len(os.sched_getaffinity(0)))
        self.assertLessEqual(limits["default_threads"], limits["cpus"])

    def test_a_library_covers_itself_completely(self):
        if not system_libgomp():
            self.skipTest("libgomp is not installed")
        library = self.info()["library"]
        self.assertEqual(library["path"], self.library)
        self.assertEqual(library["missing"], [])
        self.assertEqual(library["covered"], library["expected"])
        self.assertGreater(library["expected"], 200)

    def test_a_library_of_something_else_covers_nothing(self):
        if not system_libgomp():
            self.skipTest("libgomp is not installed")
        kept = self.library + ".kept"
        os.rename(self.library, kept)
        try:
            shutil.copy(COMMAND, self.library)
            library = self.info()["library"]
            self.assertIn("GOMP_parallel@GOMP_4.0", library["missing"])
            self.assertEqual(library["covered"], 0)
        finally:
            os.replace(kept, self.library)

    def test_text_has_every_section(self):
        text = self.run_heddle("info").stdout
        for section in ("machine", "limits", "memory", "library", "settings"):
            self.assertIn("\n" + section + "\n", text)

    def test_damaged_libraries_are_no_crash(self):
        with open(system_libgomp() or COMMAND, "rb") as file:
            whole = file.read()
        for length in (0, 10, 64, 1000, len(whole) // 2, len(whole) - 1000):
            kept = self.library + ".kept"
            os.rename(self.library, kept)
            try:
                with open(self.library, "wb") as file:
                    file.write(whole[:length])
                self.info()
            finally:
                os.replace(kept, self.library)


REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def repository_file(path):
    with open(os.path.join(REPOSITORY, path), encoding="utf-8") as file:
        return file.read()


class Documents(Asking):
    def test_every_setting_is_in_the_reference(self):
        reference = repository_file("docs/environment.md")
        for setting in self.info()["settings"]:
            self.assertIn("| " + setting["name"] + " |", reference)

    def test_every_option_is_in_the_manual(self):
        for command in ("run", "info"):
            manual = repository_file(f"docs/man/heddle-{command}.1").replace(" ", "")
            options = re.findall(r"^ +(?:-\w,)?--([a-z-]+)", self.run_heddle(command, "--help").stdout, re.MULTILINE)
            self.assertGreater(len(options), 1)
            for option in set(options) - {"help"}:
                self.assertIn("-" + option, manual)


class Help(Prefix):
    def test_every_level_has_help_with_examples(self):
        for words in (["--help"], ["run", "--help"], ["info", "--help"]):
            shown = self.run_heddle(*words)
            self.assertEqual(shown.returncode, 0)
            self.assertIn("examples:", shown.stdout)
            self.assertIn("Usage: heddle", shown.stdout)

    def test_version_is_one_line(self):
        shown = self.run_heddle("--version")
        self.assertEqual(shown.returncode, 0)
        self.assertRegex(shown.stdout, r"^heddle \d+\.\d+\.\d+\n$")

    def test_no_command_and_unknown_commands_are_usage_errors(self):
        self.assertEqual(self.run_heddle().returncode, 2)
        weave = self.run_heddle("weave", "--tight")
        self.assertEqual(weave.returncode, 2)
        self.assertIn("unknown command 'weave'", weave.stderr)
        self.assertIn("run, report, info, trace, graph, simulate", weave.stderr)
        self.assertIn("heddle run weave", weave.stderr)
        loose = self.run_heddle("--loose")
        self.assertEqual(loose.returncode, 2)
        self.assertIn("unknown option '--loose'", loose.stderr)


class CalibrateOnABusyHost(unittest.TestCase):
    def setUp(self):
        if len(os.sched_getaffinity(0)) < 2 or not cpus_are_told():
            self.skipTest("needs two cpus, and /proc/stat that shows them")
        self.hogs = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in os.sched_getaffinity(0)]
        self.addCleanup(lambda: [(hog.kill(), hog.wait()) for hog in self.hogs])

    def test_nothing_is_written_and_the_reason_is_told_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "mine.toml")
            done = subprocess.run([COMMAND, "calibrate", "-o", file], capture_output=True, text=True, timeout=60)
            if "unknown command" in done.stderr:
                self.skipTest("this build has no simulator")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, r"nothing is written: others have \d+ % of the cpus")
            self.assertIn("--anyway", done.stderr)
            self.assertFalse(os.path.exists(file))


if __name__ == "__main__":
    unittest.main()
