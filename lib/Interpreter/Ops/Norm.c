//===- Norm.c - normalisations --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of the ONNX operators, in double.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Norm.h"
#include "dialects/Relax/Norm.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <math.h>

bool evalNormalise(EvalStep *step) {
  const NormRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  for (intptr_t i = 0; i < step->numOperands; ++i)
    if (!relaxDTypeIsFloat(step->operands[i]->dtype))
      return evalRefuseElements(step, step->operands[i]->dtype);
  Norm norm = {step, input, evalDoubles(step->arena, input)};
  return rule->apply(&norm) &&
         (step->results[0].data ||
          evalStoreDoubles(step, 0, input->dtype, input->rank, input->dims,
                           norm.x));
}

void normStandardise(Norm *norm, const EvalLines *lines, double epsilon) {
  EvalMoments moments = evalLinesMoments(norm->step->arena, lines, norm->x);
  for (int64_t i = 0; i < lines->total; ++i) {
    int64_t group = moments.groups[i];
    norm->x[i] = (norm->x[i] - moments.mean[group]) /
                 sqrt(moments.variance[group] + epsilon);
  }
}

//===----------------------------------------------------------------------===//
// Over the axes from one on
//===----------------------------------------------------------------------===//

/// x = x * scale + bias, which broadcast.
static bool scaleBy(Norm *norm) {
  const EvalStep *step = norm->step;
  const RelaxTensor *input = norm->input;
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  int count = (int)step->numOperands;
  if (!evalBroadcastDims(norm->step, step->operands, count, &rank, dims))
    return false;
  bool same = rank == input->rank;
  for (int32_t i = 0; same && i < rank; ++i)
    same = dims[i] == input->dims[i];
  if (!same)
    return relaxFail(step->error, "expected operands that broadcast to the "
                                  "input's shape");
  EvalWalk walk = evalWalkBroadcast(rank, dims, step->operands, count);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    const RelaxTensor *scale = step->operands[1];
    norm->x[i] *= relaxLoadFloat(scale->dtype, scale->data, walk.offset[1]);
    if (count > 2)
      norm->x[i] += relaxLoadFloat(step->operands[2]->dtype,
                                   step->operands[2]->data, walk.offset[2]);
    evalWalkNext(&walk);
  }
  return true;
}

static bool layerNorm(Norm *norm) {
  int64_t axis = relaxLayerNormGetAxis(norm->step->op);
  if (!evalCheckAxis(norm->step, axis, norm->input->rank))
    return false;
  EvalLines lines = evalLinesFrom(norm->input, axis);
  normStandardise(norm, &lines, relaxLayerNormGetEpsilon(norm->step->op));
  return scaleBy(norm);
}

static bool layerNormStatistics(Norm *norm) {
  const RelaxTensor *input = norm->input;
  int64_t axis = relaxLayerNormStatisticsGetAxis(norm->step->op),
          dims[RELAX_MAX_RANK];
  double epsilon = relaxLayerNormStatisticsGetEpsilon(norm->step->op);
  if (!evalCheckAxis(norm->step, axis, norm->input->rank))
    return false;
  for (int32_t i = 0; i < input->rank; ++i)
    dims[i] = i < axis ? input->dims[i] : 1;
  RelaxDType dtype = input->dtype == RELAX_F64 ? RELAX_F64 : RELAX_F32;
  if (!evalCreateResult(norm->step, 0, dtype, input->rank, dims) ||
      !evalCreateResult(norm->step, 1, dtype, input->rank, dims))
    return false;
  RelaxTensor *results = norm->step->results;
  EvalLines lines = evalLinesFrom(input, axis);
  EvalMoments moments = evalLinesMoments(norm->step->arena, &lines, norm->x);
  // Groups without elements have no mean.
  for (int64_t i = 0, e = relaxTensorCount(&results[0]); i < e; ++i) {
    double root = lines.count ? sqrt(moments.variance[i] + epsilon) : NAN;
    relaxStoreFloat(dtype, results[0].data, i,
                    lines.count ? moments.mean[i] : NAN);
    relaxStoreFloat(dtype, results[1].data, i, 1 / root);
  }
  return true;
}

static bool rmsNorm(Norm *norm) {
  int64_t axis = relaxRmsNormGetAxis(norm->step->op);
  double epsilon = relaxRmsNormGetEpsilon(norm->step->op);
  if (!evalCheckAxis(norm->step, axis, norm->input->rank))
    return false;
  EvalLines lines = evalLinesFrom(norm->input, axis);
  const int64_t *groups = evalLinesGroups(norm->step->arena, &lines);
  double *squares = ARENA_ARRAY(norm->step->arena, double, lines.count);
  for (int64_t i = 0; i < lines.total; ++i)
    squares[groups[i]] += norm->x[i] * norm->x[i];
  for (int64_t i = 0; i < lines.total; ++i)
    norm->x[i] /= sqrt(squares[groups[i]] / (double)lines.size + epsilon);
  return scaleBy(norm);
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static bool linesAlong(Norm *norm, intptr_t count, const int64_t *axes,
                       EvalLines *lines) {
  *lines = evalLinesFrom(norm->input, norm->input->rank);
  for (intptr_t i = 0; i < count; ++i) {
    if (!evalCheckAxis(norm->step, axes[i], norm->input->rank))
      return false;
    lines->along[axes[i]] = true;
  }
  evalLinesCount(lines);
  return true;
}

static bool linesOf(Norm *norm, EvalLines *lines) {
  MlirAttribute axes = bridgeInherent(norm->step->op, "axes");
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  int64_t values[EVAL_MAX_INTEGERS];
  return evalIntegers(norm->step, axes, count, values) &&
         linesAlong(norm, count, values, lines);
}

static bool meanVarianceNorm(Norm *norm) {
  EvalLines lines;
  if (!linesOf(norm, &lines))
    return false;
  EvalMoments moments = evalLinesMoments(norm->step->arena, &lines, norm->x);
  for (int64_t i = 0; i < lines.total; ++i) {
    int64_t group = moments.groups[i];
    norm->x[i] = (norm->x[i] - moments.mean[group]) /
                 (sqrt(moments.variance[group]) + 1e-9);
  }
  return true;
}

static bool logSoftmax(Norm *norm) {
  EvalLines lines;
  if (!linesOf(norm, &lines))
    return false;
  evalLogSoftmax(norm->step->arena, &lines, norm->x);
  return true;
}

static bool hardmax(Norm *norm) {
  int64_t axis = relaxHardmaxGetAxis(norm->step->op);
  EvalLines lines;
  if (!linesAlong(norm, 1, &axis, &lines))
    return false;
  const int64_t *groups = evalLinesGroups(norm->step->arena, &lines);
  const double *most = evalLargest(norm->step->arena, &lines, groups, norm->x);
  bool *found = ARENA_ARRAY(norm->step->arena, bool, lines.count);
  for (int64_t i = 0; i < lines.total; ++i) {
    bool is = norm->x[i] == most[groups[i]] && !found[groups[i]];
    found[groups[i]] |= is;
    norm->x[i] = is;
  }
  return true;
}

static bool lpNorm(Norm *norm) {
  int64_t axis = relaxLpNormGetAxis(norm->step->op);
  int64_t p = relaxLpNormGetP(norm->step->op);
  EvalLines lines;
  if (!linesAlong(norm, 1, &axis, &lines))
    return false;
  const int64_t *groups = evalLinesGroups(norm->step->arena, &lines);
  double *sum = ARENA_ARRAY(norm->step->arena, double, lines.count);
  for (int64_t i = 0; i < lines.total; ++i)
    sum[groups[i]] += p == 1 ? fabs(norm->x[i]) : norm->x[i] * norm->x[i];
  for (int64_t i = 0; i < lines.total; ++i) {
    double size = p == 1 ? sum[groups[i]] : sqrt(sum[groups[i]]);
    norm->x[i] = size == 0 ? 0 : norm->x[i] / size;
  }
  return true;
}

#define RULE(name) &(const NormRule){name}

const EvalEntry evalNorm[] = {
    {"relax.layer_norm", evalNormalise, RULE(layerNorm)},
    {"relax.layer_norm_statistics", evalNormalise, RULE(layerNormStatistics)},
    {"relax.rms_norm", evalNormalise, RULE(rmsNorm)},
    {"relax.mean_variance_norm", evalNormalise, RULE(meanVarianceNorm)},
    {"relax.log_softmax", evalNormalise, RULE(logSoftmax)},
    {"relax.hardmax", evalNormalise, RULE(hardmax)},
    {"relax.lp_norm", evalNormalise, RULE(lpNorm)},
    {NULL, NULL, NULL}};
