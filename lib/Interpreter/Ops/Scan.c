//===- Scan.c - operations along one axis ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Scan.gen.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// arg_max, arg_min
//===----------------------------------------------------------------------===//

/// Element `a` is more of an extreme than `b`; a NaN is more than any number.
static bool isBetter(const RelaxTensor *x, bool max, int64_t a, int64_t b) {
  if (relaxDTypeIsFloat(x->dtype)) {
    double p = relaxLoadFloat(x->dtype, x->data, a);
    double q = relaxLoadFloat(x->dtype, x->data, b);
    return isnan(q) ? false : isnan(p) || (max ? p > q : p < q);
  }
  int64_t p = relaxLoadInt(x->dtype, x->data, a);
  int64_t q = relaxLoadInt(x->dtype, x->data, b);
  if (x->dtype == RELAX_U64)
    return max ? (uint64_t)p > (uint64_t)q : (uint64_t)p < (uint64_t)q;
  return max ? p > q : p < q;
}

static bool arg(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  bool max = relaxIsArgMax(step->op);
  int64_t axis =
      max ? relaxArgMaxGetAxis(step->op) : relaxArgMinGetAxis(step->op);
  bool keep =
      max ? relaxArgMaxGetKeepDims(step->op) : relaxArgMinGetKeepDims(step->op);
  bool last = max ? relaxArgMaxGetLast(step->op) : relaxArgMinGetLast(step->op);
  EvalAxis lines;
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank = 0;
  if (!evalAxisLines(step, axis, &lines))
    return false;
  for (int32_t i = 0; i < x->rank; ++i)
    if (i != axis)
      dims[rank++] = x->dims[i];
    else if (keep)
      dims[rank++] = 1;
  if (lines.number > 0 && lines.count == 0)
    return relaxFail(step->error, "no element along the axis");
  if (!evalCreate(step, RELAX_I64, rank, dims))
    return false;
  for (int64_t line = 0; line < lines.number; ++line) {
    int64_t first = evalAxisFirst(&lines, line), best = 0;
    for (int64_t i = 1; i < lines.count; ++i) {
      int64_t at = first + i * lines.stride;
      int64_t than = first + best * lines.stride;
      if (last ? !isBetter(x, max, than, at) : isBetter(x, max, at, than))
        best = i;
    }
    relaxStoreInt(RELAX_I64, step->results[0].data, line, best);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// cumsum, cumprod
//===----------------------------------------------------------------------===//

static void accumulate(const RelaxTensor *x, RelaxTensor *y,
                       const EvalAxis *lines, int64_t first, bool product,
                       bool exclusive, bool reverse) {
  bool floats = relaxDTypeIsFloat(x->dtype);
  double sum = product;
  uint64_t whole = product;
  for (int64_t k = 0; k < lines->count; ++k) {
    int64_t place = reverse ? lines->count - 1 - k : k;
    int64_t at = first + place * lines->stride;
    double before = sum;
    uint64_t wholeBefore = whole;
    if (floats) {
      double value = relaxLoadFloat(x->dtype, x->data, at);
      sum = product ? sum * value : sum + value;
      if (x->dtype != RELAX_F64)
        sum = (float)sum;
      relaxStoreFloat(y->dtype, y->data, at, exclusive ? before : sum);
    } else {
      uint64_t value = (uint64_t)relaxLoadInt(x->dtype, x->data, at);
      whole = product ? whole * value : whole + value;
      relaxStoreInt(y->dtype, y->data, at,
                    (int64_t)(exclusive ? wholeBefore : whole));
    }
  }
}

static bool accumulateAll(EvalStep *step, int64_t axis, bool product,
                          bool exclusive, bool reverse) {
  const RelaxTensor *x = step->operands[0];
  EvalAxis lines;
  if (x->dtype == RELAX_BOOL)
    return evalRefuseElements(step, x->dtype);
  if (!evalAxisLines(step, axis, &lines) ||
      !evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  for (int64_t line = 0; line < lines.number; ++line)
    accumulate(x, &step->results[0], &lines, evalAxisFirst(&lines, line),
               product, exclusive, reverse);
  return true;
}

#define CUMULATIVE(Op, product)                                                \
  static bool eval##Op(EvalStep *step) {                                       \
    MlirOperation op = step->op;                                               \
    return accumulateAll(step, relax##Op##GetAxis(op), product,                \
                         relax##Op##GetExclusive(op),                          \
                         relax##Op##GetReverse(op));                           \
  }                                                                            \
  static bool evalDynamic##Op(EvalStep *step) {                                \
    MlirOperation op = step->op;                                               \
    int64_t axis;                                                              \
    return evalAxisOperand(step, 1, step->operands[0]->rank, &axis) &&         \
           accumulateAll(step, axis, product,                                  \
                         relaxDynamic##Op##GetExclusive(op),                   \
                         relaxDynamic##Op##GetReverse(op));                    \
  }
CUMULATIVE(Cumsum, false)
CUMULATIVE(Cumprod, true)

const EvalEntry evalScan[] = {
    {"relax.arg_max", arg, NULL},
    {"relax.arg_min", arg, NULL},
    {"relax.cumsum", evalCumsum, NULL},
    {"relax.cumprod", evalCumprod, NULL},
    {"relax.dynamic_cumsum", evalDynamicCumsum, NULL},
    {"relax.dynamic_cumprod", evalDynamicCumprod, NULL},
    {NULL, NULL, NULL}};
