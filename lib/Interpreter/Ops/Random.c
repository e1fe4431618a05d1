//===- Random.c - random numbers from keys --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators" (2014). Fractions are exact; what is made of them is rounded to
// f32 at every step, as relax-decompose writes it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Random.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Quantization.h"

#include <math.h>

static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

typedef struct Distribution {
  RelaxDType dtype; // f32 or f64, in which is computed
  double a, b;      // low and high, or mean and deviation
} Distribution;

static double uniform(const Distribution *d, uint64_t word) {
  double fraction = d->dtype == RELAX_F64 ? (double)(word >> 11) * 0x1p-53
                                          : (double)(word >> 40) * 0x1p-24;
  double range = evalRound(d->dtype, d->b - d->a);
  return evalRound(d->dtype, fraction * range) + evalRound(d->dtype, d->a);
}

static double normal(const Distribution *d, uint64_t word) {
  const double turn = 6.283185307179586477;
  double first = (double)((word >> 40) + 1) * 0x1p-24; // not 0
  double second = (double)(word >> 16 & 0xFFFFFF) * 0x1p-24;
  double size = sqrt(-2 * log(first)), angle = turn * second;
  return size * cos(angle) * evalRound(d->dtype, d->b) +
         evalRound(d->dtype, d->a);
}

typedef struct RandomRule {
  double (*number)(const Distribution *d, uint64_t word);
  const char *a, *b; // attributes
} RandomRule;

static const RandomRule uniformRule = {uniform, "low", "high"};
static const RandomRule normalRule = {normal, "mean", "deviation"};

/// Word `i` of a key.
static uint64_t wordOf(uint64_t seed, int64_t i) {
  return mix(seed + ((uint64_t)i + 1) * UINT64_C(0x9E3779B97F4A7C15));
}

/// The key, from which the last result follows.
static bool takeKey(EvalStep *step, uint64_t *seed) {
  intptr_t last = step->numResults - 1;
  if (!evalCreateResult(step, last, RELAX_U64, 0, NULL))
    return false;
  *seed = *(const uint64_t *)step->operands[0]->data;
  *(uint64_t *)step->results[last].data = mix(*seed);
  return true;
}

static bool resultType(EvalStep *step, RelaxDType *dtype) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  return relaxElementDType(info.elementType, dtype) ||
         evalRefuseType(info.elementType, step->error);
}

static bool draw(EvalStep *step) {
  const RandomRule *rule = step->rule;
  const RelaxTensor *like = step->operands[1];
  RelaxDType dtype;
  uint64_t seed;
  if (!resultType(step, &dtype) ||
      !evalCreate(step, dtype, like->rank, like->dims) || !takeKey(step, &seed))
    return false;
  Distribution d = {dtype == RELAX_F64 ? RELAX_F64 : RELAX_F32,
                    evalFloatAttribute(step, rule->a),
                    evalFloatAttribute(step, rule->b)};
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i)
    relaxStoreFloat(dtype, step->results[0].data, i,
                    evalRound(d.dtype, rule->number(&d, wordOf(seed, i))));
  return true;
}

static bool bernoulli(EvalStep *step) {
  const RelaxTensor *p = step->operands[1];
  RelaxDType dtype;
  uint64_t seed;
  if (!resultType(step, &dtype) || !evalCreate(step, dtype, p->rank, p->dims) ||
      !takeKey(step, &seed))
    return false;
  Distribution d = {p->dtype == RELAX_F64 ? RELAX_F64 : RELAX_F32, 0, 1};
  for (int64_t i = 0, e = relaxTensorCount(p); i < e; ++i) {
    double number = evalRound(p->dtype, uniform(&d, wordOf(seed, i)));
    bool is = number < relaxLoadFloat(p->dtype, p->data, i);
    if (relaxDTypeIsFloat(dtype))
      relaxStoreFloat(dtype, step->results[0].data, i, is);
    else
      relaxStoreInt(dtype, step->results[0].data, i, is);
  }
  return true;
}

static bool dropout(EvalStep *step) {
  const RelaxTensor *x = step->operands[1], *ratio = step->operands[2];
  uint64_t seed;
  if (ratio->rank || step->operands[3]->rank)
    return relaxFail(step->error, "expected scalars behind the input");
  if (!evalCreate(step, x->dtype, x->rank, x->dims) ||
      !evalCreateResult(step, 1, RELAX_BOOL, x->rank, x->dims) ||
      !takeKey(step, &seed))
    return false;
  bool training = relaxLoadInt(RELAX_BOOL, step->operands[3]->data, 0) != 0;
  double part = relaxLoadFloat(ratio->dtype, ratio->data, 0);
  double rest = evalRound(x->dtype, 1 - evalRound(x->dtype, part));
  Distribution d = {RELAX_F32, 0, 1};
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i) {
    double value = relaxLoadFloat(x->dtype, x->data, i);
    bool stays =
        !training || uniform(&d, wordOf(seed, i)) >= evalRound(RELAX_F32, part);
    if (training)
      value = stays ? value / rest : 0;
    relaxStoreFloat(x->dtype, step->results[0].data, i, value);
    relaxStoreInt(RELAX_BOOL, step->results[1].data, i, stays);
  }
  return true;
}

/// The first class up to which the weights add up to more than `number` times
/// their sum.
static int64_t classOf(const double *weights, int64_t classes, double number) {
  double total = 0, sum = 0;
  int64_t k = 0;
  for (int64_t i = 0; i < classes; ++i)
    total += weights[i];
  for (; k + 1 < classes; ++k) {
    sum += weights[k];
    if (!(sum <= number * total))
      break;
  }
  return k;
}

static bool multinomial(EvalStep *step) {
  const RelaxTensor *x = step->operands[1];
  int64_t samples = relaxMultinomialGetSamples(step->op);
  RelaxDType dtype;
  uint64_t seed;
  if (x->rank != 2)
    return relaxFail(step->error, "expected an input of rank 2");
  int64_t dims[] = {x->dims[0], samples};
  if (!resultType(step, &dtype) || !evalCreate(step, dtype, 2, dims) ||
      !takeKey(step, &seed))
    return false;
  EvalLines rows = evalLinesFrom(x, 1);
  double *weights = evalDoubles(step->arena, x);
  const int64_t *groups = evalLinesGroups(step->arena, &rows);
  const double *most = evalLargest(step->arena, &rows, groups, weights);
  for (int64_t i = 0; i < rows.total; ++i)
    weights[i] = exp(weights[i] - most[groups[i]]);
  Distribution d = {RELAX_F64, 0, 1};
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i)
    relaxStoreInt(dtype, step->results[0].data, i,
                  classOf(weights + i / samples * x->dims[1], x->dims[1],
                          uniform(&d, wordOf(seed, i))));
  return true;
}

const EvalEntry evalRandom[] = {{"relax.random_uniform", draw, &uniformRule},
                                {"relax.random_normal", draw, &normalRule},
                                {"relax.bernoulli", bernoulli, NULL},
                                {"relax.dropout", dropout, NULL},
                                {"relax.multinomial", multinomial, NULL},
                                {NULL, NULL, NULL}};
