//===- ComputedAxes.c - axes that only the run knows ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "lib/Frontend/ONNX/Import/Importer.h"

bool importReducedShape(Importer *importer, MlirValue input, MlirValue axes,
                        bool noop, MlirValue *shape) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!info.ranked)
    return importOperandError(importer, 0, input, "expected a known rank");
  RelaxReducedShapeArgs args = {.input = input, .axes = axes, .noop = noop};
  MlirAttribute *dims = importOpenDims(importer, info.rank);
  args.binds = importBindDims(importer, info.rank, dims);
  args.resultType = relaxShapeTypeGet(importer->context, true, info.rank, dims);
  return IMPORT_HELPER(importer, "shape", ReducedShape, &args, shape);
}

/// The type with `sign` dimensions per axis; unranked if their number is open,
/// or if there are none, which means all of extent 1.
static MlirType viewType(Importer *importer, MlirValue input, MlirValue axes,
                         int sign, MlirAttribute *binds) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxTensorInfo list = relaxTensorInfoOf(axes);
  int64_t count = 0;
  bool known = info.ranked && list.ranked && list.rank == 1 &&
               symAttributeIsConst(list.dims[0], &count) &&
               (sign > 0 || (count > 0 && count <= info.rank)) &&
               count <= IMPORT_MAX_RANK;
  if (!known)
    return relaxUnrankedTensorType(info.elementType);
  intptr_t rank = info.rank + sign * (intptr_t)count;
  MlirAttribute *dims = importOpenDims(importer, rank);
  *binds = importBindDims(importer, rank, dims);
  return relaxTensorTypeOf(info.elementType, rank, dims);
}

bool importSqueezeComputed(Importer *importer, MlirValue input, MlirValue axes,
                           bool noop) {
  RelaxSqueezeArgs args = {.input = input, .axes = axes, .noop = noop};
  args.resultType = viewType(importer, input, axes, -1, &args.binds);
  return IMPORT_RESULT(importer, Squeeze, &args);
}

bool importUnsqueezeComputed(Importer *importer, MlirValue input,
                             MlirValue axes) {
  RelaxUnsqueezeArgs args = {.input = input, .axes = axes};
  args.resultType = viewType(importer, input, axes, 1, &args.binds);
  return IMPORT_RESULT(importer, Unsqueeze, &args);
}
