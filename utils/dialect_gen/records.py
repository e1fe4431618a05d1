"""What ODS says of operations, read from the records of `llvm-tblgen --dump-json`."""

import json

from dialect_gen import attributes


def camel(name):
    return "".join(part[:1].upper() + part[1:] for part in name.replace(".", "_").split("_"))


def kind_of(supers):
    """How many values an operand or a result stands for."""
    return "many" if "Variadic" in supers else "optional" if "Optional" in supers else "one"


def fields(name, kind, types=False):
    """The fields of a builder's arguments for an operand, or for the types of a result: the value (of "many" the list) and the
    length of the list."""
    suffix = "" if not types else "Types" if kind == "many" else "Type"
    return name + suffix, "num" + camel(name) + suffix


class Records:
    def __init__(self, path):
        with open(path) as f:
            self.records = json.load(f)

    def all(self, kind, stem_file):
        names = self.records["!instanceof"].get(kind, [])
        found = [self.records[n] for n in names if not self.records[n].get("!anonymous")]
        return [r for r in found if any(l.split(":")[0].endswith(stem_file) for l in r["!locs"])]

    def of(self, reference):
        return self.records[reference["def"]]


def holds_exprs(recs, constraint):
    """An expression, or arrays of them; also where it is optional."""
    if "OptionalAttr" in constraint["!superclasses"]:
        constraint = recs.of(constraint["baseAttr"])
    return constraint["!name"] in ("Sym_AnyExpr", "Sym_Exprs", "Sym_ExprLists")


class Op:
    """What the templates need to know of one operation."""

    def __init__(self, recs, rec, dialect):
        self.rec = rec
        self.cpp = dialect["cppNamespace"] + "::" + rec["!name"].split("_", 1)[1]
        self.name = dialect["name"] + "." + rec["opName"]
        self.prefix = dialect["name"]
        self.camel = camel(rec["opName"])
        self.fn = self.prefix + self.camel
        self.type = camel(self.prefix) + self.camel
        self.dims = camel(self.prefix) + "Dims"  # what inference rules compute with
        self.operands, self.attributes = [], []
        self.indexed = any(recs.of(t)["!name"] == "Sym_UsesOwnIndices" for t in rec["traits"])
        self.sized = rec.get("sized", "")
        self.windowed = rec.get("hasWindow", 0) == 1
        self.window = []  # attributes that are fields of RelaxWindow
        self.expr_attributes = []  # those with expressions
        for ref, name in rec["arguments"]["args"]:
            arg = recs.of(ref)
            supers = arg["!superclasses"]
            if "AttrConstraint" in supers:
                optional = "OptionalAttr" in supers
                if self.windowed and name in attributes.WINDOW:
                    kind = attributes.kind_of(arg["storageType"].strip(), optional)
                    self.window.append((name, attributes.INTEGERS if "DenseI64ArrayAttr" in arg["!name"] else kind))
                    continue
                if self.indexed and holds_exprs(recs, arg):
                    self.expr_attributes.append(name)
                self.attributes.append((name, attributes.kind_of(arg["storageType"].strip(), optional)))
            else:
                self.operands.append((name, kind_of(supers)))
        self.results = []
        for ref, name in rec["results"]["args"]:
            self.results.append((name or "result", kind_of(recs.of(ref)["!superclasses"])))
        self.regions = len(rec["regions"]["args"])
        self.variadic_regions = any(
            "VariadicRegion" in recs.of(r)["!superclasses"] for r, _ in rec["regions"]["args"])
        self.infers = rec.get("infersTypes", 0) == 1
        self.numbers_only = rec.get("takesStrings", 1) == 0
        self.no_blocks = rec.get("takesBlocks", 1) == 0
        self.is_relax = "takesBlocks" in rec
        self.agreements = rec.get("agreements", [])
        self.onnx = rec.get("onnx", [])
        self.same_type = rec.get("sameType", 0) == 1
        self.rules = rec.get("hasRules", 0) == 1
        self.segments = sum(kind != "one" for _, kind in self.operands) > 1
        self.result_segments = sum(kind != "one" for _, kind in self.results) > 1
        # MemoryEffects<[...]> lists its effects itself: only the declared form is a hook.
        self.interfaces = [recs.of(t).get("cppInterfaceName") or "" for t in rec["traits"]
                           if "MemoryEffects" not in recs.of(t)["!superclasses"]]
