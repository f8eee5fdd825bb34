"""The harness itself: programs are the same for a seed, survive writing and reading, and shrink to what makes them fail."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import generator  # noqa: E402
from runner import judge  # noqa: E402
from shrink import Shrinker, keep_promises  # noqa: E402

PROGRAM = """program
 parallel threads=4
  task form=6 inout=0 repeat=40
  end
  group
   task form=2 mx=1,2,3 priority=7
    taskwait
   end
  end
  task
   wait flag=0 how=1
  end
  set flag=0
  taskwait
 end
end
"""


def every_program():
    for door in generator.LEFT_OUT:
        for theme in generator.THEMES:
            if generator.allowed(theme, door):
                yield from (generator.Maker(seed, door, theme).program() for seed in range(12))


class Generator(unittest.TestCase):
    def test_a_seed_makes_the_same_program_each_time(self):
        self.assertEqual(generator.Maker("7:3", "gcc").program().text(), generator.Maker("7:3", "gcc").program().text())
        self.assertNotEqual(generator.Maker("7:3", "gcc").program().text(), generator.Maker("7:4", "gcc").program().text())

    def test_programs_survive_writing_and_reading(self):
        for program in every_program():
            (again,) = generator.parse(program.text())
            self.assertEqual(again.text(), program.text())

    def test_a_task_names_an_address_in_one_mode_alone(self):
        for program in every_program():
            for task in program.every():
                named = [cell for mode in generator.MODES for cell in set(task.words.get(mode, []))]
                self.assertEqual(len(named), len(set(named)), task.text())

    def test_what_waits_is_ended_by_something(self):
        for program in every_program():
            self.assertEqual(keep_promises(program.copy()).text(), program.text())


class Shrink(unittest.TestCase):
    def shrunk(self, fails, settings=None):
        (program,) = generator.parse(PROGRAM)
        return Shrinker(fails, 60, lambda line: None).shrink(program, settings or {})

    def test_what_makes_it_fail_is_left(self):
        program, settings = self.shrunk(
            lambda program, settings: any(task.words.get("priority") for task in program.every()) and "A" in settings,
            {"A": "1", "B": "2"})
        self.assertEqual([one.kind for one in program.every()], ["program", "parallel", "task"])
        self.assertNotIn("mx", program.body[0].body[0].words)
        self.assertEqual(settings, {"A": "1"})

    def test_numbers_get_as_small_as_they_may(self):
        program, _ = self.shrunk(lambda program, _: any(task.words.get("repeat", 1) >= 6 for task in program.every()))
        self.assertEqual([task.words["repeat"] for task in program.every() if task.kind == "task"], [7])

    def test_a_task_that_waits_is_not_left_without_what_ends_it(self):
        program, _ = self.shrunk(lambda program, _: any(one.kind == "wait" for one in program.every()))
        self.assertTrue(any(one.kind == "set" for one in program.every()))


class Judging(unittest.TestCase):
    def test_each_end_has_a_name_and_the_number_of_the_program(self):
        cases = {
            ("run 0\nok 0\nend 1\n", 0, False): ("fine", None),
            ("run 0\nok 0\nrun 1\nwrong 1 line 2 task: ran twice\n", 1, False): ("wrong", 1),
            ("run 0\nok 0\nrun 1\n", -9, True): ("hang", 1),
            ("run 0\n", -11, False): ("crash", 0),
            ("run 0\nok 0\nend 1\n", -9, True): ("hang", None),
            ("run 0\n", 0, False): ("status", 0),
        }
        for (text, status, stuck), (kind, program) in cases.items():
            outcome = judge(text, status, stuck)
            self.assertEqual((outcome.kind, outcome.program), (kind, program), text)


if __name__ == "__main__":
    unittest.main()
