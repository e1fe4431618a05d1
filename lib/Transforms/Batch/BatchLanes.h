//===- BatchLanes.h - a program for many calls while it is made -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHLANES_H
#define RELAX_TRANSFORMS_BATCH_BATCHLANES_H

#include "lib/Schedule/Computes.h"
#include "lib/Transforms/Batch/BatchMode.h"

/// Rows of calls that a program has a table of.
typedef struct BatchTable {
  const intptr_t *extents; // numbers of those of which they are the product
  intptr_t count;
} BatchTable;

/// Tables of a program: of extents, over its symbols, and of rows.
typedef struct BatchTables {
  SymExpr *extents;
  intptr_t numExtents;
  BatchTable *rows;
  intptr_t numRows;
} BatchTables;

/// The dimensions of a buffer that are joined.
typedef struct BatchFront {
  intptr_t rows; // number of the table
  int64_t times; // as many rows
  StrRef name;   // the symbol of the dimension that they are
} BatchFront;

typedef struct BatchLanes {
  Scheduler s;
  const BatchHow *how;
  MlirAttribute extent; // the symbol of the calls
  /// The loop over calls; null: an iterator of each compute is.
  MlirOperation loop;
  BatchTables tables;
  const BatchFront *fronts; // by buffer
  /// In the loop: each extent, and where rows begin.
  SymExpr *lengths, *starts;
} BatchLanes;

MlirOperation batchComputeAround(MlirOperation op);
/// Indices in front of those of all accesses, or one in place of those that are
/// joined. The types of the buffers are the old ones yet.
void batchAddIndices(BatchLanes *lanes);
/// The index of an access in dimensions that are joined.
SymExpr batchRowIndex(BatchLanes *lanes, intptr_t buffer, const SymExpr *index);
/// What a load gives beyond the end of the rows of its call is its padding.
void batchPadRows(BatchLanes *lanes, MlirOperation load, intptr_t buffer,
                  const SymExpr *index);
/// A buffer with the calls in front.
MlirType batchLaneType(BatchLanes *lanes, MlirType type);

/// Every compute gets an iterator over the calls.
bool batchComputesCan(MlirOperation kernel);
bool batchComputesMake(BatchLanes *lanes);
/// What it does to a row depends on that row and on what is shared alone.
bool batchIsRowwise(MlirOperation kernel, const BatchHow *how);
/// A loop over the calls around everything.
bool batchRoundsCan(MlirOperation kernel, const BatchHow *how);
/// BatchTables.c: fills in tables and fronts.
void batchFindTables(BatchLanes *lanes);
/// An expression over the program's symbols, in the loop.
SymExpr batchInLoop(BatchLanes *lanes, SymExpr expr);
/// BatchRoundsText.c: a program with an empty loop behind `lanes->s.func`;
/// fills in what the loop has. Null after an error.
MlirOperation batchWriteRounds(BatchLanes *lanes);
/// The program in place of `lanes->s.func`, which is destroyed; null after an
/// error.
MlirOperation batchRoundsMake(BatchLanes *lanes);

#endif // RELAX_TRANSFORMS_BATCH_BATCHLANES_H
