//===- GraphLoops.h - loops of graph operations as functions --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The body of a loop is a function that builds one round with the builder that
// it gets; it may use values from outside.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DECOMPOSE_GRAPHLOOPS_H
#define RELAX_TRANSFORMS_DECOMPOSE_GRAPHLOOPS_H

#include "lib/Transforms/Decompose/GraphBuilder.h"

enum { GRAPH_MAX_STATES = 8 };

/// Puts the next states in the place of the last ones; `rows` and `outs` are
/// those of a scan.
typedef void (*GraphRound)(GraphBuilder *g, MlirValue *states,
                           const MlirValue *rows, MlirValue *outs,
                           void *userData);

/// A loop whose states have one type in all rounds.
typedef struct GraphLoop {
  intptr_t numStates;
  MlirValue *states; // before the loop, then behind it
  intptr_t numRows;
  const MlirValue *rows; // of a scan: one of each a round
  intptr_t numOuts;
  MlirValue *outs; // what rounds give, one behind the other
  GraphRound round;
  void *userData;
} GraphLoop;

/// relax.scan. False after an error, or where a state or row is null.
bool graphScan(GraphBuilder *g, const GraphLoop *loop);
/// relax.while: `goesOn` gives an i1 scalar by the states.
bool graphWhile(GraphBuilder *g, const GraphLoop *loop,
                MlirValue (*goesOn)(GraphBuilder *g, const MlirValue *states,
                                    void *userData));

#endif // RELAX_TRANSFORMS_DECOMPOSE_GRAPHLOOPS_H
