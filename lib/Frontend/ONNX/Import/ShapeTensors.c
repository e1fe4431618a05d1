//===- ShapeTensors.c - shapes computed by the imported program -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/ShapeTensors.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"

bool importShapeTensor(Importer *importer, MlirValue input,
                       MlirLocation location, MlirValue *extents) {
  RelaxShapeOfArgs shapeArgs = {.input = input};
  RelaxShapeToTensorArgs args = {0};
  return IMPORT_HELPER(importer, "shape", ShapeOf, &shapeArgs, &args.shape) &&
         importInsert(importer, relaxShapeToTensorCreate(location, &args),
                      extents);
}

bool importShapeSlice(Importer *importer, MlirValue extents, int64_t begin,
                      int64_t end, MlirLocation location, MlirValue *result) {
  static const int64_t zero = 0, one = 1;
  RelaxStridedSliceArgs args = {
      .input = extents,
      .axes = importIntsAttribute(importer, &zero, 1),
      .begins = importIntsAttribute(importer, &begin, 1),
      .ends = importIntsAttribute(importer, &end, 1),
      .steps = importIntsAttribute(importer, &one, 1)};
  return importInsert(importer, relaxStridedSliceCreate(location, &args),
                      result);
}

/// A constant target, where every dimension stays at its place: 0 copies it.
static bool constantTarget(Importer *importer, const int64_t *dims,
                           size_t count, MlirValue *target, bool *built) {
  int64_t *elements = ARENA_ARRAY(importer->arena, int64_t, count);
  *built = false;
  for (size_t i = 0; i < count; ++i) {
    if (dims[i] >= 0 && dims[i] != (int64_t)i)
      return true;
    elements[i] = dims[i] < 0 ? 1 : 0;
  }
  *built = true;
  return importIntsConstant(importer, elements, count, "target", target);
}

/// The target tensor: runs of the input's extents and of ones, concatenated.
static bool computedTarget(Importer *importer, MlirValue input,
                           const int64_t *dims, size_t count,
                           MlirValue *target) {
  MlirValue *parts = ARENA_ARRAY(importer->arena, MlirValue, count + 1);
  int64_t *ones = ARENA_ARRAY(importer->arena, int64_t, count + 1);
  intptr_t numParts = 0;
  MlirValue extents;
  if (!importShapeTensor(importer, input,
                         importHelperLocation(importer, "extents"), &extents))
    return false;
  for (size_t i = 0; i < count; ++i)
    ones[i] = 1;
  for (size_t i = 0, stop; i < count; i = stop) {
    for (stop = i + 1; stop < count; ++stop)
      if (dims[i] < 0 ? dims[stop] >= 0
                      : dims[stop] != dims[i] + (int64_t)(stop - i))
        break;
    bool good = dims[i] < 0
                    ? importIntsConstant(importer, ones, stop - i, "ones",
                                         &parts[numParts])
                    : importShapeSlice(importer, extents, dims[i],
                                       dims[i] + (int64_t)(stop - i),
                                       importHelperLocation(importer, "part"),
                                       &parts[numParts]);
    if (!good)
      return false;
    ++numParts;
  }
  if (numParts == 0)
    return importIntsConstant(importer, ones, 0, "ones", target);
  *target = parts[0];
  if (numParts == 1)
    return true;
  RelaxConcatArgs args = {.numInputs = numParts, .inputs = parts, .axis = 0};
  return IMPORT_HELPER(importer, "target", Concat, &args, target);
}

/// The detached reshape, null after an error.
static MlirOperation reshapeToDims(Importer *importer, MlirValue input,
                                   const int64_t *dims, size_t count,
                                   MlirLocation location) {
  const MlirOperation failed = {NULL};
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirAttribute *types = ARENA_ARRAY(importer->arena, MlirAttribute, count);
  bool known = true;
  for (size_t i = 0; i < count; ++i) {
    types[i] = dims[i] < 0 ? symConstAttribute(importer->context, 1)
                           : info.dims[dims[i]];
    known &= !symAttributeIsUnknown(types[i]);
  }
  // A dropped dimension of unknown extent: only the program can tell whether
  // the number of elements stays.
  for (intptr_t i = 0; i < info.rank; ++i)
    known &= !symAttributeIsUnknown(info.dims[i]);
  RelaxReshapeArgs args = {.input = input,
                           .resultType = relaxTensorTypeOf(
                               info.elementType, (intptr_t)count, types)};
  if (!known) {
    bool built;
    if (!constantTarget(importer, dims, count, &args.target, &built))
      return failed;
    if (!built) {
      if (!computedTarget(importer, input, dims, count, &args.target))
        return failed;
      args.allow_zero = true;
    }
  }
  return relaxReshapeCreate(location, &args);
}

bool importReshapeToDims(Importer *importer, MlirValue input,
                         const int64_t *dims, size_t count) {
  MlirLocation location = importResultLocation(importer, 0);
  MlirOperation op = reshapeToDims(importer, input, dims, count, location);
  return op.ptr && importResult(importer, 0, op);
}

MlirValue composeDims(Importer *importer, MlirValue x, const int64_t *dims,
                      size_t count) {
  MlirValue value = {NULL};
  if (!x.ptr)
    return x;
  MlirOperation op = reshapeToDims(importer, x, dims, count,
                                   importHelperLocation(importer, "shaped"));
  return op.ptr && importInsert(importer, op, &value) ? value
                                                      : (MlirValue){NULL};
}
