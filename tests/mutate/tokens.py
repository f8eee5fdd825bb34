"""C++ as tokens, with their brackets matched and each brace's kind: block, class, enumeration, namespace or initialiser.

Not a parser: it relies on the layout that `./x format` makes. There a binary operator stands between spaces, and a
template's angle brackets, a pointer's star and a reference's ampersand do not.
"""

import re

COMMENT = r"//[^\n]*|/\*.*?\*/"
RAW = r'(?:u8|[uUL])?R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)"'
STRING = r"(?:u8|[uUL])?\"(?:\\.|[^\"\\\n])*\"|(?:[uUL])?'(?:\\.|[^'\\\n])+'"
DIRECTIVE = r"^[ \t]*\#(?:[^\n\\]|\\.)*"
NUMBER = r"\.?\d(?:[\w.]|'\w|[eEpP][+-])*"
WORD = r"[A-Za-z_]\w*"
OPERATOR = r"<=>|\.\.\.|->\*|<<=|>>=|::|->|\+\+|--|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|\[\[|[-+*/%&|^~!<>=?:;,.(){}\[\]#@]"
SCANNER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in (
    ("comment", COMMENT), ("raw", RAW), ("directive", DIRECTIVE), ("string", STRING), ("number", NUMBER), ("word", WORD),
    ("operator", OPERATOR), ("space", r"\s+"), ("other", r"."))), re.DOTALL | re.MULTILINE)
CLOSES = {")": "(", "]": "[", "}": "{"}
BEFORE_A_BLOCK = {")", "else", "do", "try", "noexcept", "const", "override", "final", "mutable", ";", "{", ":", "]"}
OF_A_TYPE = re.compile(r"[\w:<>*&,]+$")


class Token:
    __slots__ = ("kind", "text", "start", "end", "line", "match", "frame", "owner")

    def __init__(self, kind, text, start, line):
        self.kind, self.text, self.start, self.end, self.line = kind, text, start, start + len(text), line
        self.match = None  # the index of the other bracket
        self.frame = None  # of a brace: block, class, enum, namespace, list
        self.owner = None  # the index of the bracket that this token lies in

    def __repr__(self):
        return f"{self.text}@{self.line}"


class Source:
    """A file's tokens without comments, strings' insides and preprocessor lines."""

    def __init__(self, text):
        self.text = text
        self.tokens = list(scan(text))
        self.match_brackets()
        self.inside_templates = self.find_templates()

    def match_brackets(self):
        open_ones = []
        for index, token in enumerate(self.tokens):
            token.owner = open_ones[-1] if open_ones else None
            if token.text in ("(", "[", "{"):
                if token.text == "{":
                    token.frame = self.frame_of(index)
                open_ones.append(index)
            elif token.text in CLOSES:
                while open_ones and self.tokens[open_ones[-1]].text != CLOSES[token.text]:
                    open_ones.pop()
                if open_ones:
                    token.match = open_ones.pop()
                    self.tokens[token.match].match = index
                    token.owner = self.tokens[token.match].owner

    def head(self, index):
        """The tokens of the statement or declaration that the brace at index belongs to."""
        first = index
        while first > 0:
            before = self.tokens[first - 1]
            if before.text == ";" or before.text == "{":
                break
            if before.text == "}" and before.match is not None and self.tokens[before.match].frame != "list":
                break
            first = before.match if before.text in CLOSES and before.match is not None else first - 1
        return self.tokens[first:index]

    def frame_of(self, index):
        if index == 0:
            return "block"
        before = self.tokens[index - 1]
        words = [token.text for token in self.head(index)]
        if "namespace" in words or (words[:1] == ["extern"] and len(words) == 2):
            return "namespace"
        if "enum" in words:
            return "enum"
        if before.text == "requires":
            return "list"
        if any(word in words for word in ("struct", "class", "union")) and "(" not in self.after_class(words):
            return "class"
        if before.text in BEFORE_A_BLOCK or self.returns_a_type(index):
            return "block"
        if before.text == "}" and (not words or self.tokens[before.match].frame != "list" or self.begins_a_body(words)):
            return "block"
        return "list"

    @staticmethod
    def after_class(words):
        last = max(index for index, word in enumerate(words) if word in ("struct", "class", "union"))
        return words[last:]

    @staticmethod
    def begins_a_body(words):
        """After the braces of a constructor's initialisers: X() : a_{1} {"""
        return any(a == ")" and b == ":" for a, b in zip(words, words[1:])) or "noexcept" in words

    def returns_a_type(self, index):
        """() -> Type {"""
        back = index - 1
        while back > 0 and index - back < 16 and OF_A_TYPE.match(self.tokens[back].text):
            if self.tokens[back].text == "->":
                break
            back -= 1
        return self.tokens[back].text == "->" and self.tokens[back - 1].text in (")", "noexcept", "mutable", "]")

    def find_templates(self):
        """The indices of tokens in a template's angle brackets."""
        inside = set()
        for index, token in enumerate(self.tokens):
            if token.text != "<" or index in inside or self.spaced(index) or index == 0:
                continue
            end = self.end_of_template(index)
            inside.update(range(index, end + 1))
        return inside

    def end_of_template(self, index):
        depth = 0
        for place in range(index, min(index + 400, len(self.tokens))):
            text = self.tokens[place].text
            if text == "<" and not self.spaced(place):
                depth += 1
            elif text == ">" and not self.spaced(place):
                depth -= 1
                if depth == 0:
                    return place
            elif text in (";", "{") and self.tokens[place].frame != "list":
                break
        return index

    def spaced(self, index):
        """Between spaces, as a binary operator is."""
        token = self.tokens[index]
        return (self.text[token.start - 1:token.start].isspace() and self.text[token.end:token.end + 1].isspace())

    def frame_around(self, index):
        """The kind of the nearest brace that is no initialiser: `block` inside a function."""
        owner = self.tokens[index].owner
        while owner is not None:
            if self.tokens[owner].text == "{" and self.tokens[owner].frame != "list":
                return self.tokens[owner].frame
            owner = self.tokens[owner].owner
        return "namespace"


def scan(text):
    line, last = 1, 0
    for found in SCANNER.finditer(text):
        line += text.count("\n", last, found.start())
        last = found.start()
        kind = "string" if found.lastgroup in ("raw", "mark") else found.lastgroup
        if kind in ("comment", "directive", "space", "other"):
            continue
        if kind == "operator" and found.group() == "[[":  # an attribute, or a subscript by a lambda: two brackets
            for offset in (0, 1):
                yield Token("operator", "[", found.start() + offset, line)
            continue
        yield Token(kind, found.group(), found.start(), line)
