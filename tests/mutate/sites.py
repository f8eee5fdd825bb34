"""Finds where a file can be mutated. A site is a set of insertions, which carry one or two mutants.

All sites live in the text at once: a number that the program reads when it starts chooses one (mutant.hpp). Insertions
hold no newline, so that messages name the lines that they always did.
"""

import re

from tokens import Source

COMPARISONS = {"<": ("Less", "<=", ">="), "<=": ("LessEqual", "<", ">"), ">": ("Greater", ">=", "<="),
               ">=": ("GreaterEqual", ">", "<")}
OPERATORS = {"==": ("Equal", "!="), "!=": ("NotEqual", "=="), "+": ("Plus", "-"), "-": ("Minus", "+"), "*": ("Times", "+"),
             "/": ("Over", "*"), "%": ("Modulo", "/"), "&": ("And", "|"), "|": ("Or", "&"), "^": ("Xor", "&"),
             "<<": ("ShiftLeft", ">>"), ">>": ("ShiftRight", "<<")}
ASSIGNMENTS = {"+=": ("AddTo", "-="), "-=": ("TakeFrom", "+="), "*=": ("Multiply", "+="), "/=": ("Divide", "*="),
               "&=": ("Mask", "|="), "|=": ("Set", "&=")}
ALL_ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
# What checks, looks in, or costs time only in a simulated machine: to change it changes no promise.
LEFT_ALONE = {"HEDDLE_CHECK", "static_assert", "assert", "charge", "touch", "pause", "own_soon", "read_soon", "fetch", "fetch_slots",
              "fetch_list", "fetch_early"}
ROOMS_LEFT_ALONE = {"probe"}
IN_PARENTHESES_LEFT_ALONE = {"sizeof", "decltype", "noexcept", "alignas", "alignof", "__attribute__", "explicit", "requires"}
NO_STATEMENT = {"if", "for", "while", "do", "switch", "else", "case", "default", "using", "typedef", "static_assert", "const",
                "constexpr", "static", "auto", "struct", "class", "enum", "union", "template", "friend", "typename", "try",
                "catch", "goto", "throw", "namespace", "return", "extern", "register", "thread_local", "alignas", "unsigned",
                "signed", "int", "long", "short", "char", "bool", "float", "double", "void", "volatile", "public", "private",
                "protected", "asm", "new", "inline", "co_return", "requires", "operator", "mutable"}
BEGINS_A_RUN = {",", ";", "?", ":", "return", "co_return", "throw", "else", "case"} | ALL_ASSIGNMENTS
INTEGER = re.compile(r"(0[xX][\da-fA-F']+|0[bB][01']+|[\d']+)[uUlLzZ]*$")


MAGIC = re.compile(r"0[xX][\da-fA-F']{8,}")  # multipliers of hashes and the like: any other is as good


class Mutant:
    def __init__(self, line, kind, before, after):
        self.line, self.kind, self.before, self.after = line, kind, before, after
        self.number = 0

    def change(self):
        return f"{self.before} -> {self.after}"


class Site:
    """Insertions: (offset, rank, text, length that is replaced). Of two at one place the lower rank stands first."""

    def __init__(self, mutants, insertions, first, last):
        self.mutants, self.insertions, self.first, self.last = mutants, insertions, first, last


def shortened(text, most=60):
    text = re.sub(r"\s*//[^\n]*", "", text)
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most - 3] + "..."


class Finder:
    def __init__(self, text):
        self.source = Source(text)
        self.tokens = self.source.tokens
        self.left_alone = self.find_left_alone()
        self.sites = []

    def find(self):
        for index, token in enumerate(self.tokens):
            if index in self.left_alone or self.source.frame_around(index) != "block":
                continue
            self.statement_at(index)
            if index in self.source.inside_templates:
                continue
            if token.kind == "operator":
                self.operator_at(index)
            elif token.kind == "number":
                self.number_at(index)
            elif token.kind == "word":
                self.word_at(index)
        self.sites.sort(key=lambda site: (site.first, site.last))
        return self.sites

    # -- what is not looked at
    def find_left_alone(self):
        alone = set()
        for index, token in enumerate(self.tokens):
            text = token.text
            follows = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
            if text == "[" and follows is not None and follows.text == "[" and token.match is not None:
                alone.update(range(index, token.match + 1))
            if token.kind != "word" or follows is None:
                continue
            if text in IN_PARENTHESES_LEFT_ALONE and follows.text == "(" and follows.match is not None:
                alone.update(range(index, follows.match + 1))
            elif text in LEFT_ALONE or (text in ROOMS_LEFT_ALONE and follows.text == "::"):
                alone.update(range(self.statement_begin(index), self.statement_end(index) + 1))
            elif text == "constexpr" and self.tokens[index - 1].text == "if" and follows.match is not None:
                alone.update(range(index, follows.match + 1))
            elif text == "constexpr" and self.source.frame_around(index) == "block":
                alone.update(range(index, self.statement_end(index) + 1))
            elif text == "case":
                alone.update(range(index, self.next_text(index, ":") + 1))
            elif text == "operator":
                alone.update(range(index, index + 3))
            elif follows.text == "[" and follows.match is not None and self.declares_an_array(index):
                alone.update(range(index + 1, follows.match + 1))
        return alone

    def declares_an_array(self, index):
        before = self.tokens[index - 1] if index else None
        return before is not None and (before.kind == "word" and before.text not in ("return", "delete", "else")
                                       or before.text in (">", "*", "&") and not self.source.spaced(index - 1))

    def next_text(self, index, text):
        while index + 1 < len(self.tokens) and self.tokens[index].text != text:
            index += 1
        return index

    def statement_begin(self, index):
        while index > 0 and self.tokens[index - 1].text not in (";", "{", "}"):
            if self.tokens[index - 1].text == ")" and self.closes_a_control(index - 1):
                break
            before = self.tokens[index - 1]
            if before.text == "(":  # inside a call: the call's own statement is not left alone
                break
            index = before.match if before.text in (")", "]") and before.match is not None else index - 1
        return index

    def statement_end(self, index):
        """The index of the semicolon, or of the last token in these brackets."""
        while index < len(self.tokens) - 1:
            token = self.tokens[index]
            if token.text in ("(", "[", "{") and token.match is not None:
                index = token.match
            elif token.text == ";":
                return index
            elif token.text in (")", "]", "}"):
                return index - 1
            index += 1
        return index

    def closes_a_control(self, index):
        begin = self.tokens[index].match
        return begin is not None and begin > 0 and (
            self.tokens[begin - 1].text in ("if", "for", "while", "switch", "catch")
            or (self.tokens[begin - 1].text == "constexpr" and self.tokens[begin - 2].text == "if"))

    # -- sites
    def add(self, mutants, insertions, first, last):
        self.sites.append(Site(mutants, insertions, self.tokens[first].start, self.tokens[last].end))

    def wrap(self, mutants, opening, closing, run):
        """Insertions around the tokens first .. last; `@` in the opening is the first mutant's number."""
        first, last = run
        length = self.tokens[last].end - self.tokens[first].start
        self.add(mutants, [(self.tokens[first].start, 1e9 - length, opening, 0),
                           (self.tokens[last].end, -1e9 + length, closing, 0)], first, last)

    def text(self, run):
        return shortened(self.source.text[self.tokens[run[0]].start:self.tokens[run[1]].end])

    def around(self, index):
        """The operator with what stands beside it, for the report."""
        line_start = self.source.text.rfind("\n", 0, self.tokens[index].start) + 1
        line_end = self.source.text.find("\n", self.tokens[index].end)
        before = self.source.text[line_start:self.tokens[index].start].strip()[-24:]
        after = self.source.text[self.tokens[index].end:line_end].strip()[:24]
        return before, after

    def operator_mutants(self, index, others):
        token = self.tokens[index]
        before, after = self.around(index)
        return [Mutant(token.line, "operator", f"{before} {token.text} {after}", f"{before} {other} {after}") for other in others]

    def operator_at(self, index):
        token = self.tokens[index]
        if not self.source.spaced(index) or "..." in (self.tokens[index - 1].text, self.tokens[index + 1].text):
            return
        if token.text in COMPARISONS or token.text in OPERATORS or token.text in ASSIGNMENTS:
            name, *others = (COMPARISONS.get(token.text) or OPERATORS.get(token.text) or ASSIGNMENTS.get(token.text))
            tag = f" heddle_mutate::{name}<@>{{}} {token.text}"
            self.add(self.operator_mutants(index, others), [(token.end, 0, tag, 0)], index, index)
        elif token.text in ("&&", "||"):
            self.operands_of(index)
        elif token.text == "?":
            self.condition(self.run_before(index, BEGINS_A_RUN))

    def operands_of(self, index):
        """Each operand of a chain is left out once: taken for true beside &&, for false beside ||."""
        token = self.tokens[index]
        stops = BEGINS_A_RUN | ({"||", "&&"} if token.text == "&&" else {"||"})
        runs = [self.run_after(index, stops)]
        left = self.run_before(index, stops)
        if left is not None and (left[0] == 0 or self.tokens[left[0] - 1].text != token.text):
            runs.insert(0, left)
        opening, value = (("(heddle_mutate::on(@) || (", "true") if token.text == "&&"
                          else ("(!heddle_mutate::on(@) && (", "false"))
        for run in runs:
            if run is None or any(self.tokens[place].text in ("<", ">") and place in self.source.inside_templates
                                  and place in (run[0], run[1]) for place in run):
                continue
            mutant = Mutant(self.tokens[run[0]].line, "operand", self.text(run) + f" {token.text} ..", f"{value} {token.text} ..")
            self.wrap([mutant], opening, "))", run)

    def run_before(self, index, stops):
        """The tokens before index up to one of stops or the bracket around."""
        first = index
        while first > 0:
            before = self.tokens[first - 1]
            if before.text in (")", "]") or (before.text == "}" and self.tokens[before.match or 0].frame == "list"):
                if before.match is None or (before.text == ")" and self.closes_a_control(first - 1)):
                    break
                first = before.match
                continue
            if before.text in stops or before.text in ("(", "[", "{", "}"):
                break
            first -= 1
        return (first, index - 1) if first < index else None

    def run_after(self, index, stops):
        last = index
        while last + 1 < len(self.tokens):
            after = self.tokens[last + 1]
            if after.text in ("(", "[", "{"):
                if after.match is None:
                    return None
                last = after.match
                continue
            if after.text in stops or after.text in (")", "]", "}"):
                break
            last += 1
        return (index + 1, last) if last > index else None

    def top_level(self, run):
        """The texts of a run that are in none of its own brackets."""
        index, texts = run[0], []
        while index <= run[1]:
            token = self.tokens[index]
            if index not in self.source.inside_templates:
                texts.append(token.text)
            index = token.match + 1 if token.text in ("(", "[", "{") and token.match is not None else index + 1
        return texts

    def condition(self, run):
        """Negated, unless a comparison or an operand in it has mutants that do so."""
        if run is None or run[0] > run[1] or run[0] in self.left_alone:
            return
        texts = set(self.top_level(run))
        if texts & (set(COMPARISONS) | {"==", "!=", "&&", "||", ";", ":"} | ALL_ASSIGNMENTS):
            return
        mutant = Mutant(self.tokens[run[0]].line, "condition", self.text(run), f"!({self.text(run)})")
        self.wrap([mutant], "heddle_mutate::flip<@>(static_cast<bool>(", "))", run)

    def number_at(self, index):
        token = self.tokens[index]
        if not INTEGER.match(token.text) or MAGIC.match(token.text):
            return
        before = self.tokens[index - 1]
        if before.text == "=" and self.tokens[index - 2].text in (")", "const", "noexcept", "override"):
            return  # a pure virtual function
        value = token.text
        above, below = (Mutant(token.line, "constant", f"{value} {self.beside(index)}", f"{value} {sign} 1") for sign in "+-")
        zero = re.match(r"0[uUlLzZ]*$", value) is not None
        self.wrap([above] if zero else [above, below], f"heddle_mutate::{'zero' if zero else 'constant'}<@>(", ")", (index, index))

    def beside(self, index):
        before, after = self.around(index)
        return f"in {before} {self.tokens[index].text} {after}"

    def word_at(self, index):
        token = self.tokens[index]
        follows = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if token.text in ("true", "false"):
            other = "false" if token.text == "true" else "true"
            self.wrap([Mutant(token.line, "constant", f"{token.text} {self.beside(index)}", other)],
                      "heddle_mutate::constant<@>(", ")", (index, index))
        elif token.text in ("if", "while") and follows is not None and follows.text == "(" and follows.match is not None:
            self.condition(self.after_last_semicolon((index + 2, follows.match - 1)))
        elif token.text == "for" and follows is not None and follows.text == "(" and follows.match is not None:
            self.condition_of_for(index + 1)
        elif token.text == "return" and follows is not None and follows.text not in (";", "{", "true", "false", "nullptr"):
            self.returned(index)
        elif token.text in ("min", "max") and index >= 2 and self.tokens[index - 2].text == "std":
            self.least_or_greatest(index)
        elif token.text.startswith("memory_order"):
            self.order_at(index)

    def after_last_semicolon(self, run):
        index, first = run[0], run[0]
        while index <= run[1]:
            token = self.tokens[index]
            if token.text in ("(", "[", "{") and token.match is not None:
                index = token.match
            elif token.text == ";":
                first = index + 1
            index += 1
        return first, run[1]

    def condition_of_for(self, opening):
        semicolons, index = [], opening + 1
        while index < self.tokens[opening].match:
            token = self.tokens[index]
            if token.text in ("(", "[", "{") and token.match is not None:
                index = token.match
            elif token.text == ";":
                semicolons.append(index)
            index += 1
        if len(semicolons) == 2 and semicolons[1] > semicolons[0] + 1:
            self.condition((semicolons[0] + 1, semicolons[1] - 1))

    def returned(self, index):
        end = self.statement_end(index)
        if self.tokens[end].text != ";" or end - 1 <= index:
            return
        run = (index + 1, end - 1)
        texts = self.top_level(run)
        if set(texts) & (set(COMPARISONS) | {"==", "!=", "&&", "||", "{"}) or (len(texts) == 1 and INTEGER.match(texts[0])):
            return  # these have their own mutants
        text = self.text(run)
        self.wrap([Mutant(self.tokens[index].line, "return", f"return {text}", "return another value")],
                  "heddle_mutate::returned<@>(", ")", run)

    def least_or_greatest(self, index):
        token = self.tokens[index]
        name, other = ("Least", "max") if token.text == "min" else ("Greatest", "min")
        first = self.tokens[index - 2]
        before, after = self.around(index)
        self.add([Mutant(token.line, "operator", f"std::{token.text}{after}", f"std::{other}{after}")],
                 [(first.start, 2e9, f"heddle_mutate::{name}<@>::of", token.end - first.start)], index - 2, index)

    def order_at(self, index):
        token, last = self.tokens[index], index
        name = token.text
        if name == "memory_order" and self.tokens[index + 1].text == "::":
            last, name = index + 2, "memory_order_" + self.tokens[index + 2].text
        order = name[len("memory_order_"):]
        if order not in ("acquire", "release", "acq_rel", "seq_cst") or self.tokens[index - 1].text != "::":
            return
        before, _ = self.around(index - 2)
        self.wrap([Mutant(token.line, "order", f"{before} {order}", "relaxed")], "heddle_mutate::order<@>(", ")", (index - 2, last))

    # -- deleted statements
    def statement_at(self, index):
        if not self.begins_a_statement(index):
            return
        end = self.deletable_until(index)
        if end is None:
            return
        run = (index, end)
        self.wrap([Mutant(self.tokens[index].line, "statement", self.text(run), "(deleted)")],
                  "if (heddle_mutate::on(@)) ; else ", "", run)

    def begins_a_statement(self, index):
        before, owner = self.tokens[index - 1], self.tokens[index].owner
        if owner is None or self.tokens[owner].frame != "block":
            return False
        if before.text in (";", "{", "else", "do"):
            return True
        if before.text == "}":
            return before.match is not None and self.tokens[before.match].frame == "block"
        if before.text == ")":
            return self.closes_a_control(index - 1)
        if before.text == "]":
            return index - 1 in self.left_alone
        return before.text == ":" and self.ends_a_label(index - 1)

    def ends_a_label(self, index):
        back = index - 1
        while back > 0 and self.tokens[back].text not in (";", "{", "}", "case", "default"):
            back -= 1
        return self.tokens[back].text in ("case", "default")

    def deletable_until(self, index):
        """The semicolon of an expression statement; None when this is a declaration or something else."""
        first = self.tokens[index].text
        if first in ("break", "continue", "return", "delete"):
            end = self.statement_end(index)
            return end if self.tokens[end].text == ";" and (first != "return" or end == index + 1) else None
        if first in NO_STATEMENT or (self.tokens[index].kind != "word" and first not in ("*", "++", "--", "(", "::")):
            return None
        end = self.statement_end(index)
        if self.tokens[end].text != ";":
            return None
        return end if self.is_expression(index, end) else None

    def is_expression(self, index, end):
        """A chain of names, calls and subscripts, then nothing, an assignment or a step; `Type name` is none."""
        while self.tokens[index].text in ("*", "++", "--"):
            index += 1
        if self.tokens[index].text == "(":
            index = self.tokens[index].match + 1
        last_was_name = False
        while index < end:
            token = self.tokens[index]
            if token.kind == "word":
                if last_was_name and self.tokens[index - 1].text != "template":
                    return False
                last_was_name = True
                index += 1
            elif token.text in ("::", ".", "->"):
                last_was_name = False
                index += 1
            elif token.text in ("(", "[", "{"):
                last_was_name = True
                index = token.match + 1
            elif token.text == "<" and index in self.source.inside_templates:
                last_was_name = True
                index = self.source.end_of_template(index) + 1
            else:
                return token.text in ALL_ASSIGNMENTS or token.text in ("++", "--", "<<", ">>")
        return True


def find_sites(text):
    return Finder(text).find()


def mutated(text, sites):
    """@returns the text with all sites in it, and where each piece stands: (start, end, site)."""
    pieces = []
    for site in sites:
        number = site.mutants[0].number
        pieces += [(offset, rank, piece.replace("@", str(number)), length, site)
                   for offset, rank, piece, length in site.insertions]
    pieces.sort(key=lambda piece: (piece[0], piece[1] if piece[1] < 0 else piece[1] + 1))
    out, at, length, places = [], 0, 0, []
    for offset, _, piece, replaced, site in pieces:
        out.append(text[at:offset])
        length += offset - at
        places.append((length, length + len(piece), site))
        out.append(piece)
        length += len(piece)
        at = offset + replaced
    out.append(text[at:])
    return "".join(out), places
