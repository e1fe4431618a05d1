//===- Crop.c - ONNX CenterCropPad and Col2Im -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Crop.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"

static bool importCenterCropPad(Importer *importer) {
  RelaxCenterCropPadArgs args = {0};
  RelaxTensorInfo info;
  const int64_t *given;
  size_t count;
  bool has;
  if (!importInts(importer, "axes", &given, &count, &has) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  int64_t *axes;
  count = has ? count : (size_t)info.rank;
  if (!importAxes(importer, has ? given : NULL, count, info.rank, &axes))
    return false;
  MlirAttribute *dims = importDims(importer, info);
  for (size_t i = 0; i < count; ++i)
    dims[axes[i]] = symUnknownAttribute(importer->context);
  args.sizes = composeVector(importer, 1, (int64_t)count);
  args.axes = importIntsAttribute(importer, axes, count);
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return args.sizes.ptr && IMPORT_RESULT(importer, CenterCropPad, &args);
}

//===----------------------------------------------------------------------===//
// Col2Im
//===----------------------------------------------------------------------===//

/// The number of the image's dimensions: a literal extent, or what the output
/// is declared with.
static bool imageRank(Importer *importer, MlirValue x, int64_t *rank) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirValue shape;
  if (!importOperand(importer, 1, &shape))
    return false;
  RelaxTensorInfo sizes = relaxTensorInfoOf(shape);
  *rank = importDeclaredRank(importer, 0) - 2;
  if (sizes.ranked && sizes.rank == 1)
    symAttributeIsConst(sizes.dims[0], rank);
  return (info.rank == 3 && *rank >= 1 && *rank <= 6) ||
         importOperandError(importer, 0, x,
                            "expected rank 3 and a literal or declared rank of "
                            "the image");
}

/// [n, c * block, steps] as [n, c, block..., steps]: the block's extents become
/// those of a type, which relax.col2im reads; only extents are computed here.
static MlirValue blocksOf(Importer *importer, MlirValue x, MlirValue block,
                          int64_t rank) {
  GraphBuilder *g = importBuilder(importer);
  MlirAttribute one = symConstAttribute(importer->context, 1);
  MlirValue shape = graphShapeVector(g, x);
  MlirValue size =
      graphReshape(g, graphProd(g, block, mlirAttributeGetNull()), 1, &one);
  MlirValue target[] = {
      graphSlice(g, shape, 0, 0, 1, 1),
      composeDivide(importer, graphSlice(g, shape, 0, 1, 2, 1), size), block,
      graphSlice(g, shape, 0, 2, 3, 1)};
  return composeReshapeTo(importer, x, graphConcatAll(g, target, 4, 0),
                          rank + 3);
}

static bool importCol2Im(Importer *importer) {
  RelaxCol2imArgs args = {0};
  MlirValue x;
  RelaxTensorInfo info;
  int64_t *strides, *pads, *dilations;
  int64_t rank;
  if (!importRankedOperand(importer, &x, &info) ||
      !imageRank(importer, x, &rank) ||
      !importWindowInts(importer, "dilations", (size_t)rank, 1, 1,
                        &dilations) ||
      !importWindowInts(importer, "strides", (size_t)rank, 1, 1, &strides) ||
      !importWindowInts(importer, "pads", 2 * (size_t)rank, 0, 0, &pads))
    return false;
  args.sizes = composeVector(importer, 1, rank);
  args.input = blocksOf(importer, x, composeVector(importer, 2, rank), rank);
  args.window = (RelaxWindow){.strides = {rank, strides},
                              .pads = {2 * rank, pads},
                              .dilations = {rank, dilations}};
  if (!args.sizes.ptr || !args.input.ptr)
    return false;
  args.resultType = composeOpenType(importer, x, rank + 2);
  return IMPORT_RESULT(importer, Col2im, &args);
}

const OnnxOperator onnxCropOperators[] = {
    {"CenterCropPad", importCenterCropPad, .since = 18,
     .types = ONNX_NUMBERS | ONNX_BOOL, .inputs = {2, 2}},
    {"Col2Im", importCol2Im, .since = 18, .relax = "reshape, col2im",
     .types = ONNX_NUMBERS, .inputs = {3, 3}},
    {0},
};
