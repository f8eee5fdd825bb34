#!/usr/bin/env python3
"""What heddle/ocr.hpp must refuse to compile, with the one sentence that it says then. Each body goes into a task of the
program below; the first has no mistake and must compile."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
#include <heddle/ocr.hpp>
#include <string>
using namespace heddle::ocr;
static int number(int value) { return value; }
static void set_one(double& one) { one = 1; }
static void set_all(std::span<double> all) { all[0] = 1; }
static void text(std::string) {}
static void change(int& value) { value = 1; }
HEDDLE_OCR_MAIN(const arguments&) {
  block<double> one(1.0);
  block<double[]> all(10);
  future<int> coming(5);
  BODY
}
"""

CASES = [
    ("spawn(number, 1); spawn(set_one, rw(one)); spawn(set_all, ew(all)); spawn(number, std::move(coming));", ""),
    ("spawn(number);", "the function has another number of parameters than it is given"),
    ("spawn(number, 1, 2);", "the function has another number of parameters than it is given"),
    ("spawn(number, \"one\");", "a value is of another type than the parameter"),
    ("spawn(text, \"one\");", "a parameter's type is no plain bytes"),
    ("spawn(change, 1);", "a value is copied; its parameter cannot be a reference"),
    ("spawn(number, coming);", "a future is used once; give it by std::move"),
    ("spawn(set_one, ro(one));", "its parameter wants const"),
    ("spawn(set_one, rw(all));", "a block or future holds another type than the parameter"),
    ("spawn(set_all, rw(one.name()), 1);", "the function has another number of parameters than it is given"),
    ("spawn([](auto) {}, 1);", "wants one function, or a lambda without auto"),
    ("std::string s; spawn([s] {});", "what the lambda captures is copied as bytes"),
    ("block<std::string> b;", "its type may have no destructor"),
    ("reduce<char> r;", "integers or floating-point numbers of 4 or 8 bytes"),
]


def what_is_wrong(case):
    body, sentence = case
    done = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-x", "c++", f"-I{ROOT / 'include'}",
                           f"-I{ROOT / 'include/ocr'}", "-"], input=PROGRAM.replace("BODY", body), capture_output=True, text=True)
    errors = re.findall(r"error: (.*)", done.stderr)
    if not sentence:
        return "".join(errors)
    if len(errors) != 1 or not errors[0].startswith("static assertion failed: heddle::ocr::") or sentence not in errors[0]:
        return f"wanted the sentence '{sentence}', got {errors or 'no error'}"
    return ""


def main():
    with ThreadPoolExecutor(2) as pool:
        wrong = list(pool.map(what_is_wrong, CASES))
    for (body, _), text in zip(CASES, wrong):
        if text:
            print(f"FAILED {body}\n    {text}")
    print(f"{len(CASES)} cases, {sum(map(bool, wrong))} failures")
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
