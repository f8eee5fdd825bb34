"""The tool itself: what it takes for a mutant and what it leaves alone; and a tiny room whose survivors are known."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import judge  # noqa: E402
import mutate  # noqa: E402
import report  # noqa: E402
from sites import find_sites, mutated  # noqa: E402


def sites_of(code):
    sites = find_sites(f"void f() {{\n  {code}\n}}\n")
    number = 1
    for site in sites:
        for mutant in site.mutants:
            mutant.number = number
            number += 1
    return sites


def changed(code):
    text, _ = mutated(f"void f() {{\n  {code}\n}}\n", sites_of(code))
    return text.split("\n")[1].strip().replace("heddle_mutate::", "")


def kinds(code):
    return sorted(mutant.kind for site in sites_of(code) for mutant in site.mutants)


class Sites(unittest.TestCase):
    def test_a_comparison_keeps_its_precedence_and_has_two_mutants(self):
        self.assertEqual(changed("const bool x = a + b < c;"), "const bool x = a + Plus<1>{} + b < Less<2>{} < c;")
        self.assertEqual(kinds("const bool x = a < c;"), ["operator", "operator"])

    def test_angle_brackets_stars_and_references_are_no_operators(self):
        for code in ("std::vector<int> x;", "T* p = q;", "T& r = *p;", "auto&& v = w;", "Map<A, B<C>> m{};", "f(-x);"):
            self.assertNotIn("operator", kinds(code), code)

    def test_operands_of_a_chain_are_left_out_one_by_one(self):
        self.assertEqual(changed("const bool x = a && b(c, d) && !e;"),
                         "const bool x = (on(1) || (a)) && (on(2) || (b(c, d))) && (on(3) || (!e));")
        self.assertEqual(changed("const bool x = a || b && c;"),
                         "const bool x = (!on(1) && (a)) || (!on(3) && ((on(2) || (b)) && (on(4) || (c))));")

    def test_a_condition_is_negated_unless_a_comparison_in_it_is(self):
        self.assertIn("if (flip<1>(static_cast<bool>(ready()))) ", changed("if (ready()) go();"))
        self.assertEqual(kinds("if (a == b) x = y;"), ["operator", "statement"])
        self.assertIn("if (auto x = f(); flip<1>(static_cast<bool>(x.ok()))) ", changed("if (auto x = f(); x.ok()) go();"))
        self.assertEqual(kinds("if (T* p = f()) return;"), ["statement"])

    def test_a_deleted_statement_takes_no_else_with_it(self):
        self.assertEqual(changed("if (T* p = f()) a(); else b();"),
                         "if (T* p = f()) if (on(1)) ; else a(); else if (on(2)) ; else b();")

    def test_declarations_are_not_deleted(self):
        for code in ("T x;", "T x(1 );", "std::size_t n = m;", "const auto y = z;", "T<A> v{};", "T& r = s;", "using A = B;",
                     "static int n;", "unsigned n;"):
            self.assertNotIn("statement", kinds(code), code)
        for code in ("f();", "a.b->c(d);", "x = y;", "++x;", "*p = q;", "A<B>::c();", "x[i] += 1;", "break;", "delete p;"):
            self.assertIn("statement", kinds(code), code)

    def test_every_number_that_the_text_asks_for_belongs_to_one_mutant(self):
        two = {"constant", "Less", "LessEqual", "Greater", "GreaterEqual"}
        text = "a = 0; b = 7; if (c < 0) d = e - 1; f(g == 0 ? 1 : 0, h >= 2, true); while (x && y) z += 0u; return p + 3;"
        sites, asked = sites_of(text), []
        for name, number in re.findall(r"(\w+)<(\d+)>", changed(text)):
            asked += [int(number)] + ([int(number) + 1] if name in two and number not in self.truth_values(sites) else [])
        asked += [int(number) for number in re.findall(r"on\((\d+)\)", changed(text))]
        self.assertEqual(sorted(asked), [mutant.number for site in sites for mutant in site.mutants])

    @staticmethod
    def truth_values(sites):
        return {str(site.mutants[0].number) for site in sites if site.mutants[0].after in ("true", "false")}

    def test_constants_orders_minima_and_returned_values(self):
        self.assertEqual(changed("T x = 7;"), "T x = constant<1>(7);")
        self.assertEqual(changed("T x = 0;"), "T x = zero<1>(0);")
        self.assertEqual(changed("T x = y(std::memory_order_release);"), "T x = y(order<1>(std::memory_order_release));")
        self.assertEqual(changed("T x = y(std::memory_order_relaxed);"), "T x = y(std::memory_order_relaxed);")
        self.assertEqual(changed("T x = std::min<T>(a, b);"), "T x = Least<1>::of<T>(a, b);")
        self.assertEqual(changed("return x;"), "return returned<1>(x);")

    def test_checks_probes_costs_and_constant_expressions_are_left_alone(self):
        for code in ('HEDDLE_CHECK(a == b, "a < b");', "probe::task(a, b + 1);", "P::charge(cost, 2);", "static_assert(a == 4);",
                     "constexpr int k = 3 + 4;", "T x = sizeof(y + 1);", "T x[3 + 4];", "if constexpr (a < b) { }", "// a < b",
                     'T x = "a < b";', "[[assume(a < b)]];"):
            self.assertEqual(kinds(code), [], code)

    def test_classes_and_namespaces_are_looked_into_but_not_their_declarations(self):
        sites = find_sites("namespace n {\nint a = 1 + 2;\nstruct S : B {\n  S() : x_{1 + 2} { go(); }\n  int x_ = 3;\n"
                           "  virtual int f() const = 0;\n  int g() const noexcept { return x_ + 1; }\n};\n}\n")
        self.assertEqual([(m.line, m.kind) for site in sites for m in site.mutants],
                         [(4, "statement"), (7, "return"), (7, "operator"), (7, "constant"), (7, "constant")])

    def test_lines_stay_where_they_are(self):
        text = open(os.path.join(HERE, "mutant.hpp"), encoding="utf-8").read() + "void f() {\n  x = a <\n      b;\n}\n"
        out, _ = mutated(text, find_sites(text))
        self.assertEqual(out.count("\n"), text.count("\n"))


class Report(unittest.TestCase):
    def test_a_row_of_equivalent_toml_names_a_line_and_may_name_a_kind_and_a_change(self):
        (site,) = [site for site in sites_of("x += 2;") if site.mutants[0].kind == "statement"]
        mutant = site.mutants[0]
        mutant.path = "src/a.hpp"
        row = {"file": "src/a.hpp", "line": "x += 2", "reason": "because"}
        self.assertEqual(report.equivalent([row], mutant, "  x += 2;"), "because")
        self.assertEqual(report.equivalent([row], mutant, "  x += 3;"), "")
        self.assertEqual(report.equivalent([{**row, "kind": "operator"}], mutant, "  x += 2;"), "")
        self.assertEqual(report.equivalent([{**row, "change": "deleted"}], mutant, "  x += 2;"), "because")

    def test_every_row_of_equivalent_toml_still_names_a_line(self):
        for row in report.read_equivalent():
            with open(os.path.join(mutate.ROOT, row["file"]), encoding="utf-8") as file:
                self.assertIn(row["line"], file.read(), row["file"])
            self.assertGreater(len(row["reason"]), 10)

    def test_what_no_test_reaches_is_not_killed(self):
        count = report.Count()
        for verdict in ("killed", "late", "survived", "unreached"):
            count.add(verdict)
        self.assertEqual((count.tried, count.killed, count.late, count.survived, count.unreached), (4, 2, 1, 1, 1))

    def test_of_a_sample_the_report_says_how_far_the_whole_may_be_off(self):
        self.assertEqual(report.interval(85, 100), (77, 91))
        self.assertEqual(report.interval(10, 10), (72, 100))
        self.assertEqual(report.interval(0, 10), (0, 28))
        count = report.Count()
        for verdict in ("killed", "survived"):
            count.add(verdict)
        count.all = 2
        self.assertEqual(report.Report.of_all(count), "", "nothing is left out")
        count.all = 3
        self.assertEqual(report.Report.of_all(count), "; of all: 9 to 91 %, with 95 %")


class Run(unittest.TestCase):
    def test_a_program_that_does_not_end_is_late(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(judge.run(["sleep", "60"], {}, 0.3, folder)[0], "late")
            self.assertEqual(judge.run(["true"], {}, 5, folder)[0], "passed")
            self.assertEqual(judge.run(["false"], {}, 5, folder)[0], "failed")


TINY = """#pragma once
#include <cstdlib>
namespace tiny {
inline int clamped(int value, int most) {
  if (value < 0) return 0;
  return value > most ? most : value;
}
inline int nobody_calls(int a) { return a + 1; }
inline void* volatile kept = nullptr;
inline void leaks(std::size_t bytes) {
  kept = std::malloc(bytes);
  std::free(kept);
  kept = nullptr;
}
template <class T>
bool spins(T until) {
  T at{};
  while (at != until) ++at;
  return true;
}
}
"""

TINY_TEST = """#include <gtest/gtest.h>
#include "tiny/tiny.hpp"
TEST(Tiny, clamps) { EXPECT_EQ(tiny::clamped(-2, 9), 0); EXPECT_EQ(tiny::clamped(12, 9), 9); EXPECT_EQ(tiny::clamped(5, 9), 5); }
TEST(Tiny, leaks) { tiny::leaks(64); }
TEST(Tiny, spins) { EXPECT_TRUE(tiny::spins(3ul)); }
"""

OTHER_TEST = """#include <gtest/gtest.h>
#include "tiny/tiny.hpp"
TEST(Other, calls) { EXPECT_EQ(tiny::nobody_calls(1), 2); }
"""

TINY_BUILD = """cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(GTest REQUIRED)
foreach(name tiny_test both_test)
  add_executable(${name} tests/tiny_test.cpp)
  target_include_directories(${name} PRIVATE src)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
endforeach()
target_sources(both_test PRIVATE tests/other_test.cpp)
"""


@unittest.skipUnless(shutil.which("clang++-19") and shutil.which("cmake") and shutil.which("ninja"), "needs clang++-19, cmake, ninja")
class TinyRoom(unittest.TestCase):
    """Built, judged and reported as a room of the repository is."""

    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="tiny-")
        for path, text in (("src/tiny/tiny.hpp", TINY), ("tests/tiny_test.cpp", TINY_TEST),
                           ("tests/other_test.cpp", OTHER_TEST), ("CMakeLists.txt", TINY_BUILD)):
            os.makedirs(os.path.dirname(os.path.join(cls.root, path)), exist_ok=True)
            with open(os.path.join(cls.root, path), "w", encoding="utf-8") as file:
                file.write(text)
        build = os.path.join(cls.root, "build/release")
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", cls.root, "-B", build], capture_output=True, text=True)
        if done.returncode != 0:
            raise unittest.SkipTest("GoogleTest is missing")
        cls.out = io.StringIO()
        with contextlib.redirect_stdout(cls.out):
            cls.code = mutate.main(["tiny", "--root", cls.root, "--programs", "tiny_test", "--patience", "2", "--least", "99"])
        cls.out = cls.out.getvalue()
        with open(os.path.join(cls.root, "build/mutate/tiny/report.json"), encoding="utf-8") as file:
            cls.found = json.load(file)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def test_chosen_tests_alone_are_compiled_and_judge(self):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            mutate.main(["tiny", "--root", self.root, "--programs", "both_test", "--tests", "other_test.cpp", "--patience", "2"])
        with open(os.path.join(self.root, "build/mutate/tiny/report.json"), encoding="utf-8") as file:
            found = json.load(file)["results"]
        self.assertEqual({entry["line"] for entry in found if entry["verdict"] == "killed"}, {8}, out.getvalue())
        self.assertEqual({entry["verdict"] for entry in found if entry["line"] != 8}, {"unreached"}, out.getvalue())
        self.assertFalse(os.path.exists(os.path.join(self.root, "build/release/both_test")), "nothing else is built")

    def of(self, verdict):
        return [(entry["line"], entry["kind"], entry["after"]) for entry in self.found["results"] if entry["verdict"] == verdict]

    def test_survivors_are_those_that_nobody_tested(self):
        survived = sorted((line, kind) for line, kind, _ in self.of("survived"))
        # clamped(0, 9) and clamped(1, 9); clamped(9, 9) is the same for either; what a loop's end does not show
        self.assertEqual(survived, [(5, "constant"), (5, "operator"), (6, "operator"), (11, "statement"), (13, "statement"), (18, "operator")], self.out)

    def test_what_no_test_comes_past_is_told_apart(self):
        self.assertEqual({line for line, _, _ in self.of("unreached")}, {8}, self.out)

    def test_a_mutant_that_never_ends_is_killed_by_the_clock(self):
        self.assertIn((18, "statement", "(deleted)"), self.of("late"), self.out)

    def test_memory_that_is_not_freed_is_noticed(self):
        self.assertIn((12, "statement", "(deleted)"), self.of("killed"), self.out)

    def test_the_report_names_lines_and_the_score_says_of_how_many(self):
        self.assertIn("src/tiny/tiny.hpp:5: [operator] if (value < 0) return 0; -> if (value <= 0) return 0;", self.out)
        killed = len(self.of("killed")) + len(self.of("late"))
        self.assertIn(f"{killed} of {len(self.found['results'])} tried, of {self.found['mutants']} mutants", self.out)

    def test_a_score_below_the_least_ends_with_1(self):
        self.assertEqual(self.code, 1, self.out)


if __name__ == "__main__":
    unittest.main()
