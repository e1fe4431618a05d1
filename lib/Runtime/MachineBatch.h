//===- MachineBatch.h - what was deferred, until it is forced -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINEBATCH_H
#define RELAX_RUNTIME_MACHINEBATCH_H

#include "lib/Runtime/Batch/Policy.h"
#include "lib/Runtime/MachineState.h"

/// A function with the shapes of its arguments: a type of the graph.
typedef struct BatchKind {
  LaneShapes shapes;
  int32_t older; // another one of the function, or -1
} BatchKind;

/// Memory of lanes, which go together: one behind the other, so that adding and
/// going through them is no walk through what was freed at some time.
typedef struct LanePiece {
  char *data;
  size_t bytes, used;
} LanePiece;

struct MachineBatch {
  RelaxCall *calls;  // those that run together
  const bool *ended; // of them: nobody waits for what they have left
  const RelaxTogether *how;
  BatchOrder *order;
  BatchGraph graph;
  BatchKind *kinds; // by type; stb_ds arrays from here on
  int32_t *newest;  // kind of each function, or -1
  LanePiece *memory;
  Lane **nodes;  // by node; they lie in `memory`
  Lane **lanes;  // of the batch that is launched
  int32_t *args; // of the node that is added
};

/// NULL without memory; keeps the arrays.
MachineBatch *machineBatchCreate(const RelaxTogether *how, RelaxCall *calls,
                                 const bool *ended);
/// Nothing is left in it.
void machineBatchDestroy(MachineBatch *batch);
/// Runs all that was deferred by calls that are under way. What fails is a
/// failure of its call.
void machineFlush(RelaxMachine *machine);

#endif // RELAX_RUNTIME_MACHINEBATCH_H
