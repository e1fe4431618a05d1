//===- Translate.h - a program while its tree is built --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_PROGRAMS_TRANSLATE_H
#define RELAX_INTERPRETER_PROGRAMS_TRANSLATE_H

#include "lib/Interpreter/Programs/Program.h"

typedef struct ProgTranslator {
  Prog *program;
  Arena *arena;
  struct ProgSlot {
    const void *key; // MlirValue::ptr
    uint32_t value;  // first cell, or memory
  } *slots;          // stb_ds hash map
  MlirType *types;   // of the memories, stb_ds arrays
  StrRef *names;
  struct ProgMonoid {
    const void *key; // MlirOperation::ptr
    ProgBlock *value;
  } *monoids; // stb_ds hash map
  RelaxError *error;
} ProgTranslator;

MlirType progElementType(MlirType type);
/// 1 of a scalar.
int64_t progLanes(MlirType type);
/// Of a scalar, of the elements of anything else; `index` is i64.
bool progElementDType(ProgTranslator *t, MlirType type, RelaxDType *out);
/// A new place for the value.
bool progDefine(ProgTranslator *t, MlirValue value, uint32_t *slot);
uint32_t progSlot(ProgTranslator *t, MlirValue value);

/// Details.c: what single operations need beside operands and results.
bool progTranslateDetails(ProgTranslator *t, ProgNode *node);
/// An attribute that is a number.
ProgCell progCellOf(MlirAttribute value);
ProgExprs progTranslateExprs(ProgTranslator *t, const MlirAttribute *exprs,
                             intptr_t count, const MlirValue *indices);

#endif // RELAX_INTERPRETER_PROGRAMS_TRANSLATE_H
