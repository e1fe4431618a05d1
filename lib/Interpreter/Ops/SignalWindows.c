//===- SignalWindows.c - windows, mel filters, frames of a signal ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The formulas of the ONNX specification, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Quantization.h"

#include <math.h>

static const double turn = 6.283185307179586477;

static bool resultType(EvalStep *step, RelaxDType *dtype) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  return relaxElementDType(info.elementType, dtype) ||
         evalRefuseType(info.elementType, step->error);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static bool cosineWindow(EvalStep *step) {
  MlirAttribute coefficients = relaxCosineWindowGetCoefficients(step->op);
  const RelaxTensor *like = step->operands[0];
  RelaxDType dtype;
  if (like->rank != 1)
    return relaxFail(step->error, "expected a vector");
  if (!resultType(step, &dtype) || !evalCreate(step, dtype, 1, like->dims))
    return false;
  int64_t count = like->dims[0];
  double steps =
      (double)(relaxCosineWindowGetPeriodic(step->op) ? count : count - 1);
  for (int64_t i = 0; i < count; ++i) {
    double sum = mlirDenseF64ArrayGetElement(coefficients, 0);
    for (intptr_t k = 1; k < mlirDenseArrayGetNumElements(coefficients); ++k)
      sum += (k % 2 ? -1 : 1) * mlirDenseF64ArrayGetElement(coefficients, k) *
             cos((double)k * ((double)i * turn / steps));
    relaxStoreFloat(dtype, step->results[0].data, i, sum);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Mel filters
//===----------------------------------------------------------------------===//

static double melOf(double hertz) { return 2595 * log10(1 + hertz / 700); }
static double hertzOf(double mel) { return 700 * (pow(10, mel / 2595) - 1); }

typedef struct Bands {
  int64_t count, points;
  double rate, lowest, step; // on the scale of mel
} Bands;

/// The bin where band `i` begins; far outside of all where there is no number.
static double binOf(const Bands *b, int64_t i) {
  double hertz = hertzOf((double)i * b->step + b->lowest);
  return floor((double)(b->points + 1) * hertz / b->rate);
}

static double weightOf(double bin, double left, double center, double right) {
  if (bin < center)
    return bin < left ? 0 : (bin - left) / (center - left);
  if (bin < right)
    return (right - bin) / (right - center);
  if (bin < left || center < bin)
    return 0;
  return bin == center ? 1 : (bin - left) / (center - left);
}

static bool melWeightMatrix(EvalStep *step) {
  const RelaxTensor *const *x = step->operands;
  RelaxDType dtype;
  for (int i = 0; i < 5; ++i)
    if (x[i]->rank != (i < 2))
      return relaxFail(step->error, "expected two vectors and three scalars");
  double low = melOf(evalNumber(x[3], 0)), high = melOf(evalNumber(x[4], 0));
  Bands b = {.count = x[0]->dims[0],
             .points = x[1]->dims[0],
             .rate = evalNumber(x[2], 0),
             .lowest = low};
  b.step = (high - low) / (double)(b.count + 2);
  int64_t dims[] = {b.points / 2 + 1, b.count};
  if (!resultType(step, &dtype) || !evalCreate(step, dtype, 2, dims))
    return false;
  for (int64_t i = 0; i < dims[0]; ++i)
    for (int64_t k = 0; k < dims[1]; ++k)
      relaxStoreFloat(dtype, step->results[0].data, i * dims[1] + k,
                      weightOf((double)i, binOf(&b, k), binOf(&b, k + 1),
                               binOf(&b, k + 2)));
  return true;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

typedef struct Frames {
  EvalStep *step;
  const RelaxTensor *signal, *begins, *window; // the last may be null
  int64_t batch, frames, length, bins, parts;
} Frames;

static bool readFrames(EvalStep *step, Frames *f) {
  const RelaxTensor *const *x = step->operands;
  bool hasWindow = relaxStftGetWindow(step->op).ptr != NULL;
  bool half = relaxStftGetOnesided(step->op);
  *f = (Frames){.step = step,
                .signal = x[0],
                .begins = x[1],
                .window = hasWindow ? x[2] : NULL};
  const RelaxTensor *length = step->numOperands > 2 ? x[2] : NULL;
  if (f->signal->rank != 3 || f->begins->rank != 1 ||
      (length && length->rank != 1))
    return relaxFail(step->error, "expected a signal of rank 3, and vectors");
  f->batch = f->signal->dims[0];
  f->parts = f->signal->dims[2];
  f->frames = f->begins->dims[0];
  f->length = length ? length->dims[0] : f->signal->dims[1];
  f->bins = half ? f->length / 2 + 1 : f->length;
  return (f->parts >= 1 && f->parts <= (half ? 1 : 2)) ||
         relaxFail(step->error,
                   "last dimension: %ld parts of an element do not fit the "
                   "transform",
                   (long)f->parts);
}

/// The places in the signal of all elements of frame `k`.
static bool readPlaces(const Frames *f, int64_t k, int64_t *places) {
  int64_t begin = relaxLoadInt(f->begins->dtype, f->begins->data, k);
  RelaxTensor index = {.dtype = RELAX_I64};
  for (int64_t j = 0; j < f->length; ++j) {
    int64_t place = (int64_t)((uint64_t)begin + (uint64_t)j);
    index.data = &place;
    if (!evalReadIndex(f->step, &index, 0, f->signal->dims[1], &places[j]))
      return false;
  }
  return true;
}

/// Bin `bin` of a frame of sample `n`.
static void transformBin(const Frames *f, int64_t n, const int64_t *places,
                         int64_t bin, double *parts) {
  RelaxDType dtype = f->signal->dtype;
  parts[0] = parts[1] = 0;
  for (int64_t j = 0; j < f->length; ++j) {
    int64_t at = (n * f->signal->dims[1] + places[j]) * f->parts;
    double weight = f->window ? relaxLoadFloat(dtype, f->window->data, j) : 1;
    double re = relaxLoadFloat(dtype, f->signal->data, at) * weight;
    double im = f->parts > 1
                    ? relaxLoadFloat(dtype, f->signal->data, at + 1) * weight
                    : 0;
    double angle =
        turn * (double)((__int128)j * bin % f->length) / (double)f->length;
    parts[0] += re * cos(angle) + im * sin(angle);
    parts[1] += im * cos(angle) - re * sin(angle);
  }
}

static bool stft(EvalStep *step) {
  Frames f;
  if (!readFrames(step, &f))
    return false;
  int64_t dims[] = {f.batch, f.frames, f.bins, 2};
  if (!evalCreate(step, f.signal->dtype, 4, dims))
    return false;
  int64_t *places = ARENA_ARRAY(step->arena, int64_t, f.length);
  bool good = true;
  for (int64_t k = 0; good && k < f.frames; ++k) {
    good = readPlaces(&f, k, places);
    for (int64_t n = 0; good && n < f.batch; ++n)
      for (int64_t bin = 0; bin < f.bins; ++bin) {
        double parts[2];
        int64_t at = ((n * f.frames + k) * f.bins + bin) * 2;
        transformBin(&f, n, places, bin, parts);
        relaxStoreFloat(f.signal->dtype, step->results[0].data, at, parts[0]);
        relaxStoreFloat(f.signal->dtype, step->results[0].data, at + 1,
                        parts[1]);
      }
  }
  return good;
}

const EvalEntry evalSignalWindows[] = {
    {"relax.stft", stft, NULL},
    {"relax.cosine_window", cosineWindow, NULL},
    {"relax.mel_weight_matrix", melWeightMatrix, NULL},
    {NULL, NULL, NULL}};
