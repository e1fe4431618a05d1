//===- Training.c - steps of optimisers -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the pseudo code of Adagrad, Adam and Momentum of ONNX
// (ai.onnx.preview.training), element by element, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Training.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <math.h>
#include <string.h>

enum { RATE, STEP, INPUT, GRADIENT, STATES };

/// One element: `x` and the states become their new values.
typedef struct Point {
  double rate, step, x, gradient, states[2];
} Point;

static void adagrad(MlirOperation op, Point *p) {
  double rate = p->rate / (1 + p->step * relaxAdagradGetDecay(op));
  double g = relaxAdagradGetRegularization(op) * p->x + p->gradient;
  p->states[0] += g * g;
  p->x -= rate * g / (sqrt(p->states[0]) + relaxAdagradGetEpsilon(op));
}

static void adam(MlirOperation op, Point *p) {
  double alpha = relaxAdamGetAlpha(op);
  double beta = relaxAdamGetBeta(op), rate = p->rate;
  double g = relaxAdamGetRegularization(op) * p->x + p->gradient;
  p->states[0] = alpha * p->states[0] + (1 - alpha) * g;
  p->states[1] = beta * p->states[1] + (1 - beta) * g * g;
  if (p->step > 0)
    rate *= sqrt(1 - pow(beta, p->step)) / (1 - pow(alpha, p->step));
  p->x -= rate * p->states[0] / (sqrt(p->states[1]) + relaxAdamGetEpsilon(op));
  p->x *= 1 - relaxAdamGetRegularizationAfter(op);
}

static void momentum(MlirOperation op, Point *p) {
  double alpha = relaxMomentumGetAlpha(op);
  double beta = p->step > 0 ? relaxMomentumGetBeta(op) : 1;
  double g = relaxMomentumGetRegularization(op) * p->x + p->gradient;
  p->states[0] = alpha * p->states[0] + beta * g;
  p->x -= p->rate * (relaxMomentumGetNesterov(op) ? g + alpha * p->states[0]
                                                  : p->states[0]);
}

typedef struct Optimiser {
  void (*update)(MlirOperation op, Point *p);
} Optimiser;

static const Optimiser adagradRule = {adagrad}, adamRule = {adam},
                       momentumRule = {momentum};

static bool checkShapes(EvalStep *step) {
  const RelaxTensor *x = step->operands[INPUT];
  for (intptr_t i = GRADIENT; i < step->numOperands; ++i) {
    const RelaxTensor *other = step->operands[i];
    if (other->rank != x->rank ||
        memcmp(other->dims, x->dims, (size_t)x->rank * sizeof *x->dims) != 0)
      return relaxFail(step->error,
                       "operand %d: expected the shape of the input", (int)i);
  }
  return true;
}

static bool optimise(EvalStep *step) {
  const Optimiser *optimiser = step->rule;
  const RelaxTensor *x = step->operands[INPUT];
  intptr_t states = step->numOperands - STATES;
  if (!checkShapes(step))
    return false;
  for (intptr_t i = 0; i <= states; ++i)
    if (!evalCreateResult(step, i, x->dtype, x->rank, x->dims))
      return false;
  Point p = {
      .rate = relaxLoadFloat(x->dtype, step->operands[RATE]->data, 0),
      .step = (double)relaxLoadInt(RELAX_I64, step->operands[STEP]->data, 0)};
  for (int64_t i = 0, e = relaxTensorCount(x); i < e; ++i) {
    p.x = relaxLoadFloat(x->dtype, x->data, i);
    p.gradient = relaxLoadFloat(x->dtype, step->operands[GRADIENT]->data, i);
    for (intptr_t s = 0; s < states; ++s)
      p.states[s] =
          relaxLoadFloat(x->dtype, step->operands[STATES + s]->data, i);
    optimiser->update(step->op, &p);
    relaxStoreFloat(x->dtype, step->results[0].data, i, p.x);
    for (intptr_t s = 0; s < states; ++s)
      relaxStoreFloat(x->dtype, step->results[s + 1].data, i, p.states[s]);
  }
  return true;
}

const EvalEntry evalTraining[] = {{"relax.adagrad", optimise, &adagradRule},
                                  {"relax.adam", optimise, &adamRule},
                                  {"relax.momentum", optimise, &momentumRule},
                                  {NULL, NULL, NULL}};
