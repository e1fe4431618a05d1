//===- BatchFlow.h - what goes where in a module -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each value of a module has a level, 0 at first. What passes a value on,
// calls, regions, loops, fields of data by constructor, tuples, gives its level
// on; what else raises levels is a rule of whoever asks. Nothing changes any
// more at the end.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHFLOW_H
#define RELAX_TRANSFORMS_BATCH_BATCHFLOW_H

#include "lib/Bridge/Core/Bridge.h"

typedef struct FlowValue {
  const void *key; // MlirValue::ptr
  int32_t value;   // its level
} FlowValue;

/// A field of a constructor, by name and number.
typedef struct FlowField {
  MlirAttribute constructor;
  MlirType type; // of the data, or null
  int64_t index;
  int32_t level;
} FlowField;

typedef struct BatchFlow {
  MlirOperation module;
  int32_t most; // no level is higher; what nobody knows has it
  /// Fields of data of another type are others. Types may forget what they say
  /// when they are passed on: good for guesses alone.
  bool byType;
  bool (*rule)(struct BatchFlow *flow, MlirOperation op); // true: it is done
  FlowValue *values;                                      // stb_ds map
  FlowField *fields; // stb_ds array: those above 0
  bool changed;
} BatchFlow;

/// The function that a symbol names; null if there is none with a body.
MlirOperation batchCallee(const BatchFlow *flow, MlirAttribute reference);
int32_t batchLevel(const BatchFlow *flow, MlirValue value);
void batchRaise(BatchFlow *flow, MlirValue value, int32_t level);
/// Levels of all values.
void batchFlow(BatchFlow *flow);
void batchFlowFree(BatchFlow *flow);

#endif // RELAX_TRANSFORMS_BATCH_BATCHFLOW_H
