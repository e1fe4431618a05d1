//===- Order.c - the order of elements in the interpreter -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Order.h"
#include "lib/Runtime/Container.h"

#include <math.h>

EvalItem evalItemAt(const RelaxTensor *tensor, int64_t index, int64_t place) {
  EvalItem item = {.isFloat = relaxDTypeIsFloat(tensor->dtype),
                   .isText = tensor->dtype == RELAX_STRING,
                   .place = place};
  if (item.isText)
    item.text = relaxStrings(tensor)[index];
  else if (item.isFloat)
    item.number = relaxLoadFloat(tensor->dtype, tensor->data, index);
  else
    item.integer = relaxLoadInt(tensor->dtype, tensor->data, index);
  if (tensor->dtype == RELAX_U64)
    item.integer = (int64_t)((uint64_t)item.integer ^ (UINT64_C(1) << 63));
  return item;
}

int evalCompareItems(const EvalItem *a, const EvalItem *b) {
  if (a->isText)
    return strRefCompare(a->text, b->text);
  if (!a->isFloat)
    return (a->integer > b->integer) - (a->integer < b->integer);
  if (isnan(a->number) || isnan(b->number))
    return isnan(a->number) - isnan(b->number);
  return (a->number > b->number) - (a->number < b->number);
}

static int comparePlaces(const EvalItem *a, const EvalItem *b) {
  return (a->place > b->place) - (a->place < b->place);
}

int evalAscending(const void *x, const void *y) {
  int order = evalCompareItems(x, y);
  return order ? order : comparePlaces(x, y);
}

int evalDescending(const void *x, const void *y) {
  int order = evalCompareItems(y, x);
  return order ? order : comparePlaces(x, y);
}
