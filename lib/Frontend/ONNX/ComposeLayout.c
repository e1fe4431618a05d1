//===- ComposeLayout.c - shapes and indices of composed operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Shape.gen.h"

static const MlirValue none = {NULL};

static MlirValue insert(Importer *importer, MlirOperation op) {
  MlirValue result;
  return importInsert(importer, op, &result) ? result : none;
}

static MlirLocation place(Importer *importer, const char *what) {
  return importHelperLocation(importer, what);
}

static MlirAttribute integer(Importer *importer, int64_t value) {
  return mlirIntegerAttrGet(composeI64(importer), value);
}

MlirType composeI64(Importer *importer) {
  return mlirIntegerTypeGet(importer->context, 64);
}

MlirValue composeInts(Importer *importer, const int64_t *values, size_t count) {
  MlirValue result;
  return importIntsConstant(importer, values, count, "ints", &result) ? result
                                                                      : none;
}

MlirValue composeShape(Importer *importer, MlirValue x) {
  MlirValue extents;
  return x.ptr && importShapeTensor(importer, x, place(importer, "extents"),
                                    &extents)
             ? extents
             : none;
}

MlirValue composePart(Importer *importer, MlirValue vector, int64_t begin,
                      int64_t end) {
  MlirValue part;
  return vector.ptr && importShapeSlice(importer, vector, begin, end,
                                        place(importer, "part"), &part)
             ? part
             : none;
}

MlirValue composeElement(Importer *importer, MlirValue vector, int64_t index) {
  return composeReshape(
      importer, composePart(importer, vector, index, index + 1), 0, NULL);
}

MlirValue composeConcat(Importer *importer, const MlirValue *values,
                        intptr_t count, int64_t axis) {
  for (intptr_t i = 0; i < count; ++i)
    if (!values[i].ptr)
      return none;
  RelaxConcatArgs args = {count, values, integer(importer, axis)};
  return count == 1
             ? values[0]
             : insert(importer,
                      relaxConcatCreate(place(importer, "joined"), &args));
}

MlirValue composeTake(Importer *importer, MlirValue x, MlirValue indices,
                      int64_t axis) {
  RelaxTakeArgs args = {x, indices, integer(importer, axis)};
  return x.ptr && indices.ptr
             ? insert(importer,
                      relaxTakeCreate(place(importer, "taken"), &args))
             : none;
}

MlirValue composePermute(Importer *importer, MlirValue x, const int64_t *axes) {
  if (!x.ptr)
    return none;
  RelaxPermuteDimsArgs args = {
      x,
      importIntsAttribute(importer, axes, (size_t)relaxTensorInfoOf(x).rank)};
  return insert(importer,
                relaxPermuteDimsCreate(place(importer, "turned"), &args));
}

MlirType composeOpenType(Importer *importer, MlirValue like, int64_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (int64_t i = 0; i < rank; ++i)
    dims[i] = symUnknownAttribute(importer->context);
  return relaxTensorTypeOf(relaxTensorInfoOf(like).elementType, rank, dims);
}

MlirValue composeReshapeTo(Importer *importer, MlirValue x, MlirValue target,
                           int64_t rank) {
  if (!x.ptr || !target.ptr)
    return none;
  RelaxReshapeArgs args = {.input = x,
                           .target = target,
                           .allow_zero = mlirUnitAttrGet(importer->context),
                           .resultType = composeOpenType(importer, x, rank)};
  return insert(importer, relaxReshapeCreate(place(importer, "shaped"), &args));
}

MlirValue composeBroadcast(Importer *importer, MlirValue x, intptr_t rank,
                           const MlirAttribute *dims, MlirValue given) {
  if (!x.ptr || !given.ptr)
    return none;
  RelaxBroadcastToArgs args = {
      .input = x,
      .numGiven = 1,
      .given = &given,
      .resultType =
          relaxTensorTypeOf(relaxTensorInfoOf(x).elementType, rank, dims)};
  return insert(importer,
                relaxBroadcastToCreate(place(importer, "wide"), &args));
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
  return composeCast(importer, composeAsScalar(importer, value),
                     composeI64(importer));
}

MlirValue composeAsScalar(Importer *importer, MlirValue value) {
  MlirAttribute one = symConstAttribute(importer->context, 1);
  if (!value.ptr || relaxTensorInfoOf(value).rank != 1)
    return value;
  return composeReshape(importer, composeMatch(importer, value, 1, &one, value),
                        0, NULL);
}

MlirValue composeVector(Importer *importer, size_t index, int64_t count) {
  MlirAttribute extent = symConstAttribute(importer->context, count);
  MlirValue value = composeCast(importer, composeOperand(importer, index),
                                composeI64(importer));
  return composeMatch(importer, value, 1, &extent, value);
}

MlirValue composeProduct(Importer *importer, MlirValue vector) {
  RelaxProdArgs args = {.input = vector};
  return vector.ptr ? insert(importer,
                             relaxProdCreate(place(importer, "product"), &args))
                    : none;
}

static MlirValue scalar(Importer *importer, int64_t value) {
  return composeElement(importer, composeInts(importer, &value, 1), 0);
}

MlirValue composeRange(Importer *importer, MlirValue limit) {
  return composeRangeBy(importer, limit, scalar(importer, 1));
}

MlirValue composeRangeBy(Importer *importer, MlirValue limit, MlirValue step) {
  MlirAttribute open = symUnknownAttribute(importer->context);
  RelaxArangeArgs args = {
      .start = scalar(importer, 0),
      .limit = limit,
      .step = step,
      .resultType = relaxTensorTypeOf(composeI64(importer), 1, &open)};
  return limit.ptr && args.start.ptr && args.step.ptr
             ? insert(importer,
                      relaxArangeCreate(place(importer, "range"), &args))
             : none;
}

MlirValue composeRangeOf(Importer *importer, MlirValue x, int64_t axis) {
  if (!x.ptr)
    return none;
  MlirAttribute extent = relaxTensorInfoOf(x).dims[axis];
  if (symAttributeIsUnknown(extent))
    return composeRange(
        importer, composeElement(importer, composeShape(importer, x), axis));
  RelaxIotaArgs args = {
      .numGiven = 1,
      .given = &x,
      .begin = symConstAttribute(importer->context, 0),
      .step = symConstAttribute(importer->context, 1),
      .resultType = relaxTensorTypeOf(composeI64(importer), 1, &extent)};
  return insert(importer, relaxIotaCreate(place(importer, "range"), &args));
}

#define BINARY(Op, name)                                                       \
  MlirValue compose##Op(Importer *importer, MlirValue a, MlirValue b) {        \
    if (!a.ptr || !b.ptr || !importAlign(importer, &a, &b))                    \
      return none;                                                             \
    Relax##Op##Args args = {a, b};                                             \
    return insert(importer, relax##Op##Create(place(importer, name), &args));  \
  }

BINARY(Less, "less")

BINARY(Maximum, "larger")

MlirValue composePlus(Importer *importer, MlirValue x, double number) {
  return composeAdd(importer, x, composeNumber(importer, number, x));
}

MlirValue composeTimes(Importer *importer, MlirValue x, double number) {
  return composeMultiply(importer, x, composeNumber(importer, number, x));
}
