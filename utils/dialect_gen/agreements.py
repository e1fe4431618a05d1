"""Rows of `agreements` (RelaxBase.td) as tables in C."""

import re

from dialect_gen.attributes import WINDOW
from dialect_gen.records import camel

DIM = r"(\w+)\[(-?\w+)\]"
AT = re.compile(rf"{DIM} = {DIM}")
TIMES = re.compile(rf"{DIM} = (\w+) \* {DIM}")
LIKE = re.compile(r"(\w+) like (\w+)(?: (but|below|without) (\w+))?")


def row(op, text):
    """The initialiser of one row."""
    names = [name for name, _ in op.operands]

    def operand(name):
        before = [kind for _, kind in op.operands[: names.index(name)]]
        assert all(kind == "one" for kind in before), f"{op.name}: '{text}': the number of '{name}' is not fixed"
        return names.index(name)

    def number_or_attribute(word):
        return (int(word), None) if word.lstrip("-").isdigit() else (0, word)

    def make(kind, first=0, a=0, second=0, b=0, attribute=None, rule="nullptr"):
        get = given = "nullptr"
        if attribute:
            get, field = f"{op.fn}Get{camel(attribute)}", attribute
            if attribute in dict(op.window):
                field = f"window.{WINDOW[attribute]}"
                get = f"[](MlirOperation op) {{ return relaxWindowOf(op).{WINDOW[attribute]}; }}"
            given = f"[](const void *args) {{ return static_cast<const {op.type}Args *>(args)->{field}; }}"
        called = f'"{names[first]}", "{names[second]}"'
        return f"{{RELAX_AGREE_{kind}, {first}, {a}, {second}, {b}, {{{called}}}, {get}, {given}, {rule}}},"

    if text == "by rule":
        return make("RULE", rule=f"{op.fn}Agree")
    if match := AT.fullmatch(text):
        a, attribute = number_or_attribute(match[2])
        return make("AT", operand(match[1]), a, operand(match[3]), int(match[4]), attribute)
    if match := TIMES.fullmatch(text):
        return make("TIMES", operand(match[1]), int(match[2]), operand(match[4]), int(match[5]), match[3])
    match = LIKE.fullmatch(text)
    assert match, f"{op.name}: '{text}' is no agreement (RelaxBase.td)"
    a, attribute = number_or_attribute(match[4] or "-1")
    return make({"but": "BUT", "below": "BELOW"}.get(match[3], "WITHOUT"), operand(match[2]), a, operand(match[1]), 0, attribute)


def agreement_rows(op, w):
    """The rows of an operation."""
    w(f'extern "C" const RelaxAgreement {op.fn}Agreements[] = {{')
    for text in op.agreements:
        w("  " + row(op, text))
    w("  {}};")
