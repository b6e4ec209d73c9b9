"""Places in C++ sources where a small fault can be planted, and the text that plants it (planted_fault.h).

Works on tokens: the sources are formatted by clang-format, which leaves spaces around binary operators only. What does not compile is found by
the compiler, in plant_faults.py.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<preprocessor>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)"""
    r"""|(?P<string>(?:u8|[uUL])?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"|(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')"""
    r"""|(?P<number>(?:0[xX][\da-fA-F']+|\d[\d']*(?:\.[\d']*)?(?:[eE][+-]?\d+)?)[uUlLzZfF]*)|(?P<word>[A-Za-z_]\w*)"""
    r"""|(?P<sign><=>|<<=|>>=|->|::|&&|\|\||<<|>>|[-+*/%&|^!=<>]=|\+\+|--|.)""",
    re.S | re.M | re.X)

TURNED = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
FUNCTOR = {"<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual", "==": "Equal", "!=": "NotEqual"}
NO_STATEMENT = set("return using namespace class struct const auto static template case default if for while do switch else enum friend public "
                   "private protected typedef goto throw constexpr explicit virtual operator inline extern try catch union".split())
OPENING, CLOSING = "([{", ")]}"


@dataclass
class Site:
    file: str
    line: int  # of the changed text
    last_line: int
    kind: str  # comparison, constant, dropped, error
    change: str  # for people
    edits: list  # (from, to, text with {n} for the fault's number)


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


def tokens_of(text):
    tokens = []
    for match in TOKEN.finditer(text):
        if match.lastgroup == "mark":
            kind = "string"
        else:
            kind = next(k for k in ("space", "preprocessor", "string", "number", "word", "sign") if match.group(k) is not None)
        if kind not in ("space", "preprocessor"):
            tokens.append(Token(kind, match.group(), match.start(), match.end()))
    return tokens


def matching(tokens, opening):
    """Index of the bracket that closes the one at `opening`, or None."""
    depth = 0
    for i in range(opening, len(tokens)):
        if tokens[i].text in OPENING and tokens[i].kind == "sign":
            depth += 1
        elif tokens[i].text in CLOSING and tokens[i].kind == "sign":
            depth -= 1
            if depth == 0:
                return i
    return None


def statement_end(tokens, first):
    """Index of the semicolon that ends the statement, or None if it ends otherwise."""
    i = first
    while i < len(tokens):
        text = tokens[i].text
        if tokens[i].kind == "sign" and text in OPENING:
            i = matching(tokens, i)
            if i is None:
                return None
        elif text == ";":
            return i
        elif tokens[i].kind == "sign" and text in CLOSING:
            return None
        i += 1
    return None


def is_spaced(text, token):
    return text[token.begin - 1] in " \n" and text[token.end] in " \n"


class Finder:
    def __init__(self, file, text, random):
        self.file, self.text, self.random = file, text, random
        self.tokens = tokens_of(text)
        self.sites = []

    def add(self, kind, first, last, change, edits):
        line = self.text.count("\n", 0, first) + 1
        last_line = self.text.count("\n", 0, last) + 1
        self.sites.append(Site(self.file, line, last_line, kind, change, edits))

    def find(self):
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in TURNED:
                self.comparison(i)
            elif token.kind == "number" or token.text in ("true", "false"):
                self.constant(i)
            if self.begins_statement(i):
                self.statement(i)
        return self.sites

    def line_of(self, token):
        begin = self.text.rfind("\n", 0, token.begin) + 1
        return self.text[begin:self.text.find("\n", token.begin)]

    def comparison(self, i):
        token = self.tokens[i]
        line = self.line_of(token)
        if not is_spaced(self.text, token) or self.tokens[i - 1].text in ("operator", "template") or re.search(r"\bconstexpr|static_assert|requires", line):
            return
        turned = self.random.choice(TURNED[token.text])
        text = f"{token.text} planted::Compare<planted::{FUNCTOR[token.text]}, planted::{FUNCTOR[turned]}> {{{{ {{n}} }}}} {token.text}"
        self.add("comparison", token.begin, token.end, f"`{token.text}` becomes `{turned}`: {line.strip()}", [(token.begin, token.end, text)])

    def constant(self, i):
        token = self.tokens[i]
        line = self.line_of(token)
        before, after = self.tokens[i - 1].text, self.tokens[i + 1].text if i + 1 < len(self.tokens) else ""
        if (before == "<" and not is_spaced(self.text, self.tokens[i - 1])) or (after == ">" and not is_spaced(self.text, self.tokens[i + 1])):
            return
        if before == "case" or re.search(r"\bconstexpr|static_assert|\benum\b|requires|alignas|std::array<", line):
            return
        value = token.text
        if value in ("true", "false"):
            other = "false" if value == "true" else "true"
        elif "." in value or ("e" in value.lower() and not value.lower().startswith("0x")):
            other = "1" if float(re.sub("[^0-9.eE+-]", "", value) or 0) == 0 else f"{value} * 2"
        else:
            other = f"{value} + 1" if re.fullmatch(r"0[uUlLzZ]*|0x0", value) or self.random.random() < 0.5 else f"{value} - 1"
        self.add("constant", token.begin, token.end, f"`{value}` becomes `{other}`: {line.strip()}",
                 [(token.begin, token.end, f"planted::changed({{n}}, {value}, {other})")])

    def begins_statement(self, i):
        if i == 0 or self.tokens[i].kind == "string":
            return False
        before = self.tokens[i - 1].text
        indent = re.match(r" *", self.line_of(self.tokens[i])).end()
        first_of_line = self.text[:self.tokens[i].begin].endswith("\n" + " " * indent)
        return first_of_line and indent >= 4 and before in (";", "{", "}", ")", "else", ":")

    def statement(self, i):
        token = self.tokens[i]
        if token.text == "if":
            self.error(i)
            return
        if token.text in NO_STATEMENT or token.text in CLOSING:
            return
        end = statement_end(self.tokens, i)
        if end is None:
            return
        begin, stop = token.begin, self.tokens[end].begin
        statement = self.text[begin:stop]
        if statement.count("\n") > 2 or "//" in statement:
            return
        is_jump = statement in ("break", "continue", "return")
        is_assignment = re.match(r"\*?[\w:.\->\[\]()*+ ]*?[\w\])] (=|\+=|-=|\*=|/=|\|=|&=|<<=|>>=) ", statement) and not re.match(
            r"[\w:<>]+[&*]? \w+ =", statement)
        is_call = re.match(r"[\w:.\->\[\]<>]+\(", statement) and statement.endswith(")")
        is_step = statement.startswith(("++", "--")) or statement.endswith(("++", "--"))
        if not (is_jump or is_assignment or is_call or is_step):
            return
        kind = "error" if statement.startswith("TRY(") else "dropped"
        what = " ".join(statement.split())
        opening, closing = ("", "") if is_jump else ("(void)(", ")")
        self.add(kind, begin, stop, ("error ignored: " if kind == "error" else "dropped: ") + f"{what};",
                 [(begin, begin, "if (planted::is({n})) { } else " + opening), (stop, stop, closing)])

    def error(self, i):
        """An `if` that returns an error: not taken."""
        opening = i + 1
        if self.tokens[opening].text != "(":
            return
        closing = matching(self.tokens, opening)
        if closing is None or closing + 2 >= len(self.tokens):
            return
        then = closing + 1 + (self.tokens[closing + 1].text == "{")
        end = statement_end(self.tokens, then)
        if self.tokens[then].text != "return" or end is None:
            return
        returned = self.text[self.tokens[then].begin:self.tokens[end].begin]
        if not re.search(r"fail|rror|refus", returned):
            return
        first = opening + 1
        for j in range(first, closing):
            if self.tokens[j].text == ";":
                first = j + 1
        begin, stop = self.tokens[first].begin, self.tokens[closing].begin
        condition = " ".join(self.text[begin:stop].split())
        if re.match(r"(const )?auto|[\w:<>]+[&*]? [&*]?\w+ =", condition):
            return
        self.add("error", begin, stop, f"error ignored: if ({condition}) {' '.join(returned.split())};",
                 [(begin, begin, "("), (stop, stop, ") && !planted::is({n})")])
