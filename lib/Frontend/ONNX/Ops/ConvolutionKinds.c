//===- ConvolutionKinds.c - ONNX transposed and causal convolutions -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"

#include <inttypes.h>
#include <string.h>

typedef struct Window {
  size_t spatial;
  int64_t *strides, *dilations, *extra, *shape;
  int64_t *pads; // all low, then all high
  int64_t groups;
  bool hasShape;
} Window;

static bool readWindow(Importer *importer, Window *w) {
  const int64_t *shape;
  size_t count;
  int64_t *unused;
  if (!importWindowInts(importer, "strides", w->spatial, 1, 1, &w->strides) ||
      !importWindowInts(importer, "dilations", w->spatial, 1, 1,
                        &w->dilations) ||
      !importWindowInts(importer, "pads", 2 * w->spatial, 0, 0, &w->pads) ||
      !importWindowInts(importer, "output_padding", w->spatial, 0, 0,
                        &w->extra) ||
      !importWindowInts(importer, "output_shape", w->spatial, 0, 0,
                        &w->shape) ||
      !importInts(importer, "output_shape", &shape, &count, &w->hasShape) ||
      !importWindowInts(importer, "kernel_shape", w->spatial, 0, 0, &unused) ||
      !importInt(importer, "group", 1, &w->groups))
    return false;
  return w->groups >= 1 ||
         importError(importer,
                     "attribute 'group': expected at least 1, got %" PRId64,
                     w->groups);
}

/// Pads that make the result as long as is wanted: what is too much is cut off,
/// what is missing is added at the end.
static void cut(Window *w, size_t i, int64_t surplus, bool upper) {
  if (surplus < 0) {
    w->extra[i] -= surplus;
    surplus = 0;
  }
  int64_t less = surplus / 2, more = surplus - less;
  w->pads[i] = upper ? less : more;
  w->pads[w->spatial + i] = upper ? more : less;
}

static bool isSame(size_t mode) {
  return mode == PADS_UPPER || mode == PADS_LOWER;
}

/// With an output shape or SAME_...: stride times the input's extents. Where
/// extents are no literals, `fits` is false: the result is to be cut behind.
static void automaticPads(MlirValue input, MlirValue weight, size_t mode,
                          Window *w, bool *fits) {
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo kernel = relaxTensorInfoOf(weight);
  *fits = true;
  if (!isSame(mode) && !w->hasShape)
    return;
  for (size_t i = 0; i < w->spatial; ++i) {
    int64_t extent = 0, window;
    *fits &= symAttributeIsConst(kernel.dims[2 + i], &window) &&
             (!w->hasShape || symAttributeIsConst(x.dims[2 + i], &extent)) &&
             window <= INT32_MAX && extent <= INT32_MAX;
  }
  memset(w->pads, 0, 2 * w->spatial * sizeof *w->pads);
  for (size_t i = 0; *fits && i < w->spatial; ++i) {
    int64_t extent = 0, window;
    symAttributeIsConst(kernel.dims[2 + i], &window);
    symAttributeIsConst(x.dims[2 + i], &extent);
    int64_t reach = (window - 1) * w->dilations[i] + 1 + w->extra[i];
    int64_t surplus = w->hasShape
                          ? w->strides[i] * (extent - 1) + reach - w->shape[i]
                          : reach - w->strides[i];
    cut(w, i, surplus, mode == PADS_UPPER);
  }
}

/// The same by margins, which are negative where there is too much: an output
/// shape crops the transposed convolution, which relax.pad does.
static MlirValue cutBehind(Importer *importer, MlirValue y, MlirValue input,
                           size_t mode, const Window *w) {
  RelaxTensorInfo info = relaxTensorInfoOf(y), x = relaxTensorInfoOf(input);
  RelaxDims math =
      relaxDimsMake(importer->location, "relax.pad", importer->arena);
  MlirAttribute *low = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  SymExpr two = relaxDimsConst(&math, 2), zero = relaxDimsConst(&math, 0);
  bool upper = mode == PADS_UPPER;
  for (intptr_t i = 0; i < info.rank; ++i) {
    low[i] = symConstAttribute(importer->context, 0);
    dims[i] = info.dims[i];
    if (i < 2)
      continue;
    SymExpr extent = relaxDimsOf(&math, info.dims[i]);
    SymExpr wanted = relaxDimsMul(&math, relaxDimsOf(&math, x.dims[i]),
                                  relaxDimsConst(&math, w->strides[i - 2]));
    if (w->hasShape)
      wanted = relaxDimsConst(&math, w->shape[i - 2]);
    if (symExprIsUnknown(extent) || symExprIsUnknown(wanted)) {
      importOperandError(importer, 0, input,
                         "'output_shape' and 'auto_pad' need known spatial "
                         "extents");
      return (MlirValue){NULL};
    }
    SymExpr surplus =
        relaxDimsClamp(&math, relaxDimsSub(&math, extent, wanted));
    SymExpr front = upper ? relaxDimsFloorDiv(&math, surplus, two)
                          : relaxDimsCeilDiv(&math, surplus, two);
    low[i] = relaxDimsAttribute(&math, relaxDimsSub(&math, zero, front));
    dims[i] = relaxDimsAttribute(&math, wanted);
  }
  RelaxPadArgs args = {
      .input = y,
      .numGiven = 1,
      .given = &input,
      .low = mlirArrayAttrGet(importer->context, info.rank, low),
      .mode = strRefFromC("constant"),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return relaxDimsOutcome(&math)
             ? COMPOSE(importer, "cut", Pad, &args)
             : (MlirValue){NULL};
}

bool importAddBias(Importer *importer, MlirValue y, size_t index,
                   size_t spatial, MlirValue *result) {
  MlirValue bias = composeOperand(importer, index);
  if (!bias.ptr)
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(y), own = relaxTensorInfoOf(bias);
  if (!own.ranked || own.rank != 1)
    return importOperandError(importer, index, bias, "expected rank 1");
  if (!importEqualDim(importer, &bias, 0, info.dims[1], y))
    return false;
  *result = composeAdd(
      importer, y,
      graphChannels(importBuilder(importer), bias, (intptr_t)spatial));
  return result->ptr != NULL;
}

static bool importConvTranspose(Importer *importer) {
  RelaxConvTransposeArgs args = {0};
  RelaxTensorInfo info, kernel;
  size_t mode;
  MlirValue y;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.weight) ||
      !importAutoPad(importer, &mode))
    return false;
  kernel = relaxTensorInfoOf(args.weight);
  if (info.rank < 3 || !kernel.ranked || kernel.rank != info.rank)
    return importOperandError(importer, 1, args.weight,
                              "expected the input's rank, at least 3");
  Window w = {.spatial = (size_t)info.rank - 2};
  bool fits;
  if (!readWindow(importer, &w) ||
      !importAgree(importer, relaxConvTransposeAgreements, NULL,
                   (MlirValue *[]){&args.input, &args.weight}, 2))
    return false;
  automaticPads(args.input, args.weight, mode, &w, &fits);
  args.window = (RelaxWindow){.strides = {info.rank - 2, w.strides},
                              .pads = {2 * (info.rank - 2), w.pads},
                              .dilations = {info.rank - 2, w.dilations},
                              .extra = {info.rank - 2, w.extra},
                              .groups = w.groups};
  bool isLast = fits && !importHasOperand(importer, 2);
  MlirLocation place = isLast ? importResultLocation(importer, 0)
                              : importHelperLocation(importer, "conv");
  if (!importInsert(importer, relaxConvTransposeCreate(place, &args), &y))
    return false;
  if (!fits)
    y = cutBehind(importer, y, args.input, mode, &w);
  if (y.ptr && importHasOperand(importer, 2) &&
      !importAddBias(importer, y, 2, w.spatial, &y))
    return false;
  return composeResult(importer, y);
}

const OnnxOperator onnxConvolutionKindsOperators[] = {
    {"CausalConvWithState", .since = 27, .relax = "causal_conv",
     .types = ONNX_FLOATS, .inputs = {2, 4},
     ONNX_ATTRIBUTES(
         {"activation", ONNX_IS_WORD, "swish", .text = "none, silu, swish"}),
     .results = 2},
    {"ConvTranspose", importConvTranspose, .types = ONNX_FLOATS,
     .inputs = {2, 3}},
    {0},
};
