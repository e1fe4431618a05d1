//===- Rows.h - computes in one nest of loops over rows -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_ROWS_H
#define RELAX_SCHEDULE_ROWS_H

#include "lib/Schedule/Scheduler.h"

/// Puts all computes that stand in `in` (a function or a loop), which has
/// nothing else but local memory, into one nest of `rows` loops, which run as
/// the first iterators of the first compute do; the innermost by `panel` rows
/// at a time. The caller has shown that the first `rows` iterators of every
/// compute are spatial, from 0, and go through the same rows, that each of them
/// uses of what another one writes its own row only, and that the first
/// dimensions of local memory are those rows: it shrinks to those of a round.
/// Failure after an error.
MlirLogicalResult scheduleFuseRows(Scheduler *s, MlirOperation in,
                                   intptr_t rows, int64_t panel);

#endif // RELAX_SCHEDULE_ROWS_H
