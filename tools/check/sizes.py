"""Sizes: functions of at most 60 lines and 4 parameters, files of at most 400 lines."""

from functions import functions_of
from repository import Offence

NAME = "sizes"
ABOUT = "functions have at most 60 lines and 4 parameters (front/ takes what the ABI gives), files at most 400 lines"

MOST_LINES = 60
MOST_PARAMETERS = 4
MOST_FILE_LINES = 400


def check(repository):
    offences = []
    for source in repository.sources:
        length = len(source.text.splitlines())
        if length > MOST_FILE_LINES:
            offences.append(Offence(source.path, length, f"the file has {length} lines, more than {MOST_FILE_LINES}"))
        for function in functions_of(source.code):
            offences += judge(source, function)
    return offences


def judge(source, function):
    if function.lines > MOST_LINES:
        yield Offence(source.path, function.line, f"{function.name} has {function.lines} lines, more than {MOST_LINES}",
                      function.name)
    if function.parameters > MOST_PARAMETERS and not source.folder.startswith("src/front"):
        yield Offence(source.path, function.line,
                      f"{function.name} takes {function.parameters} parameters, more than {MOST_PARAMETERS}", function.name)
