//===- RegionCost.h - what a region takes, gives and computes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_REGIONCOST_H
#define RELAX_TRANSFORMS_PATTERNS_REGIONCOST_H

#include "lib/Analysis/Facts.h"

/// Formulas over the symbols of the program; `?` where one is not known.
typedef struct RegionCost {
  SymExpr nodes;   // operations
  SymExpr work;    // multiply-adds (lib/Analysis/MultiplyAdds.h)
  SymExpr moved;   // bytes that come in and go out at each call
  SymExpr weights; // bytes of what is known before the first call
} RegionCost;

RegionCost regionCostNone(Arena *arena);
/// The operations are of one block.
RegionCost regionCostOf(Arena *arena, const MlirOperation *ops, size_t count);
/// One more operation that runs, without what it takes and gives.
void regionCostAddWork(Arena *arena, RegionCost *cost, MlirOperation op);
/// What a value takes that comes in or goes out.
void regionCostAddValue(Arena *arena, RegionCost *cost, MlirValue value);
RegionCost regionCostSum(Arena *arena, RegionCost a, RegionCost b);

/// Conditions on `nodes`, `work`, `moved` and `weights`.
typedef struct CostConditions {
  SymFact *facts;
  size_t count;
} CostConditions;

/// Reads `work >= 100 * moved, nodes <= 64`. False: `message` says why.
bool costConditionsRead(Arena *arena, StrRef text, CostConditions *out,
                        StrBuf *message);
/// All hold for this region, whatever the symbols are.
bool costConditionsHold(const Facts *facts, const CostConditions *conditions,
                        RegionCost cost);
/// One of them holds for no symbols that the facts allow.
bool costConditionsFail(const Facts *facts, const CostConditions *conditions,
                        RegionCost cost);

/// Those conditions that are not known to hold, over the program's symbols, as
/// an array of facts; null if one of them cannot be said.
MlirAttribute costConditionsLeft(MlirContext context, const Facts *facts,
                                 const CostConditions *conditions,
                                 RegionCost cost);

#endif // RELAX_TRANSFORMS_PATTERNS_REGIONCOST_H
