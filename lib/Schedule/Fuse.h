//===- Fuse.h - operations that tir.fuse writes ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_FUSE_H
#define RELAX_SCHEDULE_FUSE_H

#include "lib/Schedule/Scheduler.h"

/// Where they go: before an operation, or at the end of the block.
typedef struct FuseBuilder {
  Scheduler *s;
  MlirBlock block;
  MlirLocation loc;
  MlirOperation before;
} FuseBuilder;

/// An entry of a table as an index; its symbol.
SymExpr fuseIndex(FuseBuilder *b, MlirValue table, SymExpr at,
                  const char *name);
/// An index as an i64.
MlirValue fuseWord(FuseBuilder *b, SymExpr index);
/// A `tir.check` that stops where the expression is below 0.
void fuseCheck(FuseBuilder *b, SymExpr expr);
/// No expression is below 0, and one of two values if that holds.
MlirValue fuseIsInside(FuseBuilder *b, const SymExpr *exprs, size_t count);
MlirValue fuseSelect(FuseBuilder *b, MlirValue holds, MlirValue then,
                     MlirValue other);
/// i64 memory of the caller.
MlirValue fuseWorkspace(FuseBuilder *b, StrRef name, SymExpr extent);
MlirOperation fuseFor(FuseBuilder *b, StrRef name, SymExpr lower,
                      SymExpr upper);
void fuseStore(FuseBuilder *b, MlirValue value, MlirValue buffer, SymExpr at);

#endif // RELAX_SCHEDULE_FUSE_H
