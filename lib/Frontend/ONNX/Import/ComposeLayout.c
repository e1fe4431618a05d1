//===- ComposeLayout.c - shapes and numbers of helper operations ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"

static const MlirValue none = {NULL};

MlirValue composeInts(Importer *importer, const int64_t *values, size_t count) {
  MlirValue result;
  return importIntsConstant(importer, values, count, "ints", &result) ? result
                                                                      : none;
}

MlirType composeOpenType(Importer *importer, MlirValue like, int64_t rank) {
  return relaxTensorTypeOf(relaxTensorInfoOf(like).elementType, rank,
                           importOpenDims(importer, rank));
}

MlirValue composeReshapeTo(Importer *importer, MlirValue x, MlirValue target,
                           int64_t rank) {
  if (!x.ptr || !target.ptr)
    return none;
  GraphBuilder *g = importBuilder(importer);
  RelaxReshapeArgs args = {.input = x,
                           .target = target,
                           .allow_zero = true,
                           .resultType = composeOpenType(importer, x, rank)};
  return graphInsert(g, relaxReshapeCreate(graphPlace(g, "shaped"), &args));
}

MlirValue composeScalar(Importer *importer, size_t index) {
  MlirValue value = composeOperand(importer, index);
  if (!value.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (!mlirTypeIsAInteger(info.elementType) || !info.ranked || info.rank > 1) {
    importOperandError(importer, index, value, "expected one integer");
    return none;
  }
  return graphCast(importBuilder(importer), composeAsScalar(importer, value),
                   importI64(importer));
}

MlirValue composeAsScalar(Importer *importer, MlirValue value) {
  if (!value.ptr || relaxTensorInfoOf(value).rank != 1)
    return value;
  return graphReshape(importBuilder(importer),
                      composeLength(importer, value, 1), 0, NULL);
}

MlirValue composeVector(Importer *importer, size_t index, int64_t count) {
  MlirValue value =
      graphCast(importBuilder(importer), composeOperand(importer, index),
                importI64(importer));
  return composeLength(importer, value, count);
}

MlirValue composeRange(Importer *importer, MlirValue limit) {
  return composeRangeBy(
      importer, limit,
      graphInteger(importBuilder(importer), 1, importI64(importer)));
}

MlirValue composeRangeBy(Importer *importer, MlirValue limit, MlirValue step) {
  GraphBuilder *g = importBuilder(importer);
  MlirAttribute open = symUnknownAttribute(importer->context);
  RelaxArangeArgs args = {.start = graphInteger(g, 0, importI64(importer)),
                          .limit = limit,
                          .step = step,
                          .resultType =
                              relaxTensorTypeOf(importI64(importer), 1, &open)};
  return limit.ptr && step.ptr
             ? graphInsert(g, relaxArangeCreate(graphPlace(g, "range"), &args))
             : none;
}

MlirValue composeRangeOf(Importer *importer, MlirValue x, int64_t axis) {
  if (!x.ptr)
    return none;
  GraphBuilder *g = importBuilder(importer);
  MlirAttribute extent = relaxTensorInfoOf(x).dims[axis];
  return symAttributeIsUnknown(extent)
             ? composeRange(importer,
                            graphElement(g, graphShapeVector(g, x), axis))
             : graphIota(g, extent, importI64(importer), x);
}
