//===- Constants.c - what operations are made from ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Frontend/ONNX/Import/Importer.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Dimensions and axes
//===----------------------------------------------------------------------===//

MlirAttribute *importDims(Importer *importer, RelaxTensorInfo info) {
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  return dims;
}

MlirAttribute *importDimsWith(Importer *importer, RelaxTensorInfo info,
                              intptr_t axis, MlirAttribute dim) {
  MlirAttribute *dims = importDims(importer, info);
  dims[axis] = dim;
  return dims;
}

MlirAttribute *importDimsBehind(Importer *importer, MlirAttribute first,
                                RelaxTensorInfo info) {
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  dims[0] = first;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  return dims;
}

MlirAttribute *importOpenDims(Importer *importer, intptr_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = symUnknownAttribute(importer->context);
  return dims;
}

bool importMarkAxes(Importer *importer, const int64_t *axes, size_t count,
                    int64_t rank, bool *marked) {
  for (size_t i = 0; i < count; ++i) {
    int64_t axis;
    if (!importAxis(importer, axes[i], rank, &axis))
      return false;
    if (marked[axis])
      return importError(importer, "axis %" PRId64 " occurs twice", axis);
    marked[axis] = true;
  }
  return true;
}

bool importSortedAxes(Importer *importer, const int64_t *axes, size_t count,
                      int64_t rank, MlirAttribute *sorted) {
  bool *marked = ARENA_ARRAY(importer->arena, bool, rank);
  int64_t *list = ARENA_ARRAY(importer->arena, int64_t, rank);
  size_t next = 0;
  if (!importMarkAxes(importer, axes, count, rank, marked))
    return false;
  for (int64_t i = 0; i < rank; ++i)
    if (marked[i])
      list[next++] = i;
  *sorted = importIntsAttribute(importer, list, next);
  return true;
}

bool importAxes(Importer *importer, const int64_t *given, size_t count,
                int64_t rank, int64_t **axes) {
  bool *marked = ARENA_ARRAY(importer->arena, bool, rank);
  *axes = ARENA_ARRAY(importer->arena, int64_t, count);
  if (given && !importMarkAxes(importer, given, count, rank, marked))
    return false;
  for (size_t i = 0; i < count; ++i)
    (*axes)[i] = !given ? (int64_t)i : given[i] + (given[i] < 0 ? rank : 0);
  return true;
}

//===----------------------------------------------------------------------===//
// Attributes and elements
//===----------------------------------------------------------------------===//

MlirType importI64(const Importer *importer) {
  return mlirIntegerTypeGet(importer->context, 64);
}

MlirAttribute importIntAttribute(Importer *importer, int64_t value) {
  return mlirIntegerAttrGet(importI64(importer), value);
}

MlirAttribute importFloatAttribute(Importer *importer, double value) {
  return mlirFloatAttrDoubleGet(importer->context,
                                mlirF64TypeGet(importer->context), value);
}

MlirAttribute importTextAttribute(Importer *importer, const char *text) {
  return mlirStringAttrGet(importer->context,
                           mlirStringRefCreateFromCString(text));
}

MlirAttribute importTextsAttribute(Importer *importer,
                                   const Onnx__AttributeProto *given) {
  MlirAttribute *texts =
      ARENA_ARRAY(importer->arena, MlirAttribute, given->n_strings);
  for (size_t i = 0; i < given->n_strings; ++i)
    texts[i] = mlirStringAttrGet(
        importer->context,
        mlirStringRefCreate((const char *)given->strings[i].data,
                            given->strings[i].len));
  return mlirArrayAttrGet(importer->context, (intptr_t)given->n_strings, texts);
}

MlirAttribute importIntsAttribute(Importer *importer, const int64_t *values,
                                  size_t count) {
  return mlirDenseI64ArrayGet(importer->context, (intptr_t)count, values);
}

/// A scalar if `count` is negative.
static MlirType shaped(intptr_t count, MlirType element) {
  int64_t extent = count;
  return mlirRankedTensorTypeGet(count < 0 ? 0 : 1, &extent, element,
                                 mlirAttributeGetNull());
}

MlirAttribute importTextElements(Importer *importer, intptr_t count,
                                 const ProtobufCBinaryData *values) {
  intptr_t elements = count < 0 ? 1 : count;
  MlirStringRef *refs = ARENA_ARRAY(importer->arena, MlirStringRef, elements);
  for (intptr_t i = 0; i < elements; ++i)
    refs[i] = mlirStringRefCreate((const char *)values[i].data, values[i].len);
  return mlirDenseElementsAttrStringGet(
      shaped(count, relaxStringTypeGet(importer->context)), elements, refs);
}

MlirAttribute importIntElements(Importer *importer, intptr_t count,
                                const int64_t *values) {
  return mlirDenseElementsAttrInt64Get(shaped(count, importI64(importer)),
                                       count < 0 ? 1 : count, values);
}

MlirAttribute importFloatElements(Importer *importer, intptr_t count,
                                  const float *values) {
  return mlirDenseElementsAttrFloatGet(
      shaped(count, mlirF32TypeGet(importer->context)), count < 0 ? 1 : count,
      values);
}

MlirAttribute importBoolElements(Importer *importer, bool value) {
  int bit = value;
  return mlirDenseElementsAttrBoolGet(
      shaped(-1, mlirIntegerTypeGet(importer->context, 1)), 1, &bit);
}

bool importElementsConstant(Importer *importer, MlirAttribute elements,
                            const char *suffix, MlirValue *result) {
  RelaxConstantArgs args = {.value = elements};
  return IMPORT_HELPER(importer, suffix, Constant, &args, result);
}

bool importIntsConstant(Importer *importer, const int64_t *values, size_t count,
                        const char *suffix, MlirValue *result) {
  return importElementsConstant(
      importer, importIntElements(importer, (intptr_t)count, values), suffix,
      result);
}

bool importFloatScalar(Importer *importer, MlirType elementType, double value,
                       const char *suffix, MlirValue *result) {
  MlirAttribute number =
      mlirFloatAttrDoubleGet(importer->context, elementType, value);
  return importElementsConstant(
      importer, mlirDenseElementsAttrGet(shaped(-1, elementType), 1, &number),
      suffix, result);
}
