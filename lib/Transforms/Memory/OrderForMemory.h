//===- OrderForMemory.h - an order of calls as a list of formulas ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_ORDERFORMEMORY_H
#define RELAX_TRANSFORMS_MEMORY_ORDERFORMEMORY_H

#include "dialects/Sym/NameList.h"
#include "lib/Analysis/Facts.h"

/// A tensor that operations of a run write, with all its views.
typedef struct OrderBuffer {
  SymExpr bytes;
  intptr_t writer; // step; -1: written before the run
  bool stays;      // something behind the run uses it
} OrderBuffer;

/// An operation of a run.
typedef struct OrderStep {
  MlirOperation op;
  intptr_t numReads, numWrites, numUsers;
  intptr_t *reads, *writes; // buffers, each once
  intptr_t *users;          // steps that use a result
} OrderStep;

/// Operations that may change places: pure ones without regions.
typedef struct OrderRun {
  Arena *arena;
  Facts facts;
  const SymNameList *symbols; // of the function, in order of definition
  intptr_t numSteps, numBuffers;
  OrderStep *steps;
  OrderBuffer *buffers;
} OrderRun;

/// The steps from the last to the first: bottom-up, always one that changes
/// what is live by most, as far as formulas can be compared; of others the last
/// (BladeDISC++'s list scheduling).
void orderSteps(const OrderRun *run, intptr_t *order);
/// Is the most that is ever live less in `order` at one of some assignments of
/// the symbols, and at none of them more?
bool orderIsBetter(const OrderRun *run, const intptr_t *order);

#endif // RELAX_TRANSFORMS_MEMORY_ORDERFORMEMORY_H
