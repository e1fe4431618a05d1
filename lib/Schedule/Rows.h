//===- Rows.h - computes in one nest of loops -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_ROWS_H
#define RELAX_SCHEDULE_ROWS_H

#include "lib/Schedule/Scheduler.h"

/// Puts all computes of a function that has nothing else but local memory into
/// one nest of `rows` loops, which run as the first iterators of the first
/// compute do. The caller has shown that the first `rows` iterators of every
/// compute are spatial and go through the same rows, that each of them uses of
/// what another one writes its own row only, and that the first dimensions of
/// local memory are those rows: it shrinks to one row. Failure after an error.
MlirLogicalResult scheduleFuseRows(Scheduler *s, intptr_t rows);

#endif // RELAX_SCHEDULE_ROWS_H
