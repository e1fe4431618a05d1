//===- Sampling.c - ONNX AffineGrid and GridSample ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sampling.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

/// The number of spatial dimensions: what theta, the sizes or the declared
/// result say.
static int64_t spatialOf(Importer *importer, RelaxTensorInfo theta,
                         RelaxTensorInfo sizes) {
  int64_t d = importDeclaredRank(importer, 0) - 2, length;
  if (theta.ranked && theta.rank == 3)
    symAttributeIsConst(theta.dims[1], &d);
  if (sizes.ranked && sizes.rank == 1 &&
      symAttributeIsConst(sizes.dims[0], &length))
    d = length - 2;
  return d;
}

static bool importAffineGrid(Importer *importer) {
  RelaxAffineGridArgs args = {0};
  if (!importBool(importer, "align_corners", false, &args.align_corners) ||
      !importOperand(importer, 0, &args.theta) ||
      !importOperand(importer, 1, &args.sizes))
    return false;
  RelaxTensorInfo theta = relaxTensorInfoOf(args.theta);
  int64_t d = spatialOf(importer, theta, relaxTensorInfoOf(args.sizes));
  if ((d != 2 && d != 3) || (theta.ranked && theta.rank != 3))
    return importOperandError(importer, 0, args.theta,
                              "expected [n, 2, 3] or [n, 3, 4]");
  args.sizes = composeVector(importer, 1, d + 2);
  if (!args.sizes.ptr)
    return false;
  MlirAttribute dims[5];
  for (int64_t i = 0; i <= d; ++i)
    dims[i] = symUnknownAttribute(importer->context);
  if (theta.ranked)
    dims[0] = theta.dims[0];
  dims[d + 1] = symConstAttribute(importer->context, d);
  args.resultType = relaxTensorTypeOf(theta.elementType, d + 2, dims);
  return IMPORT_RESULT(importer, AffineGrid, &args);
}

static bool readMode(Importer *importer, RelaxGridSampleArgs *args) {
  const char *mode, *padding;
  int64_t corners;
  if (!importText(importer, "mode",
                  importer->opset < 20 ? "bilinear" : "linear", &mode) ||
      !importText(importer, "padding_mode", "zeros", &padding) ||
      !importInt(importer, "align_corners", 0, &corners))
    return false;
  // Version 16 has the first names.
  if (strcmp(mode, "bilinear") == 0)
    mode = "linear";
  if (strcmp(mode, "bicubic") == 0)
    mode = "cubic";
  args->mode = strRefFromC(mode);
  args->padding = strRefFromC(padding);
  if (corners)
    args->align_corners = true;
  return true;
}

/// Weighted sums of integers are sums of f32, cut to whole numbers.
static bool importGridSample(Importer *importer) {
  GraphBuilder *g = importBuilder(importer);
  RelaxGridSampleArgs args = {0};
  MlirValue value;
  if (!readMode(importer, &args) || !importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.grid))
    return false;
  MlirType element = relaxTensorInfoOf(args.input).elementType;
  bool direct = mlirTypeIsAFloat(element) ||
                strRefEqual(args.mode, strRefFromC("nearest"));
  if (direct)
    return IMPORT_RESULT(importer, GridSample, &args);
  args.input = graphCast(g, args.input, mlirF32TypeGet(importer->context));
  return args.input.ptr &&
         IMPORT_HELPER(importer, "samples", GridSample, &args, &value) &&
         composeResult(importer, graphCast(g, value, element));
}

const OnnxOperator onnxSamplingOperators[] = {
    {"AffineGrid", importAffineGrid, .since = 20, .types = ONNX_FLOATS,
     .inputs = {2, 2}},
    {"GridSample", importGridSample, .since = 16, .types = ONNX_NUMBERS,
     .inputs = {2, 2}},
    {0},
};
