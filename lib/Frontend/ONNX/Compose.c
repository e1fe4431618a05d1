//===- Compose.c - operators that are written with others -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Compose.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Reduction.gen.h"

#include <assert.h>

static const MlirValue none = {NULL};

static MlirValue insert(Importer *importer, MlirOperation op) {
  MlirValue result;
  return importInsert(importer, op, &result) ? result : none;
}

static MlirLocation place(Importer *importer, const char *what) {
  return importHelperLocation(importer, what);
}

#define UNARY(Op, name)                                                        \
  MlirValue compose##Op(Importer *importer, MlirValue x) {                     \
    Relax##Op##Args args = {x};                                                \
    return x.ptr ? insert(importer,                                            \
                          relax##Op##Create(place(importer, name), &args))     \
                 : none;                                                       \
  }

UNARY(Sqrt, "root")

#define BINARY(Op, name)                                                       \
  MlirValue compose##Op(Importer *importer, MlirValue a, MlirValue b) {        \
    if (!a.ptr || !b.ptr || !importAlign(importer, &a, &b))                    \
      return none;                                                             \
    Relax##Op##Args args = {a, b};                                             \
    return a.ptr && b.ptr                                                      \
               ? insert(importer,                                              \
                        relax##Op##Create(place(importer, name), &args))       \
               : none;                                                         \
  }

BINARY(Add, "sum")
BINARY(Subtract, "difference")
BINARY(Multiply, "product")
BINARY(Divide, "quotient")
BINARY(Equal, "equal")

MlirValue composeWhere(Importer *importer, MlirValue condition, MlirValue a,
                       MlirValue b) {
  MlirValue values[] = {condition, a, b};
  if (!condition.ptr || !a.ptr || !b.ptr ||
      !importAlignAll(importer, values, 3))
    return none;
  RelaxWhereArgs args = {values[0], values[1], values[2]};
  return insert(importer, relaxWhereCreate(place(importer, "chosen"), &args));
}

#define REDUCTION(Op, name)                                                    \
  MlirValue compose##Op(Importer *importer, MlirValue x, MlirAttribute axes,   \
                        MlirAttribute keep) {                                  \
    Relax##Op##Args args = {x, axes, keep};                                    \
    return x.ptr ? insert(importer,                                            \
                          relax##Op##Create(place(importer, name), &args))     \
                 : none;                                                       \
  }

REDUCTION(Max, "max")

MlirAttribute composeAxes(Importer *importer, int64_t from, int64_t rank) {
  int64_t count = rank > from ? rank - from : 0;
  int64_t *axes = ARENA_ARRAY(importer->arena, int64_t, count);
  for (int64_t i = 0; i < count; ++i)
    axes[i] = from + i;
  return importIntsAttribute(importer, axes, (size_t)count);
}

MlirAttribute composeKeep(Importer *importer) {
  return mlirUnitAttrGet(importer->context);
}

MlirValue composeNumber(Importer *importer, double value, MlirValue like) {
  MlirValue result;
  if (!like.ptr)
    return none;
  MlirType element = relaxTensorInfoOf(like).elementType;
  if (mlirTypeIsAFloat(element))
    return importFloatScalar(importer, element, value, "number", &result)
               ? result
               : none;
  MlirType type =
      mlirRankedTensorTypeGet(0, NULL, element, mlirAttributeGetNull());
  MlirAttribute number = mlirIntegerAttrGet(element, (int64_t)value);
  RelaxConstantArgs args = {.value =
                                mlirDenseElementsAttrGet(type, 1, &number)};
  return insert(importer,
                relaxConstantCreate(place(importer, "number"), &args));
}

MlirValue composeReshape(Importer *importer, MlirValue x, intptr_t rank,
                         const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  RelaxReshapeArgs args = {.input = x,
                           .resultType = relaxTensorTypeOf(
                               relaxTensorInfoOf(x).elementType, rank, dims)};
  return insert(importer, relaxReshapeCreate(place(importer, "shaped"), &args));
}

MlirValue composeFlatten(Importer *importer, MlirValue x, int64_t axis) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = {importer->location, "", importer->arena, SYM_OK};
  SymExpr parts[] = {relaxDimsConst(&dims, 1), relaxDimsConst(&dims, 1)};
  for (intptr_t i = 0; i < info.rank; ++i)
    parts[i >= axis] =
        relaxDimsMul(&dims, parts[i >= axis], relaxDimsOf(&dims, info.dims[i]));
  if (dims.status != SYM_OK || symExprIsUnknown(parts[0]) ||
      symExprIsUnknown(parts[1])) {
    importOperandError(importer, 0, x, "expected known extents");
    return none;
  }
  MlirAttribute flat[] = {relaxDimsAttribute(&dims, parts[0]),
                          relaxDimsAttribute(&dims, parts[1])};
  return composeReshape(importer, x, 2, flat);
}

MlirValue composeMatch(Importer *importer, MlirValue x, intptr_t rank,
                       const MlirAttribute *dims, MlirValue given) {
  if (!x.ptr || !given.ptr)
    return none;
  MlirType type =
      relaxTensorTypeOf(relaxTensorInfoOf(x).elementType, rank, dims);
  if (mlirTypeEqual(mlirValueGetType(x), type))
    return x;
  RelaxMatchCastArgs args = {
      .input = x, .numGiven = 1, .given = &given, .resultType = type};
  return insert(importer,
                relaxMatchCastCreate(place(importer, "matched"), &args));
}

MlirValue composeMatchBoth(Importer *importer, MlirValue x, intptr_t rank,
                           const MlirAttribute *dims, MlirValue first,
                           MlirValue second) {
  if (!x.ptr || !first.ptr || !second.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirValue given[] = {first, second};
  RelaxMatchCastArgs args = {
      .input = x,
      .numGiven = 2,
      .given = given,
      .resultType = relaxTensorTypeOf(info.elementType, rank, dims)};
  bool same = info.ranked && info.rank == rank;
  for (intptr_t i = 0; same && i < rank; ++i)
    same =
        symAttributeIsUnknown(dims[i]) || relaxDimEqual(info.dims[i], dims[i]);
  return same ? x
              : insert(importer,
                       relaxMatchCastCreate(place(importer, "matched"), &args));
}

MlirValue composeChannels(Importer *importer, MlirValue x, intptr_t trailing) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  assert(info.ranked && info.rank == 1 && "expected a vector");
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, trailing + 1);
  dims[0] = info.dims[0];
  for (intptr_t i = 1; i <= trailing; ++i)
    dims[i] = symConstAttribute(importer->context, 1);
  return composeReshape(importer, x, trailing + 1, dims);
}

MlirValue composeCast(Importer *importer, MlirValue x, MlirType element) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (mlirTypeEqual(info.elementType, element))
    return x;
  RelaxCastArgs args = {
      .input = x,
      .resultType = info.ranked
                        ? relaxTensorTypeOf(element, info.rank, info.dims)
                        : relaxUnrankedTensorType(element)};
  return insert(importer, relaxCastCreate(place(importer, "cast"), &args));
}

MlirValue composeOperand(Importer *importer, size_t index) {
  MlirValue value;
  return importOperand(importer, index, &value) ? value : none;
}

bool composeResult(Importer *importer, MlirValue value) {
  return value.ptr && importResultValue(importer, 0, value);
}
