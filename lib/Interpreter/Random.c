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
#include "lib/Interpreter/Lines.h"
#include "lib/Interpreter/Quantization.h"

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

static bool draw(EvalStep *step) {
  const RandomRule *rule = step->rule;
  const RelaxTensor *key = step->operands[0], *like = step->operands[1];
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  RelaxDType dtype;
  if (!evalDType(info.elementType, &dtype) || !relaxDTypeIsFloat(dtype))
    return evalRefuseType(info.elementType, step->error);
  if (!evalCreate(step, dtype, like->rank, like->dims) ||
      !evalCreateResult(step, 1, RELAX_U64, 0, NULL))
    return false;
  uint64_t seed = *(const uint64_t *)key->data;
  Distribution d = {dtype == RELAX_F64 ? RELAX_F64 : RELAX_F32,
                    evalFloatAttribute(step, rule->a),
                    evalFloatAttribute(step, rule->b)};
  uint64_t count = (uint64_t)relaxTensorCount(&step->results[0]);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t word = mix(seed + (i + 1) * UINT64_C(0x9E3779B97F4A7C15));
    relaxStoreFloat(dtype, step->results[0].data, (int64_t)i,
                    evalRound(d.dtype, rule->number(&d, word)));
  }
  *(uint64_t *)step->results[1].data = mix(seed);
  return true;
}

const EvalEntry evalRandom[] = {{"relax.random_uniform", draw, &uniformRule},
                                {"relax.random_normal", draw, &normalRule},
                                {NULL, NULL, NULL}};
