//===- RuleDot.h - products of rows with rows (internal) ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_RULEDOT_H
#define RELAX_SCHEDULE_RULEDOT_H

#include "lib/Schedule/Rules.h"

typedef struct Dot {
  Rules *r;
  const RuleCompute *compute;
  intptr_t spatial;     // number of spatial iterators: the first ones
  intptr_t row, column; // of the tile; `row` may be -1
  int64_t lanes;
  int64_t factor;    // reductions side by side: one or several vectors
  bool single;       // at most one row
  bool hasRest;      // `factor` may not divide the reduction
  MlirValue columns; // the buffer whose rows are columns of the result
  MlirValue *loops;
  MlirValue outerRow, innerRow, outerColumn, innerColumn;
  MlirValue *copies, *vectors; // loops of the tile, stb_ds
} Dot;

/// Appends the schedule of the compute `name` (its handle: `compute`), whose
/// iterators are those of `dot->compute`. `alone`: nothing else uses its target
/// (RuleDotLoops.c).
void dotEmit(Dot *dot, MlirValue compute, StrRef name, bool alone);

#endif // RELAX_SCHEDULE_RULEDOT_H
