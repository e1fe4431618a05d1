//===- Loop.h - relax.while around a graph --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What Loop, SequenceMap and Scan have in common: a counter and further states
// go from round to round, and rows are gathered behind each other.
//
// The type of a state begins as that of its initial value. Where a round gives
// another extent, the extent becomes a symbol of the region, and the round is
// built again from the more general types, until nothing changes any more.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_LOOP_H
#define RELAX_FRONTEND_ONNX_OPS_LOOP_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// A value that goes from round to round.
typedef struct LoopState {
  const char *name; // for its argument
  MlirValue init;
  MlirType type;             // of the entry
  bool own[IMPORT_MAX_RANK]; // dimensions that are symbols of the region
  bool wrapped;          // an optional, of which every round gives the content
  MlirValue entry, next; // of the body, as `round` finds and leaves it
  MlirValue result;      // after the loop
} LoopState;

/// One row of every round; after the loop they are along axis 0.
typedef struct LoopRows {
  const Onnx__ValueInfoProto *declared; // may say extents
  MlirValue row;                        // as `round` leaves it
  MlirValue result;
} LoopRows;

typedef struct Loop Loop;
struct Loop {
  const Onnx__GraphProto *graph;
  size_t numStates, numRows;
  LoopState *states; // room for one more; the first counts the rounds
  LoopRows *rows;
  MlirValue limit;     // an i64 scalar, or null: no limit
  bool hasCondition;   // an i1 scalar: state 1
  const void *details; // of the operator
  /// Builds one round in `importer->body`: from the entries of the states to
  /// their next values, except for the counter, and to the rows.
  bool (*round)(Importer *importer, Loop *loop);
};

/// A loop with the counter, `numStates` states besides and so many rows.
Loop *loopCreate(Importer *importer, size_t numStates, size_t numRows);
/// Appends the loop to the body; false after an error.
bool loopBuild(Importer *importer, Loop *loop);
/// A tensor of one element as a scalar; `what` is for the message.
bool loopScalar(Importer *importer, const char *what, MlirValue *value);

#endif // RELAX_FRONTEND_ONNX_OPS_LOOP_H
