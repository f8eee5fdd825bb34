"""Finds the function definitions of a C++ file, well enough for counting lines and parameters.

Works on code without comments and strings. Walks the braces: what stands before an opening one says what it opens. A
lambda counts as a part of the function around it.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"[A-Za-z_~]\w*|->|::|[0-9][\w.]*|\S")
SCOPES = {"namespace", "struct", "class", "union", "enum", "extern"}
# Words that stand before a parenthesis without naming a function.
NO_NAME = {"if", "for", "while", "switch", "catch", "noexcept", "requires", "decltype", "alignas", "sizeof", "return",
           "__attribute__", "static_assert"}
OPENERS, CLOSERS = "([{", ")]}"


@dataclass(frozen=True)
class Function:
    name: str
    line: int
    lines: int
    parameters: int


@dataclass(frozen=True)
class Token:
    text: str
    line: int


def functions_of(code):
    """@param code  the file's lines without comments and strings"""
    tokens = tokens_of(code)
    found, statement, i = [], [], 0
    while i < len(tokens):
        token = tokens[i]
        if token.text in {";", "}"}:
            statement = []
        elif token.text == ":" and [t.text for t in statement] in (["public"], ["private"], ["protected"]):
            statement = []
        elif token.text in {"(", "["}:
            end = closing(tokens, i)
            statement += tokens[i:end + 1]
            i = end
        elif token.text == "{":
            if opens_scope(statement):
                statement = []
            else:
                end = closing(tokens, i)
                function = function_at(statement, tokens[end])
                if is_initialiser(statement):
                    statement.append(token)
                else:
                    found += [function] if function else []
                    statement = []
                i = end
        else:
            statement.append(token)
        i += 1
    return found


def tokens_of(code):
    tokens, continued = [], False
    for number, line in enumerate(code, 1):
        directive = continued or line.lstrip().startswith("#")
        continued = directive and line.rstrip().endswith("\\")
        if not directive:
            tokens += [Token(match.group(), number) for match in TOKEN.finditer(line)]
    return tokens


def closing(tokens, start):
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i].text in OPENERS:
            depth += 1
        elif tokens[i].text in CLOSERS:
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def opens_scope(statement):
    """Whether the brace after `statement` opens a namespace, a type or extern "C"."""
    words = [token.text for token in outside_brackets(statement)]
    words = without_template(words)
    if words[:1] and words[0] in SCOPES - {"extern"} or words == ["extern"] or "namespace" in words:
        return True  # also where a macro with parentheses follows: class HEDDLE_CAPABILITY("mutex") Mutex
    return any(word in SCOPES for word in words) and function_name(statement) is None


def without_template(words):
    """Drops template<...> heads, in which `class` means something else."""
    kept, depth, in_head = [], 0, False
    for word in words:
        if word == "template":
            in_head = True
        elif in_head and word in "<>":
            depth += 1 if word == "<" else -1
            in_head = depth > 0
        elif not in_head:
            kept.append(word)
    return kept


def outside_brackets(statement):
    depth, kept = 0, []
    for token in statement:
        if token.text in OPENERS:
            depth += 1
        if depth == 0:
            kept.append(token)
        if token.text in CLOSERS:
            depth -= 1
    return kept


def is_initialiser(statement):
    """Whether the brace after `statement` is a member's initialiser: `: first_{1}` or `, second_{2}`."""
    texts = [token.text for token in outside_brackets(statement)]
    if ":" not in texts or function_name(statement) is None:
        return False
    before = texts[texts.index(":") + 1:]
    last = next((token.text for token in reversed(statement)), "")
    return bool(before) and (re.match(r"[A-Za-z_]\w*$", last) is not None or last == ">")


def function_name(statement):
    """@returns the index of the name whose parameters follow, None when `statement` declares no function."""
    depth = 0
    for i, token in enumerate(statement[:-1]):
        if depth == 0 and token.text == "=" and statement[max(0, i - 1)].text != "operator":
            return None
        named = re.match(r"[A-Za-z_~]\w*$", token.text) or i > 0 and statement[i - 1].text == "operator"
        if depth == 0 and named and statement[i + 1].text == "(" and token.text not in NO_NAME:
            return i
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
    return None


def function_at(statement, end):
    name = function_name(statement)
    if name is None:
        return None
    first, last = statement[0].line, end.line
    inside = statement[name + 2:closing(statement, name + 1)]
    return Function(statement[name].text, first, last - first + 1, count_parameters([token.text for token in inside]))


def count_parameters(texts):
    if not texts or texts == ["void"]:
        return 0
    depth, commas = 0, 0
    for text in texts:
        depth += (text in "([{<") - (text in ")]}>")
        commas += text == "," and depth == 0
    return commas + 1
