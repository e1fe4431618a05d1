//===- Crop.c - ONNX CenterCropPad and Col2Im
//------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Both compute extents and places from vectors, which may be values.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>

/// The input with `?` along the axes.
static MlirType openAlong(Importer *importer, MlirValue x, const int64_t *axes,
                          size_t count) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  for (size_t i = 0; i < count; ++i)
    dims[axes[i]] = symUnknownAttribute(importer->context);
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

static MlirValue sliceAlong(Importer *importer, MlirValue x,
                            const int64_t *axes, size_t count, MlirValue begins,
                            MlirValue ends) {
  MlirValue part;
  int64_t *ones = ARENA_ARRAY(importer->arena, int64_t, count);
  for (size_t i = 0; i < count; ++i)
    ones[i] = 1;
  RelaxDynamicSliceArgs args = {.input = x,
                                .begins = begins,
                                .ends = ends,
                                .steps = composeInts(importer, ones, count),
                                .axes =
                                    importIntsAttribute(importer, axes, count)};
  if (!x.ptr || !begins.ptr || !ends.ptr || !args.steps.ptr)
    return (MlirValue){NULL};
  args.resultType = openAlong(importer, x, axes, count);
  return importInsert(importer,
                      relaxDynamicSliceCreate(
                          importHelperLocation(importer, "part"), &args),
                      &part)
             ? part
             : (MlirValue){NULL};
}

//===----------------------------------------------------------------------===//
// CenterCropPad
//===----------------------------------------------------------------------===//

/// Half of what `a` has more than `b`, rounded down, and all of it.
static MlirValue excess(Importer *importer, MlirValue a, MlirValue b,
                        MlirValue *half) {
  MlirValue more = composeSubtract(importer, a, b);
  more = composeMaximum(importer, more, composeNumber(importer, 0, more));
  *half = composeDivide(importer, more, composeNumber(importer, 2, more));
  return more;
}

static bool importCenterCropPad(Importer *importer) {
  MlirValue x, begins, front;
  RelaxTensorInfo info;
  const int64_t *given;
  size_t count;
  bool has;
  if (!importOperandCount(importer, 2, 2) ||
      !importInts(importer, "axes", &given, &count, &has) ||
      !importRankedOperand(importer, &x, &info))
    return false;
  count = has ? count : (size_t)info.rank;
  int64_t *axes = ARENA_ARRAY(importer->arena, int64_t, count);
  bool *seen = ARENA_ARRAY(importer->arena, bool, info.rank);
  if (has && !importMarkAxes(importer, given, count, info.rank, seen))
    return false;
  for (size_t i = 0; i < count; ++i)
    axes[i] = has ? given[i] + (given[i] < 0 ? info.rank : 0) : (int64_t)i;
  MlirValue wanted = composeVector(importer, 1, (int64_t)count);
  MlirValue extents = composeTake(importer, composeShape(importer, x),
                                  composeInts(importer, axes, count), 0);
  excess(importer, extents, wanted, &begins);
  MlirValue ends =
      composeAdd(importer, begins, composeMinimum(importer, extents, wanted));
  x = sliceAlong(importer, x, axes, count, begins, ends);
  MlirValue missing = excess(importer, wanted, extents, &front);
  MlirValue widths[] = {front, composeSubtract(importer, missing, front)};
  RelaxDynamicPadArgs args = {
      .input = x,
      .widths = composeConcat(importer, widths, 2, 0),
      .axes = importIntsAttribute(importer, axes, count),
      .mode = mlirStringAttrGet(importer->context,
                                mlirStringRefCreateFromCString("constant"))};
  if (!x.ptr || !args.widths.ptr)
    return false;
  args.resultType = openAlong(importer, x, axes, count);
  return importResult(
      importer, 0,
      relaxDynamicPadCreate(importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// Col2Im: columns are added to the places of an image; those outside of it to
// one more element, which is dropped
//===----------------------------------------------------------------------===//

typedef struct Columns {
  Importer *importer;
  int64_t rank; // of the image
  MlirValue image, block;
  const int64_t *strides, *pads, *dilations;
} Columns;

static MlirValue asVector(Importer *importer, MlirValue scalar) {
  MlirAttribute one = symConstAttribute(importer->context, 1);
  return composeReshape(importer, scalar, 1, &one);
}

/// How often the block of dimension d fits.
static MlirValue stepsAlong(Columns *c, int64_t d) {
  Importer *i = c->importer;
  MlirValue image = composeElement(i, c->image, d);
  MlirValue block = composeElement(i, c->block, d);
  int64_t pads = c->pads[d] + c->pads[d + c->rank];
  MlirValue span =
      composeTimes(i, composePlus(i, block, -1), (double)c->dilations[d]);
  MlirValue room =
      composePlus(i, composeSubtract(i, image, span), (double)pads - 1);
  return composePlus(
      i, composeDivide(i, room, composeNumber(i, (double)c->strides[d], room)),
      1);
}

/// The digit of `number` with that base; `number` becomes what is left.
static MlirValue takeDigit(Importer *importer, MlirValue *number,
                           MlirValue base) {
  base = composeMaximum(importer, base, composeNumber(importer, 1, base));
  MlirValue digit = composeMod(importer, *number, base);
  *number = composeDivide(importer, *number, base);
  return digit;
}

/// The element of the image that each element of the columns belongs to; its
/// number has the steps as digits, in front of them the places in the block.
static MlirValue placesOf(Columns *c, MlirValue x, MlirValue outside) {
  Importer *i = c->importer;
  MlirValue number = composeRangeOf(i, x, 2), inside = {NULL}, linear = {NULL};
  MlirValue place[8], factor = {NULL};
  for (int64_t d = c->rank; d-- > 0;)
    place[d] =
        composePlus(i,
                    composeTimes(i, takeDigit(i, &number, stepsAlong(c, d)),
                                 (double)c->strides[d]),
                    -(double)c->pads[d]);
  for (int64_t d = c->rank; d-- > 0;) {
    MlirValue image = composeElement(i, c->image, d);
    MlirValue offset = takeDigit(i, &number, composeElement(i, c->block, d));
    MlirValue at = composeAdd(i, place[d],
                              composeTimes(i, offset, (double)c->dilations[d]));
    MlirValue moved =
        composeMinimum(i, composeMaximum(i, at, composeNumber(i, 0, at)),
                       composePlus(i, image, -1));
    MlirValue fits = composeCast(i, composeEqual(i, at, moved), composeI64(i));
    MlirValue part = factor.ptr ? composeMultiply(i, at, factor) : at;
    inside = inside.ptr ? composeMultiply(i, inside, fits) : fits;
    linear = linear.ptr ? composeAdd(i, linear, part) : part;
    factor = factor.ptr ? composeMultiply(i, factor, image) : image;
  }
  return composeWhere(i, composeEqual(i, inside, composeNumber(i, 1, inside)),
                      linear, outside);
}

/// [n, c * block, steps] as [n, c, block * steps].
static MlirValue columnsOf(Columns *c, MlirValue x) {
  Importer *i = c->importer;
  MlirValue shape = composeShape(i, x);
  MlirValue block = asVector(i, composeProduct(i, c->block));
  MlirValue last = composePart(i, shape, 2, 3);
  MlirValue target[] = {composePart(i, shape, 0, 1),
                        composeDivide(i, composePart(i, shape, 1, 2), block),
                        composeMultiply(i, block, last)};
  return composeReshapeTo(i, x, composeConcat(i, target, 3, 0), 3);
}

static bool readInts(Columns *c, const char *name, size_t count, int64_t absent,
                     const int64_t **out) {
  const int64_t *given;
  size_t got;
  bool has;
  if (!importInts(c->importer, name, &given, &got, &has))
    return false;
  if (has && got != count)
    return importError(c->importer,
                       "attribute '%s': expected %zu values, got %zu", name,
                       count, got);
  int64_t *values = ARENA_ARRAY(c->importer->arena, int64_t, count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = has ? given[i] : absent;
    if (values[i] < absent || values[i] > INT32_MAX)
      return importError(c->importer,
                         "attribute '%s': expected %" PRId64
                         " to %d, got %" PRId64,
                         name, absent, INT32_MAX, values[i]);
  }
  *out = values;
  return true;
}

/// The number of the image's dimensions: a literal extent, or what the output
/// is declared with.
static bool imageRank(Columns *c, RelaxTensorInfo info, MlirValue x) {
  MlirValue shape;
  if (!importOperand(c->importer, 1, &shape))
    return false;
  RelaxTensorInfo sizes = relaxTensorInfoOf(shape);
  c->rank = importDeclaredRank(c->importer, 0) - 2;
  if (sizes.ranked && sizes.rank == 1)
    symAttributeIsConst(sizes.dims[0], &c->rank);
  return (info.rank == 3 && c->rank >= 1 && c->rank <= 8) ||
         importOperandError(c->importer, 0, x,
                            "expected rank 3 and a literal or declared rank of "
                            "the image");
}

static bool importCol2Im(Importer *importer) {
  Columns c = {.importer = importer};
  MlirValue x;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 3, 3) ||
      !importRankedOperand(importer, &x, &info) || !imageRank(&c, info, x) ||
      !readInts(&c, "dilations", (size_t)c.rank, 1, &c.dilations) ||
      !readInts(&c, "strides", (size_t)c.rank, 1, &c.strides) ||
      !readInts(&c, "pads", 2 * (size_t)c.rank, 0, &c.pads))
    return false;
  c.image = composeVector(importer, 1, c.rank);
  c.block = composeVector(importer, 2, c.rank);
  x = columnsOf(&c, x);
  MlirValue total = composeProduct(importer, c.image);
  MlirValue shape = composeShape(importer, x);
  MlirValue front = composePart(importer, shape, 0, 2);
  MlirValue more[] = {front,
                      asVector(importer, composePlus(importer, total, 1))};
  MlirValue full[] = {front, c.image};
  static const int64_t zero = 0, axis = 2;
  RelaxScatterElementsArgs args = {
      .indices = composeExpandTo(importer, placesOf(&c, x, total), shape, 3),
      .updates = x,
      .axis = mlirIntegerAttrGet(composeI64(importer), 2),
      .reduction = mlirStringAttrGet(importer->context,
                                     mlirStringRefCreateFromCString("add"))};
  if (!args.indices.ptr || !x.ptr)
    return false;
  args.input = composeExpandTo(importer, composeNumber(importer, 0, x),
                               composeConcat(importer, more, 2, 0), 3);
  MlirValue sums;
  if (!args.input.ptr ||
      !importInsert(importer,
                    relaxScatterElementsCreate(
                        importHelperLocation(importer, "sums"), &args),
                    &sums))
    return false;
  sums = sliceAlong(importer, sums, &axis, 1, composeInts(importer, &zero, 1),
                    asVector(importer, total));
  return composeResult(importer,
                       composeReshapeTo(importer, sums,
                                        composeConcat(importer, full, 2, 0),
                                        c.rank + 2));
}

const OnnxOperator onnxCropOperators[] = {
    {"CenterCropPad", importCenterCropPad, 18, "dynamic_pad, dynamic_slice"},
    {"Col2Im", importCol2Im, 18, "scatter_elements"},
    {NULL, NULL, 0, NULL},
};
