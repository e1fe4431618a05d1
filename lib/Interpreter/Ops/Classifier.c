//===- Classifier.c - parts of classifiers --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In double, but for pair_probabilities, whose number of rounds depends on f32.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Classifier.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// probit, softmax_zero
//===----------------------------------------------------------------------===//

static double probitOf(double p) {
  double x = 2 * p - 1, a = 0.147;
  double logarithm = log((1 - x) * (1 + x));
  double first = 2 / (acos(-1) * a) + logarithm / 2;
  double root = sqrt(first * first - logarithm / a);
  return copysign(1, x) * sqrt(2) * sqrt(root - first);
}

static bool probit(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  if (!evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i)
    relaxStoreFloat(x->dtype, step->results[0].data, i,
                    probitOf(relaxLoadFloat(x->dtype, x->data, i)));
  return true;
}

static bool softmaxZero(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  if (x->rank == 0)
    return relaxFail(step->error, "input: expected rank 1 or more");
  if (!evalCreate(step, x->dtype, x->rank, x->dims))
    return false;
  double *values = evalDoubles(step->arena, x);
  int64_t size = x->dims[x->rank - 1], count = relaxTensorCount(x);
  for (int64_t row = 0; row < count; row += size) {
    double largest = -INFINITY, sum = 0;
    for (int64_t i = row; i < row + size; ++i)
      largest = isnan(values[i]) || values[i] > largest ? values[i] : largest;
    for (int64_t i = row; i < row + size; ++i) {
      values[i] = fabs(values[i]) <= (double)1e-7f ? values[i] * exp(-largest)
                                                   : exp(values[i] - largest);
      sum += values[i];
    }
    for (int64_t i = row; i < row + size; ++i)
      relaxStoreFloat(x->dtype, step->results[0].data, i, values[i] / sum);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// kernel_matrix
//===----------------------------------------------------------------------===//

static double alike(const EvalStep *step, const double *x, const double *v,
                    int64_t features) {
  double gamma = relaxKernelMatrixGetGamma(step->op);
  double coef0 = relaxKernelMatrixGetCoef0(step->op), dot = 0, distance = 0;
  for (int64_t i = 0; i < features; ++i) {
    dot += x[i] * v[i];
    distance += (x[i] - v[i]) * (x[i] - v[i]);
  }
  switch (relaxKernelNamed(relaxKernelMatrixGetKernel(step->op))) {
  case RELAX_KERNEL_POLY:
    return pow(gamma * dot + coef0, relaxKernelMatrixGetDegree(step->op));
  case RELAX_KERNEL_SIGMOID:
    return tanh(gamma * dot + coef0);
  case RELAX_KERNEL_RBF:
    return exp(-gamma * distance);
  default:
    return dot;
  }
}

static bool kernelMatrix(EvalStep *step) {
  const RelaxTensor *x = step->operands[0], *v = step->operands[1];
  if (x->rank != 2 || v->rank != 2 || x->dims[1] != v->dims[1])
    return relaxFail(step->error,
                     "expected two matrices with the same features");
  int64_t dims[] = {x->dims[0], v->dims[0]}, features = x->dims[1];
  if (!evalCreate(step, x->dtype, 2, dims))
    return false;
  const double *samples = evalDoubles(step->arena, x);
  const double *vectors = evalDoubles(step->arena, v);
  for (int64_t n = 0; n < relaxTensorCount(&step->results[0]); ++n)
    relaxStoreFloat(x->dtype, step->results[0].data, n,
                    alike(step, samples + n / dims[1] * features,
                          vectors + n % dims[1] * features, features));
  return true;
}

//===----------------------------------------------------------------------===//
// pair_votes, pair_probabilities
//===----------------------------------------------------------------------===//

/// Creates the result for an input with a column for each pair.
static bool beginPairs(EvalStep *step, int64_t *classes) {
  const RelaxTensor *x = step->operands[0];
  *classes = evalIntAttribute(step, "classes");
  if (x->rank != 2 || x->dims[1] != relaxPairs(*classes))
    return relaxFail(step->error,
                     "input: expected a column for each pair of classes");
  int64_t dims[] = {x->dims[0], *classes};
  return evalCreate(step, x->dtype, 2, dims);
}

static bool pairVotes(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  int64_t classes;
  if (!beginPairs(step, &classes))
    return false;
  RelaxTensor *y = &step->results[0];
  double *votes = ARENA_ARRAY(step->arena, double, relaxTensorCount(y));
  for (int64_t n = 0, at = 0; n < x->dims[0]; ++n)
    for (int64_t i = 0; i < classes; ++i)
      for (int64_t j = i + 1; j < classes; ++j)
        ++votes[n * classes +
                (relaxLoadFloat(x->dtype, x->data, at++) > 0 ? i : j)];
  for (int64_t i = 0; i < relaxTensorCount(y); ++i)
    relaxStoreFloat(y->dtype, y->data, i, votes[i]);
  return true;
}

/// One sample: `r` [classes, classes] of pairs; Q and Qp as in the paper.
typedef struct Coupling {
  int64_t classes;
  float *r, *q, *qp, *p;
} Coupling;

static void prepare(Coupling *c) {
  int64_t k = c->classes;
  for (int64_t t = 0; t < k; ++t) {
    c->p[t] = 1.0f / (float)k;
    c->q[t * k + t] = 0;
    for (int64_t j = 0; j < k; ++j) {
      if (j == t)
        continue;
      c->q[t * k + t] += c->r[j * k + t] * c->r[j * k + t];
      c->q[t * k + j] = -c->r[j * k + t] * c->r[t * k + j];
    }
  }
}

/// Q p, and p^T Q p.
static float product(Coupling *c) {
  int64_t k = c->classes;
  float whole = 0;
  for (int64_t t = 0; t < k; ++t) {
    c->qp[t] = 0;
    for (int64_t j = 0; j < k; ++j)
      c->qp[t] += c->q[t * k + j] * c->p[j];
    whole += c->p[t] * c->qp[t];
  }
  return whole;
}

static void improve(Coupling *c, float whole) {
  int64_t k = c->classes;
  for (int64_t t = 0; t < k; ++t) {
    float own = c->q[t * k + t], diff = (whole - c->qp[t]) / own;
    c->p[t] += diff;
    whole =
        (whole + diff * (diff * own + 2 * c->qp[t])) / (1 + diff) / (1 + diff);
    for (int64_t j = 0; j < k; ++j) {
      c->qp[j] = (c->qp[j] + diff * c->q[t * k + j]) / (1 + diff);
      c->p[j] /= 1 + diff;
    }
  }
}

static void couple(Coupling *c) {
  int64_t k = c->classes, rounds = k > 100 ? k : 100;
  prepare(c);
  for (int64_t round = 0; round < rounds; ++round) {
    float whole = product(c), worst = 0;
    for (int64_t t = 0; t < k; ++t)
      worst = fmaxf(worst, fabsf(c->qp[t] - whole));
    if (worst < 0.005f / (float)k)
      return;
    improve(c, whole);
  }
}

static void readPairs(const EvalStep *step, int64_t sample, Coupling *c) {
  const RelaxTensor *x = step->operands[0];
  int64_t k = c->classes, pairs = relaxPairs(k), pair = 0;
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = i + 1; j < k; ++j, ++pair) {
      const RelaxTensor *slopes = step->operands[1];
      const RelaxTensor *offsets = step->operands[2];
      double z = relaxLoadFloat(x->dtype, x->data, sample * pairs + pair) *
                     relaxLoadFloat(slopes->dtype, slopes->data, pair) +
                 relaxLoadFloat(offsets->dtype, offsets->data, pair);
      float first = (float)(1 / (1 + exp(z)));
      first = fminf(fmaxf(first, 1e-7f), 1 - 1e-7f);
      c->r[i * k + j] = first;
      c->r[j * k + i] = 1 - first;
    }
}

static bool pairProbabilities(EvalStep *step) {
  Coupling c;
  if (!beginPairs(step, &c.classes))
    return false;
  int64_t k = c.classes, pairs = relaxPairs(k);
  for (intptr_t i = 1; i < 3; ++i)
    if (step->operands[i]->rank != 1 || step->operands[i]->dims[0] != pairs)
      return relaxFail(step->error,
                       "slopes and offsets: expected one for each pair");
  RelaxTensor *y = &step->results[0];
  c.r = ARENA_ARRAY(step->arena, float, k *k);
  c.q = ARENA_ARRAY(step->arena, float, k *k);
  c.qp = ARENA_ARRAY(step->arena, float, k);
  c.p = ARENA_ARRAY(step->arena, float, k);
  for (int64_t n = 0; n < y->dims[0]; ++n) {
    readPairs(step, n, &c);
    couple(&c);
    for (int64_t t = 0; t < k; ++t)
      relaxStoreFloat(y->dtype, y->data, n * k + t, (double)c.p[t]);
  }
  return true;
}

const EvalEntry evalClassifier[] = {
    {"relax.kernel_matrix", kernelMatrix, NULL},
    {"relax.pair_probabilities", pairProbabilities, NULL},
    {"relax.pair_votes", pairVotes, NULL},
    {"relax.probit", probit, NULL},
    {"relax.softmax_zero", softmaxZero, NULL},
    {NULL, NULL, NULL}};
