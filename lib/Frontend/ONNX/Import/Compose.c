//===- Compose.c - helper operations of the current node ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "dialects/Relax/Function.gen.h"

static const MlirValue none = {NULL};

GraphBuilder *importBuilder(Importer *importer) {
  GraphBuilder *g = ARENA_NEW(importer->arena, GraphBuilder);
  const Onnx__NodeProto *node = importer->node;
  StrRef name = strRefFromC("v");
  if (node->n_output && *node->output[0])
    name = importName(importer->names, node->output[0]);
  *g = (GraphBuilder){.context = importer->context,
                      .arena = importer->arena,
                      .block = importer->body,
                      .loc = importer->location,
                      .name = name};
  return g;
}

#define BINARY(Op)                                                             \
  MlirValue compose##Op(Importer *importer, MlirValue a, MlirValue b) {        \
    return a.ptr && b.ptr && importAlign(importer, &a, &b)                     \
               ? graph##Op(importBuilder(importer), a, b)                      \
               : none;                                                         \
  }

BINARY(Add)
BINARY(Subtract)
BINARY(Multiply)
BINARY(Divide)
BINARY(Maximum)
BINARY(Equal)
BINARY(Less)

MlirValue composeWhere(Importer *importer, MlirValue condition, MlirValue a,
                       MlirValue b) {
  MlirValue values[] = {condition, a, b};
  return condition.ptr && a.ptr && b.ptr && importAlignAll(importer, values, 3)
             ? graphWhere(importBuilder(importer), values[0], values[1],
                          values[2])
             : none;
}

static MlirValue match(Importer *importer, const RelaxMatchCastArgs *args) {
  return graphInsert(
      importBuilder(importer),
      relaxMatchCastCreate(importHelperLocation(importer, "matched"), args));
}

MlirValue composeFlatten(Importer *importer, MlirValue x, int64_t axis) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = relaxDimsMake(importer->location, "", importer->arena);
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
  return graphReshape(importBuilder(importer), x, 2, flat);
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
  return match(importer, &args);
}

MlirValue composeLength(Importer *importer, MlirValue x, int64_t count) {
  MlirAttribute extent = symConstAttribute(importer->context, count);
  return composeMatch(importer, x, 1, &extent, x);
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
  return same ? x : match(importer, &args);
}

MlirValue composeOperand(Importer *importer, size_t index) {
  MlirValue value;
  return importOperand(importer, index, &value) ? value : none;
}

bool composeResult(Importer *importer, MlirValue value) {
  return value.ptr && importResultValue(importer, 0, value);
}
