//===- RecomputeModel.h - a function as steps, values and bytes -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What plans of memory are searched on: the operations of a body, and how many
// bytes its buffers take at one assignment of its symbols, the probe. A branch,
// a loop, a call of another function or of a library is one step, which never
// runs again.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTEMODEL_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTEMODEL_H

#include "lib/Transforms/Memory/PlanMemory.h"
#include "lib/Transforms/Memory/RecomputeProbe.h"

/// An argument of the function or a result of one of its operations.
typedef struct ModelValue {
  MlirValue value;
  int32_t node;     // that gives it; -1: an argument
  int32_t root;     // the value whose memory it lies in; often itself
  int64_t bytes;    // of a root in the arena, at the probe; else 0
  bool isFixedSize; // the same at every assignment
} ModelValue;

typedef enum ModelKind {
  MODEL_STEP,  // a call
  MODEL_VIEW,  // of its first operand
  MODEL_OTHER, // weights, constants, shapes, checks
  MODEL_OUT,   // writes its operand out to a file
  MODEL_BACK,  // reads back what that gave: its result is the value again
} ModelKind;

/// What takes time, in which memory is counted.
static inline bool modelIsTimed(ModelKind kind) {
  return kind == MODEL_STEP || kind == MODEL_OUT || kind == MODEL_BACK;
}

typedef struct ModelNode {
  MlirOperation op; // null: of what the text has not, to a file and back
  ModelKind kind;
  bool again;                      // may run again: a pure call of a program
  int32_t numOperands, *operands;  // values; behind those of the operation what
                                   // its regions read
  int32_t firstResult, numResults; // values
  int64_t cost;                    // of running it again (RecomputeCosts.c)
  int32_t numInPlace, *inPlace;    // operands whose place the result may take
} ModelNode;

typedef struct Model {
  Arena *arena;
  MlirOperation function;
  MlirBlock block;
  ModelValue *values;
  int32_t numValues;
  ModelNode *nodes; // all operations but the terminator
  int32_t numNodes;
  // Of values: the node that would write it out, in front of the one that would
  // read it back; -1: none. Both are behind `numNodes`. NULL: nothing may be
  // written out.
  int32_t *outs;
  int32_t numReturned, *returned; // values
  Probe probe;
  bool hasWhole;    // steps that are more than the call of a program
  int64_t ownBytes; // beside the arena, at the probe
} Model;

/// False where the body cannot be planned, with the reason. `flat`: nor may it
/// have branches, loops and calls.
bool modelIsKnown(MlirOperation function, bool flat, const char **reason,
                  MlirOperation *where);
/// `*known`: sizes are, when the function begins. `reload`: values may go to a
/// file and come back.
MlirLogicalResult modelBuild(RelaxPassRun *run, MlirOperation function,
                             bool reload, Model *out, bool *known);
/// RecomputeCosts.c: of nodes that may run again, in bytes that are moved.
void modelCountCosts(RelaxPassRun *run, const Facts *facts, Model *model);

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTEMODEL_H
