//===- DeformConv.c - ONNX DeformConv -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Samples of the input at places that the offsets move, one for each place of
// the window and of the result, then a product with the weight. Groups of
// offsets are images of their own. Samples have the dimensions [images,
// window..., result...].
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/MatMul.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Convolution.h"
#include "lib/Frontend/ONNX/Operators.h"
#include "lib/Frontend/ONNX/SampleTable.h"

#include <inttypes.h>

enum { MAX_DIMS = 2 + 2 * SAMPLE_DIMS };

typedef struct Deformed {
  Importer *importer;
  RelaxDims math;
  ImportConv conv;
  int64_t spatial, groups, images; // groups of channels, of offsets
  MlirValue x, weight, offset, mask;
  SampleTable table;
} Deformed;

static MlirAttribute dimOf(MlirValue x, int64_t i) {
  return relaxTensorInfoOf(x).dims[i];
}

static SymExpr exprOf(Deformed *d, MlirValue x, int64_t i) {
  return relaxDimsOf(&d->math, dimOf(x, i));
}

static MlirAttribute times(Deformed *d, SymExpr a, SymExpr b) {
  return relaxDimsAttribute(&d->math, relaxDimsMul(&d->math, a, b));
}

static SymExpr count(Deformed *d, int64_t value) {
  return relaxDimsConst(&d->math, value);
}

/// The product of the extents from the third on.
static SymExpr product(Deformed *d, MlirValue x) {
  SymExpr result = count(d, 1);
  for (int64_t i = 0; i < d->spatial; ++i)
    result = relaxDimsMul(&d->math, result, exprOf(d, x, 2 + i));
  return result;
}

/// `x` with an extent of dimension `axis` that `parts` divides.
static MlirValue divisible(Deformed *d, MlirValue x, int64_t axis,
                           int64_t parts) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute dims[MAX_DIMS];
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  SymExpr own = exprOf(d, x, axis);
  dims[axis] = times(d, count(d, parts),
                     relaxDimsFloorDiv(&d->math, own, count(d, parts)));
  return parts > 1 && !relaxDimEqual(dims[axis], info.dims[axis])
             ? composeMatch(d->importer, x, info.rank, dims, x)
             : x;
}

/// `*x`, [n, images * inner..., result...], as [n * images, inner...,
/// result...]: `inner` lists `rank` dimensions. `*x` gets the type that this
/// asks for; symbols come from `first` and `second`.
static MlirValue imagesOf(Deformed *d, MlirValue *x, const MlirAttribute *inner,
                          intptr_t rank, MlirValue first, MlirValue second) {
  MlirAttribute dims[MAX_DIMS], split[MAX_DIMS];
  SymExpr all = count(d, d->images);
  split[0] = times(d, exprOf(d, d->x, 0), all);
  for (intptr_t i = 0; i < rank; ++i) {
    split[1 + i] = inner[i];
    all = relaxDimsMul(&d->math, all, relaxDimsOf(&d->math, inner[i]));
  }
  dims[0] = dimOf(d->x, 0);
  dims[1] = relaxDimsAttribute(&d->math, all);
  for (int64_t i = 0; i < d->spatial; ++i)
    dims[2 + i] = split[1 + rank + i] = dimOf(d->offset, 2 + i);
  *x = composeMatchBoth(d->importer, *x, 2 + d->spatial, dims, first, second);
  return composeReshape(d->importer, *x, 1 + rank + d->spatial, split);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static int64_t integer(MlirAttribute list, int64_t i) {
  return mlirDenseI64ArrayGetElement(list, (intptr_t)i);
}

/// Where the samples would be along dimension `k` without offsets.
static MlirValue grid(Deformed *d, MlirValue samples, int64_t k) {
  Importer *i = d->importer;
  int64_t rank = 1 + 2 * d->spatial;
  MlirValue window = composeTimes(i, composeRangeOf(i, d->weight, 2 + k),
                                  (double)integer(d->conv.dilations, k));
  MlirValue result =
      composePlus(i,
                  composeTimes(i, composeRangeOf(i, samples, 2 + k),
                               (double)integer(d->conv.strides, k)),
                  -(double)integer(d->conv.pads, k));
  return composeAdd(i, composeAlong(i, window, 1 + k, rank),
                    composeAlong(i, result, 1 + d->spatial + k, rank));
}

/// The two neighbours along dimension `k`; outside of the input they weigh
/// nothing.
static void sampleAlong(Deformed *d, MlirValue offsets, int64_t k) {
  Importer *i = d->importer;
  MlirType wide = d->table.computed;
  MlirValue which = composeElement(i, composeInts(i, &k, 1), 0);
  MlirValue own = composeTake(i, offsets, which, 1 + d->spatial);
  MlirValue place = composeAdd(i, composeCast(i, own, wide),
                               composeCast(i, grid(d, d->offset, k), wide));
  MlirValue last = composePlus(
      i, composeCast(i, composeElement(i, d->table.extents, 2 + k), wide), -1);
  MlirValue zero = composeNumber(i, 0, place), one = composeNumber(i, 1, place);
  MlirValue below = composeFloorOf(i, place);
  MlirValue rest = composeSubtract(i, place, below);
  MlirValue weights[] = {composeSubtract(i, one, rest), rest};
  for (int t = 0; t < 2; ++t) {
    MlirValue at = composePlus(i, below, t);
    MlirValue moved = composeMinimum(i, composeMaximum(i, at, zero), last);
    d->table.weights[k][t] =
        composeWhere(i, composeEqual(i, at, moved), weights[t], zero);
    d->table.places[k][t] = composeCast(i, moved, composeI64(i));
  }
  d->table.counts[k] = 2;
}

/// The samples, weighed by the mask: [images, channels, window..., result...].
static MlirValue samplesOf(Deformed *d) {
  Importer *i = d->importer;
  int64_t rank = 1 + 2 * d->spatial;
  MlirAttribute inner[MAX_DIMS], dims[MAX_DIMS];
  SymExpr channels =
      relaxDimsFloorDiv(&d->math, exprOf(d, d->x, 1), count(d, d->images));
  dims[0] = times(d, exprOf(d, d->x, 0), count(d, d->images));
  dims[1] = relaxDimsAttribute(&d->math, channels);
  for (int64_t k = 0; k < d->spatial; ++k) {
    dims[2 + k] = dimOf(d->x, 2 + k);
    inner[k] = dimOf(d->weight, 2 + k);
  }
  inner[d->spatial] = symConstAttribute(i->context, d->spatial);
  MlirValue images = composeReshape(i, d->x, 2 + d->spatial, dims);
  MlirValue offsets =
      imagesOf(d, &d->offset, inner, d->spatial + 1, d->x, d->weight);
  if (!images.ptr || !offsets.ptr)
    return (MlirValue){NULL};
  d->table = sampleTableOf(i, images, d->spatial);
  if (!d->table.rows.ptr)
    return (MlirValue){NULL};
  for (int64_t k = 0; k < d->spatial; ++k)
    sampleAlong(d, offsets, k);
  MlirValue numbers = composeAlong(i, composeRangeOf(i, offsets, 0), 0, rank);
  MlirValue samples = sampleTableSum(&d->table, numbers, rank);
  if (!d->mask.ptr)
    return samples;
  for (int64_t k = d->spatial; k > 0; --k)
    inner[k] = inner[k - 1];
  inner[0] = symConstAttribute(i->context, 1);
  return composeMultiply(
      i, samples,
      imagesOf(d, &d->mask, inner, d->spatial + 1, d->offset, d->offset));
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// The samples of all images of a sample together, with the channels that the
/// weight wants: [n, channels, window..., result...].
static MlirValue joined(Deformed *d, MlirValue samples) {
  MlirAttribute dims[MAX_DIMS];
  if (!samples.ptr || d->images == 1)
    return samples;
  RelaxTensorInfo info = relaxTensorInfoOf(samples);
  for (intptr_t k = 2; k < info.rank; ++k)
    dims[k] = info.dims[k];
  dims[0] = dimOf(d->x, 0);
  dims[1] = times(d, exprOf(d, samples, 1), count(d, d->images));
  samples = composeReshape(d->importer, samples, info.rank, dims);
  dims[1] = times(d, exprOf(d, d->weight, 1), count(d, d->groups));
  return composeMatch(d->importer, samples, info.rank, dims, d->weight);
}

/// The samples as [n, groups, channels of a group * window, result], times the
/// weight of each group.
static MlirValue multiplied(Deformed *d, MlirValue samples) {
  Importer *i = d->importer;
  SymExpr window = product(d, d->weight), inner = exprOf(d, d->weight, 1);
  SymExpr sums = relaxDimsMul(&d->math, inner, window);
  SymExpr outs =
      relaxDimsFloorDiv(&d->math, exprOf(d, d->weight, 0), count(d, d->groups));
  MlirAttribute groups = symConstAttribute(i->context, d->groups);
  MlirAttribute result = relaxDimsAttribute(&d->math, product(d, d->offset));
  MlirAttribute columns[] = {dimOf(d->x, 0), groups,
                             relaxDimsAttribute(&d->math, sums), result};
  MlirAttribute rows[] = {groups, relaxDimsAttribute(&d->math, outs),
                          columns[2]};
  MlirAttribute whole[MAX_DIMS] = {dimOf(d->x, 0), dimOf(d->weight, 0)};
  for (int64_t k = 0; k < d->spatial; ++k)
    whole[2 + k] = dimOf(d->offset, 2 + k);
  RelaxMatmulArgs args = {
      .lhs = composeReshape(i, d->weight, 3, rows),
      .rhs = composeReshape(i, joined(d, samples), 4, columns)};
  MlirValue y;
  return args.lhs.ptr && args.rhs.ptr &&
                 importInsert(i,
                              relaxMatmulCreate(
                                  importHelperLocation(i, "product"), &args),
                              &y)
             ? composeReshape(i, y, 2 + d->spatial, whole)
             : (MlirValue){NULL};
}

static bool readOperands(Deformed *d) {
  Importer *i = d->importer;
  RelaxTensorInfo info;
  if (!importOperandCount(i, 3, 5) || !importRankedOperand(i, &d->x, &info) ||
      !importOperand(i, 1, &d->weight) || !importOperand(i, 2, &d->offset) ||
      (importHasOperand(i, 4) && !importOperand(i, 4, &d->mask)) ||
      !importInt(i, "offset_group", 1, &d->images))
    return false;
  d->spatial = info.rank - 2;
  if (d->spatial < 1 || d->spatial > SAMPLE_DIMS)
    return importOperandError(i, 0, d->x, "expected rank 3 to %d",
                              2 + SAMPLE_DIMS);
  if (d->images < 1 || d->images > INT32_MAX)
    return importError(i,
                       "attribute 'offset_group': expected 1 to %d, got "
                       "%" PRId64,
                       INT32_MAX, d->images);
  RelaxTensorInfo moved = relaxTensorInfoOf(d->offset);
  if (!moved.ranked || moved.rank != info.rank)
    return importOperandError(i, 2, d->offset, "expected rank %ld",
                              (long)info.rank);
  for (intptr_t k = 2; k < moved.rank; ++k)
    if (symAttributeIsUnknown(moved.dims[k]))
      return importOperandError(i, 2, d->offset,
                                "expected known spatial extents");
  return true;
}

static bool importDeformConv(Importer *importer) {
  Deformed d = {
      .importer = importer,
      .math = {importer->location, "DeformConv", importer->arena, SYM_OK}};
  if (!readOperands(&d) ||
      !importConvolution(importer, &d.x, &d.weight, 1, &d.conv))
    return false;
  d.groups = mlirIntegerAttrGetValueInt(d.conv.groups);
  d.x = divisible(&d, d.x, 1, d.images);
  d.weight = divisible(&d, d.weight, 0, d.groups);
  if (!d.x.ptr || !d.weight.ptr)
    return false;
  MlirValue y = multiplied(&d, samplesOf(&d));
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&d.math)))
    return false;
  if (y.ptr && importHasOperand(importer, 3) &&
      !importAddBias(importer, y, 3, (size_t)d.spatial, &y))
    return false;
  return composeResult(importer, y);
}

const OnnxOperator onnxDeformConvOperators[] = {
    {"DeformConv", importDeformConv, 19, "take, where, multiply, matmul"},
    {NULL, NULL, 0, NULL},
};
