//===- NormChannels.c - normalisations by channels ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Norm.gen.h"
#include "lib/Interpreter/Ops/Norm.h"

#include <inttypes.h>
#include <math.h>

static bool checkChannels(Norm *norm) {
  const RelaxTensor *input = norm->input;
  if (input->rank < 2)
    return relaxFail(norm->step->error,
                     "expected rank at least 2, got %" PRId32, input->rank);
  for (intptr_t i = 1; i < norm->step->numOperands; ++i) {
    const RelaxTensor *operand = norm->step->operands[i];
    if (operand->rank != 1 || operand->dims[0] != input->dims[1])
      return relaxFail(norm->step->error,
                       "operand %ld: expected an element per channel", (long)i);
  }
  return true;
}

static int64_t channelOf(const Norm *norm, int64_t element) {
  int64_t plane = 1;
  for (int32_t i = 2; i < norm->input->rank; ++i)
    plane *= norm->input->dims[i];
  return element / plane % norm->input->dims[1];
}

/// x = x * scale + bias by the element's channel.
static void scaleChannels(Norm *norm) {
  const double *scale = evalDoubles(norm->step->arena, norm->step->operands[1]);
  const double *bias = evalDoubles(norm->step->arena, norm->step->operands[2]);
  for (int64_t i = 0, e = relaxTensorCount(norm->input); i < e; ++i) {
    int64_t channel = channelOf(norm, i);
    norm->x[i] = norm->x[i] * scale[channel] + bias[channel];
  }
}

static bool instanceNorm(Norm *norm) {
  if (!checkChannels(norm))
    return false;
  EvalLines lines = evalLinesFrom(norm->input, 2);
  normStandardise(norm, &lines, relaxInstanceNormGetEpsilon(norm->step->op));
  scaleChannels(norm);
  return true;
}

static bool groupNorm(Norm *norm) {
  int64_t groups = relaxGroupNormGetGroups(norm->step->op);
  if (!checkChannels(norm))
    return false;
  if (norm->input->dims[1] % groups != 0)
    return relaxFail(norm->step->error,
                     "expected channels that %" PRId64
                     " groups divide, got %" PRId64,
                     groups, norm->input->dims[1]);
  EvalLines lines = {.rank = 3, .along = {false, false, true}};
  uint64_t rest = (uint64_t)(norm->input->dims[1] / groups);
  for (int32_t i = 2; i < norm->input->rank; ++i)
    rest *= (uint64_t)norm->input->dims[i];
  lines.dims[0] = norm->input->dims[0];
  lines.dims[1] = groups;
  lines.dims[2] = (int64_t)rest;
  evalLinesCount(&lines);
  normStandardise(norm, &lines, relaxGroupNormGetEpsilon(norm->step->op));
  scaleChannels(norm);
  return true;
}

static void normaliseChannels(Norm *norm, const double *mean,
                              const double *variance) {
  double epsilon = evalFloatAttribute(norm->step, "epsilon");
  for (int64_t i = 0, e = relaxTensorCount(norm->input); i < e; ++i) {
    int64_t channel = channelOf(norm, i);
    norm->x[i] =
        (norm->x[i] - mean[channel]) / sqrt(variance[channel] + epsilon);
  }
  scaleChannels(norm);
}

static bool batchNorm(Norm *norm) {
  if (!checkChannels(norm))
    return false;
  normaliseChannels(norm,
                    evalDoubles(norm->step->arena, norm->step->operands[3]),
                    evalDoubles(norm->step->arena, norm->step->operands[4]));
  return true;
}

static bool batchNormTraining(Norm *norm) {
  EvalStep *step = norm->step;
  double momentum = relaxBatchNormTrainingGetMomentum(step->op);
  if (!checkChannels(norm))
    return false;
  EvalLines lines = evalLinesFrom(norm->input, 2);
  lines.along[0] = true;
  evalLinesCount(&lines);
  EvalMoments moments = evalLinesMoments(norm->step->arena, &lines, norm->x);
  double *mean = evalDoubles(norm->step->arena, step->operands[3]);
  double *variance = evalDoubles(norm->step->arena, step->operands[4]);
  int64_t channels = norm->input->dims[1];
  for (int64_t c = 0; c < channels; ++c) {
    double ownMean = lines.count ? moments.mean[c] : NAN;
    double ownVariance = lines.count ? moments.variance[c] : NAN;
    mean[c] = mean[c] * momentum + ownMean * (1 - momentum);
    variance[c] = variance[c] * momentum + ownVariance * (1 - momentum);
  }
  normaliseChannels(norm, moments.mean, moments.variance);
  return evalStoreDoubles(step, 1, step->operands[3]->dtype, 1, &channels,
                          mean) &&
         evalStoreDoubles(step, 2, step->operands[4]->dtype, 1, &channels,
                          variance);
}

/// Of `size` channels floor((size - 1) / 2) lie before.
static bool lrn(Norm *norm) {
  const RelaxTensor *input = norm->input;
  if (!checkChannels(norm))
    return false;
  int64_t size = relaxLrnGetSize(norm->step->op);
  double alpha = relaxLrnGetAlpha(norm->step->op);
  double beta = relaxLrnGetBeta(norm->step->op);
  double bias = relaxLrnGetBias(norm->step->op);
  const double *x = evalDoubles(norm->step->arena, input);
  int64_t total = relaxTensorCount(input), channels = input->dims[1];
  int64_t before = (size - 1) / 2, after = size - 1 - before;
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(input->rank, input->dims, strides);
  for (int64_t i = 0; i < total; ++i) {
    int64_t channel = channelOf(norm, i);
    double sum = 0;
    int64_t first = channel > before ? channel - before : 0;
    int64_t last =
        channels - 1 - channel > after ? channel + after : channels - 1;
    for (int64_t other = first; other <= last; ++other) {
      double value = x[i + (other - channel) * strides[1]];
      sum += value * value;
    }
    norm->x[i] /= pow(bias + alpha / (double)size * sum, beta);
  }
  return true;
}

#define RULE(name) &(const NormRule){name}

const EvalEntry evalNormChannels[] = {
    {"relax.instance_norm", evalNormalise, RULE(instanceNorm)},
    {"relax.group_norm", evalNormalise, RULE(groupNorm)},
    {"relax.batch_norm", evalNormalise, RULE(batchNorm)},
    {"relax.batch_norm_training", evalNormalise, RULE(batchNormTraining)},
    {"relax.lrn", evalNormalise, RULE(lrn)},
    {NULL, NULL, NULL}};
