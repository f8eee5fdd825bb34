"""`heddle report` from end to end: programs of plain gcc, whose reports are read as a browser would, and looked at in one
where Chromium is. HEDDLE_COMMAND names the command under test."""

import html.parser
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("HEDDLE_COMMAND", "build/release/bin/heddle")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("HEDDLE_", "OMP_"))}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# 40 short ones, each with a successor that takes much longer, all of one chain.
CHAIN = r"""
#include <time.h>
static void spin(long ns) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec - begin.tv_nsec < ns);
}
int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int step = 0; step < 40; ++step) {
#pragma omp task depend(inout : x)
    spin(20000);
#pragma omp task depend(inout : x)
    spin(400000);
  }
  return 5;
}
"""
CHAIN_LINES = (14, 16)

LOOP = r"""
int main(void) {
  static volatile double sum[64];
#pragma omp parallel for schedule(dynamic, 1) num_threads(2)
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 400000; ++k) sum[i] += k;
  return 0;
}
"""

NOTHING = "int main(void) { return 3; }"

VOID = {"meta", "br", "link", "rect", "line", "path"}


class Page(html.parser.HTMLParser):
    """The page's tables, texts and headings; fails on tags that do not close."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.items, self.headings, self.titles = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "li":
            self.items.append("")
        if tag == "h2":
            self.headings.append("")
        for name, value in attributes:
            if name in ("src", "href"):
                raise AssertionError(f"the page wants {value}")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
        if "li" in self.open:
            self.items[-1] += data
        if "h2" in self.open:
            self.headings[-1] += data


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.command = os.path.abspath(COMMAND)
        for name, source in {"chain": CHAIN, "loop": LOOP, "nothing": NOTHING}.items():
            with open(f"{cls.folder}/{name}.c", "w", encoding="utf-8") as file:
                file.write(source)
            subprocess.run(["gcc", "-g", "-O1", "-fopenmp", f"{name}.c", "-o", name], cwd=cls.folder, check=True)

    def run_heddle(self, *words):
        return subprocess.run([self.command, *words], env=ENVIRONMENT, cwd=self.folder, capture_output=True, text=True, timeout=120)

    def report(self, *words):
        return self.run_heddle("report", *words)

    def page(self, name):
        with open(f"{self.folder}/{name}", encoding="utf-8") as file:
            return Page(file.read())

    def row(self, page, begin):
        found = [row for row in page.rows if row[0].startswith(begin)]
        self.assertTrue(found, f"no row of {begin} in {page.rows}")
        return found

    def test_a_chain_is_called_one(self):
        result = self.report("./chain")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("open 'chain-report.html' in a browser", result.stderr)
        page = self.page("chain-report.html")
        words = " ".join(page.items)
        self.assertIn("80 tasks with 79 dependences, in 1 parallel region", words)
        # On a busy host its workers may lose more than the path takes: then it is said behind that.
        self.assertRegex(words, r"What keeps it from being faster is its critical path|could at best be \d\.\d times as fast")
        self.assertRegex(words, rf"Split or shorten main, chain\.c:{CHAIN_LINES[1]}")
        self.assertIn("More cores would not help", words)
        # The hottest first: the long ones, which are nearly all of the path, too.
        kinds = [row for row in page.rows if len(row) == 8 and row[0].startswith("main, chain.c")]
        self.assertEqual([kind[0] for kind in kinds], [f"main, chain.c:{line}" for line in reversed(CHAIN_LINES)])
        self.assertEqual([kind[1] for kind in kinds], ["40", "40"])
        on_path = [row for row in self.row(page, f"main, chain.c:{CHAIN_LINES[1]}") if len(row) == 3]
        self.assertGreaterEqual(int(on_path[0][2].split()[0]), 80)
        self.assertIn("The graph in small", page.headings)

    def test_parts_of_the_time_are_all_of_it(self):
        self.report("-o", "parts.html", "-n", "2", "./chain")
        with open(f"{self.folder}/parts.html", encoding="utf-8") as file:
            text = file.read()
        bars = re.findall(r'<div class="bar">(.*?)</div>', text)
        self.assertEqual(len(bars), 3)  # all, and two workers
        for bar in bars:
            self.assertAlmostEqual(sum(float(width) for width in re.findall(r"width:([\d.]+)%", bar)), 100, delta=0.1)

    def test_of_a_loop(self):
        self.assertEqual(self.report("./loop").returncode, 0)
        page = self.page("loop-report.html")
        self.assertIn("1 recorded loop", " ".join(page.items))
        self.assertNotIn("The graph in small", page.headings)

    def test_two_threads_on_one_cpu_are_told_that_the_host_is_busy(self):
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(before)})
        try:
            result = self.run_heddle("run", "--trace", "busy.html", "--graph", "busy.json", "./loop")
        finally:
            os.sched_setaffinity(0, before)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("The host was busy", " ".join(self.page("busy.html").items))
        with open(f"{self.folder}/busy.json", encoding="utf-8") as file:
            recorded = json.load(file)
        # Two threads that compute want two cpus, and have one between them: each waits about half of the time.
        self.assertGreater(recorded["waited_for_cpu_ns"], 0.05 * recorded["workers"] * recorded["duration_ns"])
        self.assertLess(recorded["waited_for_cpu_ns"], recorded["workers"] * recorded["duration_ns"])
        simulated = self.run_heddle("simulate", "busy.json", "--quick")
        self.assertIn("In doubt: while it was recorded, its threads waited", simulated.stdout)

    def test_of_a_raw_trace_and_as_a_form_of_trace(self):
        result = self.run_heddle("run", "--trace", "kept.raw", "--trace", "form.html", "./chain")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertEqual(self.report("kept.raw").returncode, 0)
        self.assertEqual(self.page("kept-report.html").headings, self.page("form.html").headings)
        self.assertFalse([name for name in os.listdir(self.folder) if ".graph-" in name])

    def test_a_program_without_openmp_says_so_and_leaves_no_page(self):
        result = self.report("./nothing")
        self.assertEqual(result.returncode, 3)
        self.assertIn("nothing was recorded", result.stderr)
        self.assertNotIn("browser", result.stderr)
        self.assertFalse(os.path.exists(f"{self.folder}/nothing-report.html"))

    def test_what_it_refuses(self):
        for words, says in [((), "no program is named"), (("-o", "page.txt", "./chain"), "let it end in .html"),
                            (("-o", "missing/page.html", "./chain"), "mkdir -p"), (("./not_there",), "not_there")]:
            result = self.report(*words)
            self.assertNotEqual(result.returncode, 0, words)
            self.assertIn(says, result.stderr)

    def test_names_cannot_leave_their_place(self):
        name = "<b>&amp;\"'.exe"
        shutil.copy(f"{self.folder}/chain", f"{self.folder}/{name}")
        self.report("-o", "name.html", f"./{name}", "</code><script>")
        page = self.page("name.html")  # would find a tag too many
        self.assertTrue(page.headings)

    @unittest.skipIf(BROWSER is None, "no Chromium here")
    def test_a_browser_shows_all_of_it(self):
        self.report("-o", "seen.html", "./chain")
        measure = """<script>
const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1);
const cut = [...document.querySelectorAll('td, th, li, p, h1, h2')].filter(e => e.scrollWidth > e.clientWidth + 1);
const out = [...document.querySelectorAll('svg')].flatMap(svg => [...svg.querySelectorAll('text')].filter(t => {
  const a = t.getBoundingClientRect(), b = svg.getBoundingClientRect();
  return a.right > b.right + 1 || a.left < b.left - 1 || a.bottom > b.bottom + 1 || a.top < b.top - 1; }));
const bars = [...document.querySelectorAll('.bar')].filter(e => e.getBoundingClientRect().width < 50);
document.title = 'measured ' + [wide, cut, out, bars].map(list => list.length).join(' ') + ' of '
  + document.querySelectorAll('svg text').length + ' ' + [...wide, ...cut, ...out].map(e => e.outerHTML).join('').slice(0, 400);
</script></body>"""
        with open(f"{self.folder}/seen.html", encoding="utf-8") as file:
            text = file.read()
        with open(f"{self.folder}/measured.html", "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", measure))
        for width in (1100, 700):
            seen = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},2000",
                                   "--dump-dom", f"file://{self.folder}/measured.html"], capture_output=True, text=True, timeout=120)
            found = re.search(r"<title>measured (\d+) (\d+) (\d+) (\d+) of (\d+) (.*)</title>", seen.stdout, re.S)
            self.assertIsNotNone(found, seen.stderr[-2000:])
            self.assertEqual(found.groups()[:4], ("0", "0", "0", "0"), f"at {width}: {found.group(6)}")
            self.assertGreater(int(found.group(5)), 10)  # texts in the drawings: they are there


if __name__ == "__main__":
    unittest.main()
