//===- Layout.h - another order of a weight in memory ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A packed layout gives every dimension of the packed buffer one digit of one
// dimension of the weight: `(x floordiv scale) mod base`. The digits of a
// dimension are those of a number with mixed radix, so that every element has
// one place; places of no element hold zero (references/cpu-perf.md, recipe B:
// `[N/32][K][32]`).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_LAYOUT_H
#define RELAX_SCHEDULE_LAYOUT_H

#include "lib/Schedule/Scheduler.h"

typedef struct LayoutDigit {
  intptr_t dim;        // of the weight
  int64_t scale, base; // base 0: the highest digit, without limit
} LayoutDigit;

/// Of argument `argument` of the function: digits, one per packed dimension.
struct ScheduleLayout {
  intptr_t argument, rank, packedRank;
  LayoutDigit *digits;
};

/// Reads the layout of the primitive (LayoutDigits.c); failure after a refusal.
MlirLogicalResult layoutRead(Scheduler *s, MlirValue buffer,
                             ScheduleLayout *layout);
/// The type of the packed buffer for a weight of type `type`; null after an
/// overflow was refused.
MlirType layoutType(Scheduler *s, const ScheduleLayout *layout, MlirType type);
/// The indices in the packed buffer of the element at `exprs`, and back; at
/// `op`, whose facts simplify them. False after an overflow was refused.
bool layoutPack(Scheduler *s, const ScheduleLayout *layout, MlirOperation op,
                const SymExpr *exprs, SymExpr *packed);
bool layoutUnpack(Scheduler *s, const ScheduleLayout *layout,
                  const SymExpr *packed, SymExpr *exprs);

/// The reference to a program of the module that writes a buffer of that type
/// in the layout; null after an overflow was refused. `target` (or null): what
/// it is made for.
MlirAttribute layoutProgram(Scheduler *s, const ScheduleLayout *layout,
                            MlirType type, MlirAttribute target,
                            MlirLocation loc);

/// Does every caller in the module pass a weight, so that it can be prepared?
/// NULL, or the reason why not, in the arena.
const char *layoutRefusal(Scheduler *s, MlirValue buffer);

#endif // RELAX_SCHEDULE_LAYOUT_H
