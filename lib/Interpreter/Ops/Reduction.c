//===- Reduction.c - operations that combine elements along axes ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef enum ReductionKind {
  SUM,
  PROD,
  MEAN,
  MAX,
  MIN,
  L1,
  L2,
  SUM_SQUARE,
  LOG_SUM,
  LOG_SUM_EXP
} ReductionKind;

typedef struct ReductionRule {
  ReductionKind kind;
  MlirAttribute (*getAxes)(MlirOperation op);
  bool (*getKeepDims)(MlirOperation op);
} ReductionRule;

//===----------------------------------------------------------------------===//
// Identities and steps
//===----------------------------------------------------------------------===//

static double startFloat(ReductionKind kind) {
  return kind == MAX ? -INFINITY : kind == MIN ? INFINITY : kind == PROD;
}

/// A NaN that was met stays. A sum is kept in f32 (of f64 elements in f64):
/// where a model subtracts two sums, as a decomposed layer norm does, another
/// width gives other numbers than every f32 implementation.
static double stepFloat(ReductionKind kind, RelaxDType dtype, double state,
                        double x) {
  if (kind == L1)
    x = fabs(x);
  else if (kind == L2 || kind == SUM_SQUARE)
    x *= x;
  if (kind != MAX && kind != MIN) {
    double next = kind == PROD ? state * x : state + x;
    return dtype == RELAX_F64 ? next : (float)next;
  }
  if (isnan(state) || isnan(x))
    return NAN;
  if (state == x)
    return (kind == MAX) == (signbit(state) != 0) ? x : state;
  return (kind == MAX) == (x > state) ? x : state;
}

/// The smallest value of an integer type (for MAX), the largest (for MIN).
static int64_t startInteger(ReductionKind kind, RelaxDType dtype) {
  int bits = (int)relaxDTypeBits(dtype);
  if (kind != MAX && kind != MIN)
    return kind == PROD;
  if (dtype == RELAX_BOOL)
    return kind == MIN;
  if (relaxDTypeIsUnsigned(dtype))
    return kind == MAX ? 0 : (int64_t)(UINT64_MAX >> (64 - bits));
  int64_t largest = INT64_MAX >> (64 - bits);
  return kind == MAX ? -largest - 1 : largest;
}

static int64_t stepInteger(ReductionKind kind, RelaxDType dtype, int64_t state,
                           int64_t x) {
  if (kind == L1 && !relaxDTypeIsUnsigned(dtype) && x < 0)
    x = (int64_t)(0 - (uint64_t)x);
  else if (kind == L2 || kind == SUM_SQUARE)
    x = (int64_t)((uint64_t)x * (uint64_t)x);
  if (kind != PROD && kind != MAX && kind != MIN)
    return (int64_t)((uint64_t)state + (uint64_t)x);
  if (kind == PROD)
    return (int64_t)((uint64_t)state * (uint64_t)x);
  bool less = dtype == RELAX_U64 ? (uint64_t)state < (uint64_t)x : state < x;
  return less == (kind == MAX) ? x : state;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

typedef struct Axes {
  bool reduced[RELAX_MAX_RANK];
  bool keepDims;
} Axes;

static bool readAxes(EvalStep *step, Axes *axes) {
  const ReductionRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  MlirAttribute list = rule->getAxes(step->op);
  int64_t values[EVAL_MAX_INTEGERS];
  intptr_t count = list.ptr ? mlirDenseArrayGetNumElements(list) : 0;
  *axes = (Axes){.keepDims = rule->getKeepDims(step->op)};
  for (int32_t i = 0; i < input->rank; ++i)
    axes->reduced[i] = !list.ptr;
  if (list.ptr && !evalIntegers(step, list, count, values))
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    if (!evalCheckAxis(step, values[i], input->rank))
      return false;
    axes->reduced[values[i]] = true;
  }
  return true;
}

/// Creates the result and the strides of a walk over the input that lead to an
/// element's place in the result.
static bool createResult(EvalStep *step, const Axes *axes, EvalWalk *walk,
                         int64_t *perResult) {
  const RelaxTensor *input = step->operands[0];
  int32_t rank = 0, place[RELAX_MAX_RANK];
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK];
  int64_t reducedDims[RELAX_MAX_RANK];
  int32_t numReduced = 0;
  *walk = (EvalWalk){.rank = input->rank, .numOperands = 1};
  for (int32_t i = 0; i < input->rank; ++i) {
    walk->dims[i] = input->dims[i];
    place[i] = axes->reduced[i] ? -1 : rank;
    if (axes->reduced[i])
      reducedDims[numReduced++] = input->dims[i];
    if (!axes->reduced[i] || axes->keepDims)
      dims[rank++] = axes->reduced[i] ? 1 : input->dims[i];
  }
  if (!evalCreate(step, input->dtype, rank, dims))
    return false;
  evalStrides(rank, dims, strides);
  for (int32_t i = 0; i < input->rank; ++i)
    walk->strides[0][i] = place[i] < 0 ? 0 : strides[place[i]];
  if (!relaxNumElements(numReduced, reducedDims, perResult))
    *perResult = 0; // only beside an extent of 0, where there is no result
  return true;
}

static double finishFloat(ReductionKind kind, double state) {
  return kind == L2 ? sqrt(state) : kind == LOG_SUM ? log(state) : state;
}

/// An integer that a function of floats gives.
static void storeTruncated(RelaxTensor *result, int64_t i, double value) {
  relaxStoreInt(result->dtype, result->data, i,
                evalIntegerFromFloat(result->dtype, value));
}

/// The state of one result, without the subtotals that are in `total`.
typedef struct FloatState {
  double state, total;
  int64_t count;
} FloatState;

enum { SUBTOTAL = 1024 }; // elements: a longer chain loses too much

static void flush(FloatState *s, ReductionKind kind, RelaxDType dtype) {
  s->total = stepFloat(kind == PROD || kind == MAX || kind == MIN ? kind : SUM,
                       dtype, s->total, s->state);
  s->state = startFloat(kind);
}

static bool reduceFloats(EvalStep *step, EvalWalk walk, int64_t perResult) {
  const ReductionRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  RelaxTensor *result = &step->results[0];
  int64_t count = relaxTensorCount(result);
  FloatState *states = malloc((size_t)(count + 1) * sizeof *states);
  if (!states)
    return relaxFail(step->error, "out of memory");
  for (int64_t i = 0; i < count; ++i)
    states[i] = (FloatState){startFloat(rule->kind), startFloat(rule->kind), 0};
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    FloatState *s = &states[walk.offset[0]];
    s->state = stepFloat(rule->kind, input->dtype, s->state,
                         relaxLoadFloat(input->dtype, input->data, i));
    if (++s->count % SUBTOTAL == 0)
      flush(s, rule->kind, input->dtype);
    evalWalkNext(&walk);
  }
  for (int64_t i = 0; i < count; ++i) {
    flush(&states[i], rule->kind, input->dtype);
    relaxStoreFloat(result->dtype, result->data, i,
                    rule->kind == MEAN
                        ? states[i].total / (double)perResult
                        : finishFloat(rule->kind, states[i].total));
  }
  free(states);
  return true;
}

static bool reduceIntegers(EvalStep *step, EvalWalk walk, int64_t perResult) {
  const ReductionRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  RelaxTensor *result = &step->results[0], sums;
  RelaxDType dtype = input->dtype;
  if (rule->kind == MEAN && perResult == 0 && relaxTensorCount(result) > 0)
    return relaxFail(step->error, "integer division by zero: the mean of no "
                                  "element");
  if (!relaxTensorCreate(RELAX_I64, result->rank, result->dims, &sums,
                         step->error))
    return false;
  int64_t *states = sums.data;
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    states[i] = startInteger(rule->kind, dtype);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t *state = &states[walk.offset[0]];
    *state = stepInteger(rule->kind, dtype, *state,
                         relaxLoadInt(dtype, input->data, i));
    evalWalkNext(&walk);
  }
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t value = states[i];
    if (rule->kind == MEAN)
      value = dtype == RELAX_U64
                  ? (int64_t)((uint64_t)value / (uint64_t)perResult)
                  : value / perResult;
    relaxStoreInt(dtype, result->data, i, value);
    // Roots and logarithms are those of the sum that the type holds.
    if (rule->kind == L2 || rule->kind == LOG_SUM)
      storeTruncated(
          result, i,
          finishFloat(rule->kind, evalFloatFromInteger(
                                      dtype, RELAX_F64,
                                      relaxLoadInt(dtype, result->data, i))));
  }
  relaxTensorRelease(&sums);
  return true;
}

/// An element of any type as a number.
static double loadNumber(const RelaxTensor *tensor, int64_t i) {
  return relaxDTypeIsFloat(tensor->dtype)
             ? relaxLoadFloat(tensor->dtype, tensor->data, i)
             : evalFloatFromInteger(
                   tensor->dtype, RELAX_F64,
                   relaxLoadInt(tensor->dtype, tensor->data, i));
}

/// log(sum of e^(x - m)) + m for the largest element m, where that is finite.
static bool reduceLogSumExp(EvalStep *step, EvalWalk walk) {
  const RelaxTensor *input = step->operands[0];
  RelaxTensor *result = &step->results[0];
  int64_t count = relaxTensorCount(input), total = relaxTensorCount(result);
  double *m = malloc((size_t)(total + 1) * 2 * sizeof *m), *s = m + total;
  if (!m)
    return relaxFail(step->error, "out of memory");
  for (int64_t i = 0; i < total; ++i)
    m[i] = -INFINITY, s[i] = 0;
  EvalWalk again = walk;
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&walk))
    m[walk.offset[0]] =
        stepFloat(MAX, RELAX_F64, m[walk.offset[0]], loadNumber(input, i));
  for (int64_t i = 0; i < total; ++i)
    m[i] = isinf(m[i]) ? 0 : m[i];
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&again))
    s[again.offset[0]] += exp(loadNumber(input, i) - m[again.offset[0]]);
  for (int64_t i = 0; i < total; ++i) {
    double value = log(s[i]) + m[i];
    if (relaxDTypeIsFloat(result->dtype))
      relaxStoreFloat(result->dtype, result->data, i, value);
    else
      storeTruncated(result, i, value);
  }
  free(m);
  return true;
}

static bool reduceOver(EvalStep *step, const Axes *axes) {
  const ReductionRule *rule = step->rule;
  RelaxDType dtype = step->operands[0]->dtype;
  EvalWalk walk;
  int64_t perResult;
  if (dtype == RELAX_BOOL && rule->kind != MAX && rule->kind != MIN)
    return evalRefuseElements(step, dtype);
  if (!createResult(step, axes, &walk, &perResult))
    return false;
  if (rule->kind == LOG_SUM_EXP)
    return reduceLogSumExp(step, walk);
  return relaxDTypeIsFloat(dtype) ? reduceFloats(step, walk, perResult)
                                  : reduceIntegers(step, walk, perResult);
}

static bool reduce(EvalStep *step) {
  Axes axes;
  return readAxes(step, &axes) && reduceOver(step, &axes);
}

/// Along the dimensions whose extent is to be 1, by the rule of the kind.
static bool reduceTo(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *shape = step->operands[1];
  Axes axes = {.keepDims = true};
  if (relaxTensorCount(shape) != input->rank)
    return relaxFail(step->error, "expected rank %" PRId32 ", got %" PRId64,
                     input->rank, relaxTensorCount(shape));
  for (int32_t i = 0; i < input->rank; ++i) {
    int64_t extent = relaxLoadInt(RELAX_I64, shape->data, i);
    axes.reduced[i] = extent == 1;
    if (extent != 1 && extent != input->dims[i])
      return relaxFail(step->error,
                       "dimension %" PRId32 ": expected 1 or %" PRId64
                       ", got %" PRId64,
                       i, input->dims[i], extent);
  }
  StrRef kind = relaxReduceToGetKind(step->op);
  const EvalEntry *entry = evalReduction;
  while (!strRefEqual(kind, strRefFromC(entry->name + sizeof("relax.") - 1)))
    ++entry;
  step->rule = entry->rule;
  return reduceOver(step, &axes);
}

#define RULE(kind, Op)                                                         \
  &(const ReductionRule){kind, relax##Op##GetAxes, relax##Op##GetKeepDims}

const EvalEntry evalReduction[] = {
    {"relax.sum", reduce, RULE(SUM, Sum)},
    {"relax.prod", reduce, RULE(PROD, Prod)},
    {"relax.mean", reduce, RULE(MEAN, Mean)},
    {"relax.max", reduce, RULE(MAX, Max)},
    {"relax.min", reduce, RULE(MIN, Min)},
    {"relax.reduce_l1", reduce, RULE(L1, ReduceL1)},
    {"relax.reduce_l2", reduce, RULE(L2, ReduceL2)},
    {"relax.reduce_sum_square", reduce, RULE(SUM_SQUARE, ReduceSumSquare)},
    {"relax.reduce_log_sum", reduce, RULE(LOG_SUM, ReduceLogSum)},
    {"relax.reduce_log_sum_exp", reduce, RULE(LOG_SUM_EXP, ReduceLogSumExp)},
    {"relax.reduce_to", reduceTo, NULL},
    {NULL, NULL, NULL},
};
