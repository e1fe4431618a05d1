//===- TurnFactors.h - products of rows with rows (internal) --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_TURNFACTORS_H
#define RELAX_SCHEDULE_TURNFACTORS_H

#include "lib/Schedule/Computes.h"

/// `target[.., row, .., column] += rows[.., row, sum] * columns[.., column,
/// sum]`
typedef struct Product {
  Scheduler *s;
  MlirOperation compute;
  intptr_t count, row, column; // iterators; the sum is the last one
  SymExpr *upper;
  ScheduleAccess columns; // the load that is turned
  bool *used;             // iterators of `columns`
} Product;

/// Copies the factor with the columns to a workspace the other way, and uses
/// it where there is more than one row. False after a refusal
/// (TurnFactorsApply.c).
bool turnFactor(Product *p);

#endif // RELAX_SCHEDULE_TURNFACTORS_H
