//===- BatchFlow.h - what goes where in a module -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each value of a module has a level, 0 at first. What passes a value on,
// calls, regions, loops, tuples, fields of data, gives its level on; what else
// raises levels is a rule of whoever asks. Fields of data are told apart by the
// operation that constructs them: a list of words is another one than a list of
// states, unless both get to one place. Nothing changes any more at the end.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHFLOW_H
#define RELAX_TRANSFORMS_BATCH_BATCHFLOW_H

#include "lib/Bridge/Core/Bridge.h"

/// Which operations construct data, a bit each; further ones share bits. The
/// first: nobody in the module.
typedef uint64_t FlowSites;

typedef struct FlowState {
  int32_t level;
  FlowSites sites; // of data: who constructs it
} FlowState;

typedef struct FlowValue {
  const void *key; // MlirValue::ptr
  FlowState value;
} FlowValue;

/// A field of what a site constructs, by name and number.
typedef struct FlowField {
  MlirAttribute constructor;
  int64_t index;
  int site; // a bit
  FlowState state;
} FlowField;

typedef struct FlowSite {
  const void *key; // MlirOperation::ptr
  int value;       // a bit
} FlowSite;

typedef struct BatchFlow {
  MlirOperation module;
  int32_t most; // no level is higher; what nobody knows has it
  void (*rule)(struct BatchFlow *flow, MlirOperation op);
  FlowValue *values; // stb_ds maps
  FlowSite *sites;
  FlowField *fields; // stb_ds array
  bool changed;
} BatchFlow;

/// The function that a symbol names; null if there is none with a body.
MlirOperation batchCallee(const BatchFlow *flow, MlirAttribute reference);
/// An operation of the graph of that name, or its call of the library.
bool batchIsLibrary(MlirOperation op, const char *name);
int32_t batchLevel(const BatchFlow *flow, MlirValue value);
void batchRaise(BatchFlow *flow, MlirValue value, int32_t level);
/// Levels of all values.
void batchFlow(BatchFlow *flow);
/// Some field of data has a level above 0.
bool batchFieldsRaised(const BatchFlow *flow);
void batchFlowFree(BatchFlow *flow);

#endif // RELAX_TRANSFORMS_BATCH_BATCHFLOW_H
