#!/usr/bin/env python3
"""Generates C accessors, builders and hook trampolines from ODS records.

usage: dialect-gen.py RECORDS.json STEM OUT.h OUT.cpp [FAMILY...]

RECORDS.json is `llvm-tblgen --dump-json` of dialects/<Dialect>/STEM.td. A file
with operations is a family; the base file (dialect, types, attributes) gets the
names of the families, so that the dialect can register them.

For an operation `relax.strided_slice` the header declares
  bool relaxIsStridedSlice(MlirOperation op);
  MlirValue relaxStridedSliceGetInput(MlirOperation op);        one per operand
  intptr_t relaxConcatGetNumInputs(MlirOperation op);           variadic operands
  MlirValue relaxConcatGetInputs(MlirOperation op, intptr_t i);
  MlirAttribute relaxStridedSliceGetAxes(MlirOperation op);     one per attribute,
  int64_t relaxSoftmaxGetAxis(MlirOperation op);                typed where it holds a value (dialect_gen/attributes.py)
  void relaxSoftmaxSetAxis(MlirOperation op, int64_t value);
  typedef struct RelaxStridedSliceArgs {...} RelaxStridedSliceArgs;
  MlirOperation relaxStridedSliceCreate(MlirLocation, const RelaxStridedSliceArgs *);
and the hooks that a C file of the same stem implements:
  relax...InferTypes, relax...Verify, relax...Fold, relax...Canonicalize,
  relax...VerifySymbols, relax...Effects.
"""
import os
import sys

sys.dont_write_bytecode = True  # the build writes nothing into the sources

from dialect_gen.header import header
from dialect_gen.operations import family_source
from dialect_gen.records import Op, Records, camel
from dialect_gen.types import AttrOrType, base_source


def main():
    path, stem, out_h, out_cpp, *families = sys.argv[1:]
    recs = Records(path)
    stem_file = stem + ".td"
    ops_recs = recs.all("Op", stem_file)
    h, c = [], []
    if ops_recs:
        dialect = recs.of(ops_recs[0]["opDialect"])
        ops = [Op(recs, r, dialect) for r in ops_recs]
        ops.sort(key=lambda o: int(o.rec["!locs"][0].split(":")[1]) if len(o.rec["!locs"]) == 1 else 0)
        header(ops, [], h, stem)
        family_source(ops, stem, dialect, c.append)
    else:
        own = recs.all("Dialect", stem_file)
        dialect = own[0]
        types = [AttrOrType(recs, r, dialect, True) for r in recs.all("TypeDef", stem_file)]
        attrs = [AttrOrType(recs, r, dialect, False) for r in recs.all("AttrDef", stem_file)]
        header([], types + attrs, h, stem)
        h.insert(2, '#include "mlir-c/IR.h"')
        cls = camel(dialect["name"]) if dialect["name"] not in ("tir", "vm") else dialect["name"].upper()
        h.insert(len(h) - 1, f"\nMLIR_DECLARE_CAPI_DIALECT_REGISTRATION({cls}, {dialect['name']});")
        if dialect["name"] == "relax":
            h.insert(len(h) - 1, "\n/// Infers the result types of an operation of the dialect; false if it is none that infers.\n"
                     f"bool {dialect['name']}InferResultTypes(MlirOperation op, MlirType *results, MlirLogicalResult *outcome);")
        base_source(types, attrs, stem, dialect, families, c.append)
    for path, lines in ((out_h, h), (out_cpp, c)):
        text = "\n".join(lines) + "\n"
        if not os.path.exists(path) or open(path).read() != text:  # else nothing behind it is built again
            with open(path, "w") as f:
                f.write(text)


main()
