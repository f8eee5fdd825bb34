"""Each check finds the offence it is there for, and lets the same repository pass without it."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/check"))
sys.dont_write_bytecode = True

import banned, claims, cycles, floors, layout, lonely, names, orders, paths, picture, readmes, sizes, todos, trust, words  # noqa: E401,E402
from drawing import draw  # noqa: E402
from repository import Repository  # noqa: E402

FLOORS = """
[[floor]]
level = 0
about = "ground"
rooms = ["base"]
[[floor]]
level = 2
about = "words"
rooms = ["sync", "probe"]
[[floor]]
level = 5
about = "policies"
rooms = ["schedule/*"]
[rooms]
engine = ["sync", "schedule/*"]
"""


class Seeded(unittest.TestCase):
    """A small repository in a folder of its own; `seed` writes a file into it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.seed("floors.toml", FLOORS)

    def seed(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def offences(self, checker):
        repository = Repository(self.root)
        return repository.not_allowed(checker.NAME, list(checker.check(repository)))

    def assert_found(self, checker, path, line=None):
        found = self.offences(checker)
        self.assertEqual([offence.path for offence in found], [path], found)
        if line is not None:
            self.assertEqual(found[0].line, line)

    def assert_clean(self, checker):
        self.assertEqual(self.offences(checker), [])


class Floors(Seeded):
    def test_an_include_of_a_lower_floor_passes(self):
        self.seed("src/sync/deque.hpp", '#include "base/bits.hpp"\n#include "sync/ring.hpp"\n#include <vector>\n')
        self.assert_clean(floors)

    def test_an_include_of_a_higher_floor_is_found_with_its_line(self):
        self.seed("src/base/bits.hpp", '#pragma once\n#include "sync/deque.hpp"\n')
        self.assert_found(floors, "src/base/bits.hpp", 2)

    def test_rooms_of_one_floor_do_not_see_each_other(self):
        self.seed("src/sync/deque.hpp", '#include "probe/probe.hpp"\n')
        self.assert_found(floors, "src/sync/deque.hpp", 1)

    def test_two_policies_do_not_see_each_other(self):
        self.seed("src/schedule/steal/steal.hpp", '#include "schedule/dbf/dbf.hpp"\n')
        self.assert_found(floors, "src/schedule/steal/steal.hpp", 1)

    def test_a_folder_that_is_no_room_is_found(self):
        self.seed("src/attic/old.hpp", "#pragma once\n")
        self.assert_found(floors, "src/attic/old.hpp")

    def test_an_include_in_a_comment_is_no_include(self):
        self.seed("src/base/bits.hpp", '// #include "sync/deque.hpp"\n')
        self.assert_clean(floors)


class Cycles(Seeded):
    def seed_ring(self, names):
        for name, following in zip(names, [*names[1:], names[0]]):
            self.seed(f"src/sync/{name}.hpp", "#pragma once\n")
            self.seed(f"src/sync/{name}.cpp", f'#include "sync/{name}.hpp"\n#include "sync/{following}.hpp"\n')

    def test_three_units_in_a_circle_pass(self):
        self.seed_ring(["bell", "gate", "ring"])
        self.assert_clean(cycles)

    def test_four_are_found_by_the_first(self):
        self.seed_ring(["bell", "gate", "ring", "word"])
        found = self.offences(cycles)
        self.assertEqual(len(found), 1)
        self.assertIn("src/sync/bell.", found[0].path)
        self.assertIn("bell, gate, ring, word", found[0].sentence)

    def test_a_chain_is_no_circle(self):
        for name, following in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")):
            self.seed(f"src/sync/{name}.hpp", f'#pragma once\n#include "sync/{following}.hpp"\n')
        self.seed("src/sync/e.hpp", "#pragma once\n")
        self.assert_clean(cycles)

    def test_the_same_names_in_two_rooms_are_no_circle(self):
        self.seed("src/sync/a.hpp", '#pragma once\n#include "base/a.hpp"\n')
        self.seed("src/base/a.hpp", "#pragma once\n")
        self.assert_clean(cycles)


class Lonely(Seeded):
    def test_a_header_that_needs_another_one_first_is_found(self):
        self.seed("src/base/count.hpp", "#pragma once\ninline std::size_t count = 0;\n")
        self.assert_found(lonely, "src/base/count.hpp")

    def test_a_header_that_includes_what_it_uses_passes_and_is_remembered(self):
        self.seed("src/base/count.hpp", "#pragma once\n#include <cstddef>\ninline std::size_t count = 0;\n")
        self.assert_clean(lonely)
        self.assertIn("count.hpp", (self.root / "build/check/lonely.json").read_text())

    def test_a_change_of_an_included_header_is_noticed(self):
        self.seed("src/base/word.hpp", "#pragma once\nusing Word = int;\n")
        self.seed("src/base/count.hpp", '#pragma once\n#include "base/word.hpp"\ninline Word count = 0;\n')
        self.assert_clean(lonely)
        self.seed("src/base/word.hpp", "#pragma once\n")
        self.assert_found(lonely, "src/base/count.hpp")

    def test_a_change_of_a_header_in_the_same_folder_is_noticed(self):
        self.seed("include/heddle/word.hpp", "#pragma once\nusing Word = int;\n")
        self.seed("include/heddle/count.hpp", '#pragma once\n#include "word.hpp"\ninline Word count = 0;\n')
        self.assert_clean(lonely)
        self.seed("include/heddle/word.hpp", "#pragma once\n")
        self.assert_found(lonely, "include/heddle/count.hpp")

    def test_a_header_is_not_helped_by_one_that_it_includes_too_late_or_not_always(self):
        use, word = "inline std::size_t count = 0;\n", '#include "base/word.hpp"\n'
        self.seed("src/base/word.hpp", "#pragma once\n#include <cstddef>\n")
        for text in (use + word, "#if 0\n" + word + "#endif\n" + use):
            self.seed("src/base/count.hpp", "#pragma once\n" + text)
            self.assert_found(lonely, "src/base/count.hpp")
        for text in ("#pragma once\n/* as\never */\n" + word + use,
                     "// ever\n#ifndef COUNT\n#define COUNT\n\n" + word + use + "#endif\n"):
            self.assertEqual(lonely.leading_includes(text), ["base/word.hpp"])

    def test_a_header_that_a_source_includes_first_is_left_to_the_build(self):
        self.seed("src/base/count.hpp", "#pragma once\ninline std::size_t count = 0;\n")
        self.seed("src/base/count.cpp", '// Counts.\n#include "base/count.hpp"\n')
        self.assert_clean(lonely)

    def test_a_header_that_its_source_includes_behind_another_word_is_not(self):
        for before in ("#include <cstddef>", "#define COUNT", "#if 1"):
            self.seed("src/base/count.hpp", "#pragma once\ninline std::size_t count = 0;\n")
            self.seed("src/base/count.cpp", f'// Counts.\n{before}\n#include "base/count.hpp"\n')
            self.assert_found(lonely, "src/base/count.hpp")

    def test_headers_share_a_compiler_only_with_what_they_include(self):
        included = {"a": {"a"}, "b": {"b"}, "ab": {"ab", "a", "b"}, "all": {"all", "ab", "a", "b"}, "alone": {"alone"}}
        found = lonely.chains(included)
        self.assertEqual(sorted(header for chain in found for header in chain), sorted(included))
        self.assertEqual(len(found), 3, found)
        for chain in found:
            for position, header in enumerate(chain):
                self.assertLessEqual(set(chain[:position]), included[header])

    def test_headers_that_include_each_other_share_no_compiler(self):
        self.assertEqual(lonely.chains({"a": {"a", "b"}, "b": {"a", "b"}}), [["a"], ["b"]])

    def test_of_a_chain_the_header_that_needs_another_one_first_is_named(self):
        self.seed("src/base/word.hpp", "#pragma once\n#include <cstddef>\n")
        self.seed("src/base/count.hpp", '#pragma once\n#include "base/word.hpp"\ninline std::size_t count = 0;\n')
        self.seed("src/base/more.hpp", '#pragma once\n#include "base/count.hpp"\ninline std::string more;\n')
        self.assert_found(lonely, "src/base/more.hpp")

    def test_a_header_is_not_helped_by_what_only_includes_it(self):
        self.seed("src/base/count.hpp", "#pragma once\ninline std::size_t count = 0;\n")
        self.seed("src/base/more.hpp", '#pragma once\n#include <cstddef>\n#include "base/count.hpp"\n')
        self.assert_found(lonely, "src/base/count.hpp")


class Sizes(Seeded):
    LONG = "void long_one() {\n" + "  work();\n" * 60 + "}\n"

    def test_a_function_of_61_lines_is_found(self):
        self.seed("src/base/long.cpp", self.LONG)
        self.assert_found(sizes, "src/base/long.cpp", 1)

    def test_a_method_behind_an_attribute_macro_is_measured(self):
        self.seed("src/base/long.hpp", 'class HEDDLE_CAPABILITY("mutex") Mutex {\n public:\n' + self.LONG + "};\n")
        self.assert_found(sizes, "src/base/long.hpp", 3)

    def test_a_constructor_with_braced_initialisers_is_measured(self):
        self.seed("src/base/long.hpp", "struct A {\n A() : x_{1}, y_{2} {\n" + "  work();\n" * 60 + " }\n};\n")
        self.assert_found(sizes, "src/base/long.hpp")

    def test_five_parameters_are_found_in_a_room_but_not_in_front(self):
        five = "void f(int a, std::map<int, int> b, int c, int d, int e) {}\n"
        self.seed("src/front/gomp/task.cpp", five)
        self.assert_clean(sizes)
        self.seed("src/base/task.cpp", five)
        self.assert_found(sizes, "src/base/task.cpp")

    def test_commas_of_templates_are_no_parameters(self):
        self.seed("src/base/a.cpp", "void f(std::map<int, int> a, std::map<int, int> b, int c) {}\n")
        self.assert_clean(sizes)

    def test_a_file_of_401_lines_is_found(self):
        self.seed("src/base/a.cpp", "\n" * 401)
        self.assert_found(sizes, "src/base/a.cpp")

    def test_an_allowed_offence_stands(self):
        self.seed("src/base/long.cpp", self.LONG)
        self.seed("tools/check/allowed.toml", '[[allow]]\ncheck = "sizes"\npath = "src/base/long.cpp"\n'
                                              'symbol = "long_one"\nreason = "a table"\n')
        self.assert_clean(sizes)


class Orders(Seeded):
    USE = "int x = word.load(std::memory_order_acquire);\n"

    def test_an_order_without_a_comment_is_found(self):
        self.seed("src/sync/a.hpp", "\n" + self.USE)
        self.assert_found(orders, "src/sync/a.hpp", 2)

    def test_a_comment_reaches_five_lines_and_no_further(self):
        self.seed("src/sync/a.hpp", "// order: acquire — pairs with b.\n" + "\n" * 4 + self.USE)
        self.assert_clean(orders)
        self.seed("src/sync/a.hpp", "// order: acquire — pairs with b.\n" + "\n" * 5 + self.USE)
        self.assert_found(orders, "src/sync/a.hpp", 7)

    def test_a_fence_needs_a_comment_even_when_seq_cst(self):
        self.seed("src/sync/a.hpp", "P::fence(std::memory_order_seq_cst);\n")
        self.assert_found(orders, "src/sync/a.hpp", 1)

    def test_seq_cst_accesses_and_declarations_need_none(self):
        self.seed("src/sync/a.hpp", "static void fence(std::memory_order order);\nword.load(std::memory_order_seq_cst);\n")
        self.assert_clean(orders)


class Banned(Seeded):
    def test_each_banned_name_is_found_in_an_engine_room_and_only_there(self):
        for line in ("thread_local int x;", "std::mutex m;", "std::thread t;", "::sleep(1);", "usleep(1);", "int r = rand();",
                     "std::chrono::seconds s;", "std::atomic<int> a;", "std::unordered_map<int, int> m;",
                     "#include <unistd.h>", "pthread_self();"):
            with self.subTest(line):
                self.seed("src/sync/a.hpp", line + "\n")
                self.assertTrue(self.offences(banned), line)
                (self.root / "src/sync/a.hpp").unlink()
                self.seed("src/base/a.hpp", line + "\n")
                self.assert_clean(banned)

    def test_platform_atomics_own_methods_and_comments_pass(self):
        self.seed("src/sync/a.hpp", "typename P::template atomic<int> a;  // not std::atomic\nvoid Mutex<P>::sleep() {}\n")
        self.assert_clean(banned)


class Trusting(Seeded):
    def test_what_reaches_beyond_the_process_is_found_in_every_room_but_not_in_the_commands(self):
        for line in ('getenv("A");', 'secure_getenv("A");', "char** all = environ;", 'dlopen("libx.so", RTLD_NOW);', "execlp(a, a);",
                     "posix_spawnp(&child);", "popen(a, b);", "::fork();", 'std::fopen("a", "w");', "open(a, O_CREAT | O_WRONLY);",
                     "std::ofstream file(path);", 'setlocale(LC_ALL, "");', "socket(a, b, c);"):
            with self.subTest(line):
                self.seed("src/sync/a.cpp", line + "\n")
                self.assertTrue(self.offences(trust), line)
                (self.root / "src/sync/a.cpp").unlink()
                self.seed("tools/heddle/a.cpp", line + "\n")
                self.assert_clean(trust)

    def test_words_that_only_look_like_it_pass(self):
        self.seed("src/sync/a.cpp", "kmpc::fork(team);\ndlopen(nullptr, RTLD_LAZY);\n// getenv()\nsplit.environment = a;\n")
        self.assert_clean(trust)

    def test_the_one_place_that_decides_may_ask(self):
        self.seed("src/base/trust.cpp", 'getenv("A");\n')
        self.assert_clean(trust)


class Names(Seeded):
    def test_reserved_names_are_found(self):
        for line in ("int _count;", "int two__parts;", "struct task_t {};"):
            with self.subTest(line):
                self.seed("src/base/a.hpp", line + "\n")
                self.assert_found(names, "src/base/a.hpp", 1)

    def test_names_of_the_compiler_and_of_front_doors_pass(self):
        self.seed("src/base/a.hpp", "#if __has_feature(x) && __x86_64__\n__builtin_expect(a, 1); std::size_t n; int a_;\n")
        self.seed("src/front/gomp/a.hpp", "void _gfortran_stop();\n")
        self.assert_clean(names)



class Words(Seeded):
    def test_a_type_name_that_two_rooms_have_is_found(self):
        self.seed("src/base/one.hpp", "#pragma once\nnamespace a {\nstruct Place {\n};\n}\n")
        self.seed("src/sync/two.hpp", "#pragma once\nnamespace b {\ntemplate <class P>\nclass Place final {\n};\n}\n")
        self.assert_found(words, "src/sync/two.hpp", 4)

    def test_types_inside_of_types_and_anonymous_namespaces_pass(self):
        self.seed("src/base/one.hpp", "#pragma once\nnamespace a {\nstruct Place {\n};\n}\n")
        self.seed("src/sync/two.hpp", "#pragma once\nnamespace b {\nstruct Queue {\n  struct Place {\n  };\n};\nstruct Place;\n}\n")
        self.seed("src/sync/two.cpp", "namespace b {\nnamespace {\nstruct Place {\n};\n}  // namespace\n}  // namespace b\n")
        self.assert_clean(words)

    def test_a_bare_participle_is_found_wherever_it_stands(self):
        self.seed("src/base/one.cpp", "namespace {\nstruct Kept {\n};\n}  // namespace\n")
        self.assert_found(words, "src/base/one.cpp", 2)
        self.seed("src/base/one.cpp", "struct Queue {\n  enum class Awaited : char { a };\n};\n")
        self.assert_found(words, "src/base/one.cpp", 2)


    GONE = "# Words\n\n## Names that are gone\n\n| was | is |\n|---|---|\n| `Bed`, `lie_down` | `ParkingSlot`, `park` |\n"
    WAITING = "# Words\n\n## Pictures\n\n| today | where | next |\n|---|---|---|\n| fields `bed`, `Steal::rob` | `sync/one.hpp` | slot |\n"

    def test_a_name_that_is_gone_is_found_where_it_comes_back(self):
        self.seed("docs/words.md", self.GONE)
        for line, found in (("struct Bed {};", True), ("worker.lie_down();", True), ("Bedding bed;", False), ("// the Bed", False),
                            ('say("Bed");', False)):
            with self.subTest(line):
                self.seed("src/sync/one.hpp", f"#pragma once\n{line}\n")
                self.assert_found(words, "src/sync/one.hpp", 2) if found else self.assert_clean(words)

    def test_a_public_name_stands_in_the_file_of_old_names(self):
        self.seed("docs/words.md", self.GONE)
        self.seed("include/heddle/renamed.h", "typedef ParkingSlot Bed;\n")
        self.assert_clean(words)
        self.seed("include/heddle/task.h", "typedef ParkingSlot Bed;\n")
        self.assert_found(words, "include/heddle/task.h", 1)

    def test_a_name_that_waits_is_still_there(self):
        self.seed("docs/words.md", self.WAITING)
        self.seed("src/sync/one.hpp", "#pragma once\nint bed;\nvoid rob();\n")
        self.assert_clean(words)
        self.seed("src/sync/one.hpp", "#pragma once\nint bed;\nvoid robbed();\n")
        self.assert_found(words, "docs/words.md", 7)
        self.seed("src/sync/one.hpp", "#pragma once\nint slot;\nvoid rob();\n")
        self.assert_found(words, "docs/words.md", 7)


class Todos(Seeded):
    WORD = "TO" + "DO"

    def test_an_open_end_needs_an_issue(self):
        self.seed("docs/a.md", f"{self.WORD}: later\n")
        self.assert_found(todos, "docs/a.md", 1)
        self.seed("docs/a.md", f"{self.WORD}(#12): later\n")
        self.assert_clean(todos)


class Readmes(Seeded):
    def test_a_room_without_a_readme_is_found(self):
        self.seed("src/base/a.hpp", "")
        self.assert_found(readmes, "src/base/README.md")

    def test_a_readme_names_its_tests(self):
        self.seed("src/base/a.hpp", "")
        self.seed("src/base/README.md", "# base\n")
        self.assert_found(readmes, "src/base/README.md")
        self.seed("src/base/README.md", "# base\nTests: tests/unit/base\n")
        self.assert_clean(readmes)

    def test_unit_tests_lie_under_the_path_of_their_room(self):
        for room in ("base", "front/c"):
            self.seed(f"src/{room}/a.hpp", "")
            self.seed(f"src/{room}/README.md", "tests/unit\n")
        for place in ("base", "base/deep", "front", "front/c", "front/c/loops"):
            self.seed(f"tests/unit/{place}/a_test.cpp", "")
        self.assert_clean(readmes)
        for place in ("c", "front/d", "front_c"):
            with self.subTest(place):
                self.seed(f"tests/unit/{place}/a_test.cpp", "")
                self.assert_found(readmes, f"tests/unit/{place}/a_test.cpp", 1)
                (self.root / f"tests/unit/{place}/a_test.cpp").unlink()


class Claims(Seeded):
    def test_a_file_that_does_not_exist_is_found_wherever_a_page_names_it(self):
        self.seed("src/sync/deque.hpp", "")
        for line in ("`sync/queue.hpp`", "see src/sync/queue.hpp", "[the deque](../src/sync/queue.hpp)", "`sync/{deque,queue}.hpp`",
                     "`src/queue`", "`sync/q*.hpp`"):
            with self.subTest(line):
                self.seed("docs/a.md", f"# A\n{line}\n")
                self.assert_found(claims, "docs/a.md", 2)

    def test_files_that_exist_pass_however_they_are_named(self):
        self.seed("src/sync/deque.hpp", "")
        self.seed("docs/a.md", "`sync/deque.hpp`, `src/sync`, `sync/{deque,*}.hpp`, src/sync/deque.hpp, [it](../src/sync/deque.hpp)\n")
        self.seed("src/sync/README.md", "`deque.hpp`, `deque.*`, `build/x.json`\n")
        self.assert_clean(claims)

    def test_a_readme_that_names_a_lone_file_of_another_folder_is_found(self):
        self.seed("src/base/bits.hpp", "")
        self.seed("src/sync/README.md", "\n| `bits.hpp` | a file |\n")
        self.assert_found(claims, "src/sync/README.md", 2)
        self.seed("src/sync/README.md", "`src/base/bits.hpp`; `bits.hpp` beside it\n")
        self.assert_clean(claims)

    def test_files_of_the_reader_and_of_others_pass(self):
        self.seed("docs/a.md", "`app.json`, `4.5/taskloop/test.c`, `gcc -c wave.c`, `<prefix>/include/a.h`\n```\ncat mine.toml\n```\n")
        self.assert_clean(claims)

    def test_variables_functions_and_symbols_that_nothing_knows_are_found(self):
        self.seed("src/base/a.hpp", "HEDDLE_LOOP heddle_set struct Deque { void steal_if(); };\n")
        for name in ("HEDDLE_LOOPS", "heddle_sets()"):
            self.seed("docs/a.md", f"`{name}`\n")
            self.assert_found(claims, "docs/a.md", 1)
        self.seed("docs/a.md", "Set HEDDLE_LOOPS.\n")
        self.assert_found(claims, "docs/a.md", 1)
        (self.root / "docs/a.md").unlink()
        self.seed("src/base/README.md", "`Deque::steal_some`\n")
        self.assert_found(claims, "src/base/README.md", 1)
        self.seed("src/base/README.md", "`Deque::steal_if`, `HEDDLE_LOOP=idws`, `heddle_set`\n")
        self.assert_clean(claims)

    def test_a_variable_that_the_page_of_variables_lacks_is_found(self):
        self.seed("src/base/trust.hpp", '{"HEDDLE_LOOP", Needs::trust},\n{"OMP_TOOL", Needs::trust},\n')
        self.seed("docs/environment.md", "| HEDDLE_LOOP | how |\n")
        self.assert_found(claims, "docs/environment.md", 1)

    def test_a_command_that_there_is_not_is_found(self):
        self.seed("x", "cat <<'TEXT'\n  test [--quick]  runs tests\n  docs            draws\nexamples:\nTEXT\n")
        self.seed("docs/a.md", "`./x test --quick`, `./x docs`\n```\n./x dance\n```\n")
        self.assert_found(claims, "docs/a.md", 3)

    def test_lists_of_policies_are_held_to_the_tables(self):
        self.seed("src/runtime/scheduler_table.hpp", '    {"steal", "a",\n     make},\n    {"dbf", "b",\n     make},\n    {"mine", "c",\n')
        self.seed("docs/environment.md", "| HEDDLE_SCHEDULER | steal, dbf | steal | x |\n")
        self.seed("docs/man/heddle.1", ".Bl\n.It Ev HEDDLE_SCHEDULER\n.Ql steal\nor\n.Ql dbf .\n.It Ev X\n.Ql none\n")
        self.seed("docs/man/heddle-run.1", ".Bl\n.It Fl s\n.Ql steal\nor\n.Ql dbf .\nSets\n.Ev HEDDLE_SCHEDULER .\n.It Fl d\n")
        self.seed("src/base/trust.hpp", "")
        found = lambda: [offence.sentence for offence in self.offences(claims) if "scheduler_table" in offence.sentence]
        self.assertEqual(found(), [])
        self.seed("docs/environment.md", "| HEDDLE_SCHEDULER | steal, fifo | steal | x |\n")
        self.assertEqual(len(found()), 2, found())
        self.seed("docs/man/heddle-run.1", ".Bl\n.It Fl s\n.Ql steal\nSets\n.Ev HEDDLE_SCHEDULER .\n.It Fl d\n")
        self.assertEqual(len(found()), 3, found())

    def test_what_a_program_may_set_is_on_the_page_of_heddle_set(self):
        self.seed("src/process/own_variables.cpp", '{loop, "HEDDLE_LOOP", SetBy::program, "x",\n{trace, "HEDDLE_TRACE", SetBy::environment')
        self.seed("include/heddle/settings.h", "HEDDLE_SCHEDULER")
        found = lambda: [offence.symbol for offence in self.offences(claims) if "may set" in offence.sentence]
        self.assertEqual(found(), ["HEDDLE_LOOP"])
        self.seed("include/heddle/settings.h", "HEDDLE_LOOP")
        self.assertEqual(found(), [])

    def test_counts_of_rooms_functions_and_members_are_held_to_the_source(self):
        self.seed("src/sync/a.hpp", "")
        self.seed("src/base/seam.hpp", "class Seam {\n public:\n  virtual ~Seam() = default;\n  virtual int one() = 0;\n"
                                       "  virtual int two(int a,\n                  int b) = 0;\n  virtual int three() { return 3; }\n};\n")
        self.seed("src/platform/threads/threads.hpp",
                  "struct Threads {\n  using atomic = int;\n  static void park(int w) noexcept;\n private:\n  static void own();\n};\n")
        page = ("3 rooms on 3 floors\n\n| seam | where | functions |\n|---|---|---|\n| it | `base/seam.hpp` | 2 + 1 |\n\n"
                "| member of `P` | means |\n|---|---|\n| `atomic<T>` | a |\n| `park(word)` | b |\n\nMore.\n")
        self.seed("ARCHITECTURE.md", page)
        self.assert_clean(claims)
        for right, wrong, line in (("3 rooms", "4 rooms", 1), ("2 + 1", "3", 5), ("`park(word)`", "`pause()`, `park(word)`", 10),
                                   ("| `park(word)` | b |\n", "", 7)):
            with self.subTest(wrong):
                self.seed("ARCHITECTURE.md", page.replace(right, wrong))
                self.assert_found(claims, "ARCHITECTURE.md", line)

    def test_decisions_have_numbers_headings_and_a_place_in_the_list(self):
        text = "# A\n" + "".join(f"\n## {heading}\n" for heading in claims.RECORD)
        self.seed("docs/decisions/0001-a.md", text)
        self.seed("docs/decisions/README.md", "[1](0001-a.md)\n")
        self.assert_clean(claims)
        self.seed("docs/decisions/0001-a.md", text.replace("## Measured", "## Guessed"))
        self.assert_found(claims, "docs/decisions/0001-a.md", 1)
        self.seed("docs/decisions/0001-a.md", text)
        self.seed("docs/decisions/0003-c.md", text)
        self.seed("docs/decisions/README.md", "[1](0001-a.md), [3](0003-c.md)\n")
        self.assert_found(claims, "docs/decisions/0003-c.md", 1)

    def test_a_room_that_the_page_of_design_passes_over_is_found(self):
        self.seed("docs/design.md", "`base`, `sync`, `probe`\n")
        self.assert_found(claims, "docs/design.md", 1)


class Paths(Seeded):
    def test_a_path_of_one_machine_is_found(self):
        self.seed("docs/a.md", "see /" + "home/somebody/heddle\n")
        self.assert_found(paths, "docs/a.md", 1)

    def test_paths_of_every_linux_pass(self):
        self.seed("docs/a.md", "/usr/lib, /proc/self/maps, https://example.org/work/x, ~/work/x\n")
        self.assert_clean(paths)


class Picture(Seeded):
    def test_a_picture_that_is_missing_or_out_of_date_is_found(self):
        self.assert_found(picture, "docs/floors.svg")
        self.seed("docs/floors.svg", draw(Repository(self.root)))
        self.assert_clean(picture)
        self.seed("src/schedule/mine/mine.hpp", "")
        self.assert_found(picture, "docs/floors.svg")


class Layout(Seeded):
    def test_a_file_that_clang_format_would_change_is_found(self):
        self.seed(".clang-format", (ROOT / ".clang-format").read_text())
        self.seed("src/base/a.hpp", "int  a ;\n")
        self.assert_found(layout, "src/base/a.hpp", 1)
        self.seed("src/base/a.hpp", "int a;\n")
        self.assert_clean(layout)


if __name__ == "__main__":
    unittest.main()
