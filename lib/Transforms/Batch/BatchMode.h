//===- BatchMode.h - how the tensors of many calls become one -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Calls whose tensors have equal extents lie behind each other along a further
// dimension in front. Where extents differ, the dimensions up to the last one
// that does become one, the rows of all calls, and tables say which are whose.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHMODE_H
#define RELAX_TRANSFORMS_BATCH_BATCHMODE_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Pass.h"

typedef intptr_t BatchMode;
enum {
  BATCH_SHARED = -1, // all calls have the same one
  BATCH_LANE = 0,    // a dimension in front
  // From 1 on: so many dimensions in front are one, the rows of all calls.
};

/// Rows that one call has in the dimensions that are joined: so many times the
/// product of the extents, each of which is no literal.
typedef struct BatchRows {
  int64_t times;
  SymExpr *extents;
  intptr_t count;
} BatchRows;

/// How a program becomes one for many calls.
typedef struct BatchHow {
  const BatchMode *modes; // by buffer
  MlirAttribute joined;   // its symbols that differ from call to call, or null
  const SymExpr *values;  // what they are at the call
} BatchHow;

/// A weight or a constant: all calls have the same.
bool batchIsShared(MlirValue value);
/// Stands between operations and takes no time.
bool batchIsBeside(MlirOperation op);
/// A tensor of numbers of a known rank: those of many calls can be one.
bool batchTakes(MlirType type);
/// The dimension uses a symbol of `joined`, an array, or null for none.
bool batchUses(MlirAttribute dim, MlirAttribute joined);
/// The mode of a type where these symbols differ from call to call; false if
/// others stand among them.
bool batchModeOf(MlirType type, MlirAttribute joined, BatchMode *mode);
/// Of a type with this mode, above 0.
BatchRows batchRowsOf(Arena *arena, MlirType type, BatchMode mode);
/// `a * b * c`.
SymExpr batchProduct(Arena *arena, const SymExpr *extents, intptr_t count);
/// That of the program of a call where these symbols of the caller differ;
/// false if there is none.
bool batchHow(Arena *arena, MlirOperation call, MlirOperation kernel,
              MlirAttribute joined, BatchHow *out);
/// The symbols of the types of what the call works on, in their order; null if
/// there are none.
MlirAttribute batchSymbolsOf(MlirOperation call);
/// The facts that say nothing of the symbols.
MlirAttribute batchFactsWithout(MlirAttribute facts, MlirAttribute joined);

#endif // RELAX_TRANSFORMS_BATCH_BATCHMODE_H
