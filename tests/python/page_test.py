"""docs/python.md as printed: its blocks of Python are one program, in their order, with the page's line numbers. `<!-- check: ... -->`
behind a block says what must hold then. Examples of examples/python run, too."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/python.md"
CHECK = re.compile(r"<!-- check: (.*) -->")


def program():
    lines, inside = [], False
    for line in PAGE.read_text().splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            lines.append("")
            continue
        check = CHECK.match(line)
        lines.append(line if inside else f"assert {check[1]}" if check else "")
    return "\n".join(lines) + "\n"


class Page(unittest.TestCase):
    def run_file(self, file, folder):
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=100, cwd=folder)
        self.assertEqual(done.returncode, 0, f"{file}:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_the_page(self):
        text = program()
        self.assertGreater(text.count("assert "), 8)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "python.md.py"
            file.write_text(text)
            self.run_file(file, folder)

    def test_examples(self):
        examples = sorted((ROOT / "examples/python").glob("*.py"))
        self.assertTrue(examples)
        with tempfile.TemporaryDirectory() as folder:
            for example in examples:
                self.assertIn("largest difference", self.run_file(example, folder))


if __name__ == "__main__":
    unittest.main()
