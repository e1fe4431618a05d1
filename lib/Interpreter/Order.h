//===- Order.h - the order of elements in the interpreter -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Interpreter. The op library of the runtime, which is compared
// with this, has its own (lib/Runtime/Ops/Order.h).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_ORDER_H
#define RELAX_INTERPRETER_ORDER_H

#include "lib/Runtime/Tensor.h"

/// An element and its place. Floats are compared as doubles, a NaN above all
/// numbers and equal to NaN; u64 by a sign bit that is flipped; strings byte by
/// byte.
typedef struct EvalItem {
  bool isFloat, isText;
  StrRef text;
  double number;
  int64_t integer;
  int64_t place;
} EvalItem;

/// Element `index` of a tensor, known as `place`.
EvalItem evalItemAt(const RelaxTensor *tensor, int64_t index, int64_t place);
int evalCompareItems(const EvalItem *a, const EvalItem *b);
/// For qsort; of equal elements the one with the smaller place comes first.
int evalAscending(const void *x, const void *y);
int evalDescending(const void *x, const void *y);

#endif // RELAX_INTERPRETER_ORDER_H
