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
/// A `tir.check` that stops where the expression is below 0.
void fuseCheck(FuseBuilder *b, SymExpr expr);
/// No expression is below 0, and one of two values if that holds.
MlirValue fuseIsInside(FuseBuilder *b, const SymExpr *exprs, size_t count);
MlirValue fuseSelect(FuseBuilder *b, MlirValue holds, MlirValue then,
                     MlirValue other);

/// Can all callers make and pass a table of the owners of rows, which begin at
/// `starts` and are those of `buffer`? A refusal if not.
MlirLogicalResult fuseCheckCallers(Scheduler *s, MlirValue starts,
                                   MlirValue buffer);
/// They do: the argument that has it; null after an error (FuseOwners.c).
MlirValue fuseOwners(Scheduler *s, MlirValue starts, MlirValue buffer,
                     SymExpr rows);

#endif // RELAX_SCHEDULE_FUSE_H
