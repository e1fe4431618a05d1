"""Rows of `agreements` (RelaxBase.td) as a table in C."""

import re

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
        return (int(word), "nullptr") if word.lstrip("-").isdigit() else (0, get(word))

    def get(attribute):
        return f"{op.fn}Get{camel(attribute)}"

    def make(kind, first=0, a=0, second=0, b=0, attribute="nullptr", rule="nullptr"):
        return f"{{{op.prefix}Is{op.camel}, RELAX_AGREE_{kind}, {first}, {a}, {second}, {b}, {attribute}, {rule}}},"

    if text == "by rule":
        return make("RULE", rule=f"{op.fn}Agree")
    if match := AT.fullmatch(text):
        a, attribute = number_or_attribute(match[2])
        return make("AT", operand(match[1]), a, operand(match[3]), int(match[4]), attribute)
    if match := TIMES.fullmatch(text):
        return make("TIMES", operand(match[1]), int(match[2]), operand(match[4]), int(match[5]), get(match[3]))
    match = LIKE.fullmatch(text)
    assert match, f"{op.name}: '{text}' is no agreement (RelaxBase.td)"
    a, attribute = number_or_attribute(match[4] or "-1")
    return make({"but": "BUT", "below": "BELOW"}.get(match[3], "WITHOUT"), operand(match[2]), a, operand(match[1]), 0, attribute)


def agreement_table(ops, stem, w):
    table = f"{ops[0].prefix}{stem}Agreements[]"
    w(f'#include "dialects/Relax/Agreement.h"\nextern "C" const RelaxAgreement {table};\nconst RelaxAgreement {table} = {{')
    for op in ops:
        for text in op.agreements:
            w("  " + row(op, text))
    w("  {}};")
