//===- Function.c - rules of functions, calls, weights, constants ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Scope.h"

MlirLogicalResult relaxFuncVerify(MlirOperation op) {
  return symVerifyFunctionScope(op);
}

//===----------------------------------------------------------------------===//
// return: the values against the function's results
//===----------------------------------------------------------------------===//

/// What the function's `binds (...)` stand for: the extents of returned values
/// where a declared result has such a symbol as a bare dimension.
typedef struct ResultExtents {
  Arena *arena;
  MlirAttribute binds; // array of names, or null
  StrRef *names;
  SymExpr *values;
  size_t count;
} ResultExtents;

static bool isBound(const ResultExtents *extents, StrRef name) {
  intptr_t count =
      extents->binds.ptr ? mlirArrayAttrGetNumElements(extents->binds) : 0;
  for (intptr_t i = 0; i < count; ++i)
    if (strRefEqual(name, strRefFromMlir(mlirStringAttrGetValue(
                              mlirArrayAttrGetElement(extents->binds, i)))))
      return true;
  return false;
}

/// The first bare dimension says what a symbol stands for.
static void collectExtents(ResultExtents *extents, MlirType declared,
                           MlirType returned) {
  RelaxTensorInfo want, got;
  StrRef name;
  if (!relaxTensorInfo(declared, &want) || !relaxTensorInfo(returned, &got) ||
      want.rank != got.rank)
    return;
  for (intptr_t i = 0; i < want.rank; ++i) {
    bool known = !symAttributeIsSymbol(want.dims[i], &name) ||
                 !isBound(extents, name);
    for (size_t k = 0; !known && k < extents->count; ++k)
      known = strRefEqual(extents->names[k], name);
    if (known)
      continue;
    extents->names[extents->count] = name;
    extents->values[extents->count++] = symExprOf(extents->arena, got.dims[i]);
  }
}

/// The declared type with these extents in place of its bound symbols.
static MlirType substituteExtents(const ResultExtents *extents,
                                  MlirType declared) {
  RelaxTensorInfo info;
  if (extents->count == 0 || !relaxTensorInfo(declared, &info) || !info.ranked)
    return declared;
  MlirAttribute *dims = ARENA_ARRAY(extents->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr expr = symExprOf(extents->arena, info.dims[i]);
    if (symExprSubstitute(extents->arena, expr, extents->names, extents->values,
                          extents->count, &expr) != SYM_OK)
      return declared;
    dims[i] = symExprToAttribute(mlirTypeGetContext(declared), expr);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

static MlirLogicalResult compareReturned(MlirOperation op, intptr_t index,
                                         MlirType want, MlirType got) {
  if (mlirTypeEqual(want, got) || relaxTypeForgets(got, want))
    return mlirLogicalResultSuccess();
  StrBuf a = {0}, b = {0};
  bridgePrintType(want, &a);
  bridgePrintType(got, &b);
  bridgeEmitOpError(op, "value %ld: expected %s, got %s", (long)index,
                    strBufText(&a), strBufText(&b));
  strBufFree(&a);
  strBufFree(&b);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxReturnVerify(MlirOperation op) {
  MlirOperation function = mlirOperationGetParentOperation(op);
  MlirType type = mlirTypeAttrGetValue(relaxFuncGetFunctionType(function));
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t declared = mlirFunctionTypeGetNumResults(type);
  if (count != declared)
    return bridgeEmitOpError(op, "returns %ld values, expected %ld",
                             (long)count, (long)declared);
  ResultExtents extents = {arenaCreate(), relaxFuncGetBinds(function), NULL,
                           NULL, 0};
  intptr_t names = extents.binds.ptr
                       ? mlirArrayAttrGetNumElements(extents.binds)
                       : 0;
  extents.names = ARENA_ARRAY(extents.arena, StrRef, names);
  extents.values = ARENA_ARRAY(extents.arena, SymExpr, names);
  for (intptr_t i = 0; i < count; ++i)
    collectExtents(&extents, mlirFunctionTypeGetResult(type, i),
                   mlirValueGetType(mlirOperationGetOperand(op, i)));
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i)
    outcome = compareReturned(
        op, i, substituteExtents(&extents, mlirFunctionTypeGetResult(type, i)),
        mlirValueGetType(mlirOperationGetOperand(op, i)));
  arenaDestroy(extents.arena);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxCallVerifySymbols(MlirOperation op,
                                         BridgeSymbolTables tables) {
  MlirAttribute callee = relaxCallGetCallee(op);
  MlirOperation function = bridgeLookupSymbol(tables, op, callee);
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee));
  if (!relaxIsFunc(function))
    return bridgeEmitOpError(op, "'@%.*s' is no relax.func of the module",
                             (int)name.length, name.data);
  MlirType type = mlirTypeAttrGetValue(relaxFuncGetFunctionType(function));
  if (mlirFunctionTypeGetNumInputs(type) != relaxCallGetNumInputs(op) ||
      mlirFunctionTypeGetNumResults(type) != mlirOperationGetNumResults(op))
    return bridgeEmitOpError(
        op, "has %ld operands and %ld results, but '@%.*s' has %ld and %ld",
        (long)relaxCallGetNumInputs(op), (long)mlirOperationGetNumResults(op),
        (int)name.length, name.data, (long)mlirFunctionTypeGetNumInputs(type),
        (long)mlirFunctionTypeGetNumResults(type));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxCallTirVerifySymbols(MlirOperation op,
                                            BridgeSymbolTables tables) {
  MlirAttribute callee = relaxCallTirGetCallee(op);
  MlirOperation function = bridgeLookupSymbol(tables, op, callee);
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee));
  if (!function.ptr ||
      !strRefEqual(bridgeOpName(function), strRefFromC("tir.func")))
    return bridgeEmitOpError(op, "'@%.*s' is no tir.func of the module",
                             (int)name.length, name.data);
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  intptr_t buffers =
      relaxCallTirGetNumInputs(op) + mlirOperationGetNumResults(op);
  if (mlirFunctionTypeGetNumInputs(type) != buffers)
    return bridgeEmitOpError(op, "has %ld operands and results, but '@%.*s' has %ld buffers",
                             (long)buffers, (int)name.length, name.data,
                             (long)mlirFunctionTypeGetNumInputs(type));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxWeightVerify(MlirOperation op) {
  bool external = relaxWeightGetPath(op).ptr != NULL;
  bool prepared = relaxWeightGetPreparedBy(op).ptr != NULL;
  if (external == prepared)
    return bridgeEmitOpError(
        op, "expected either 'from \"FILE\" at OFFSET' or 'prepared by @f'");
  RelaxTensorInfo info;
  relaxTensorInfo(mlirTypeAttrGetValue(relaxWeightGetType(op)), &info);
  int64_t extent;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!symAttributeIsConst(info.dims[i], &extent))
      return bridgeEmitOpError(op, "dimension %ld: expected a literal extent",
                               (long)i);
  if (!info.ranked)
    return bridgeEmitOpError(op, "expected a type with a rank");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxGetWeightVerifySymbols(MlirOperation op,
                                              BridgeSymbolTables tables) {
  MlirAttribute reference = relaxGetWeightGetWeight(op);
  MlirOperation weight = bridgeLookupSymbol(tables, op, reference);
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference));
  if (!relaxIsWeight(weight))
    return bridgeEmitOpError(op, "'@%.*s' is no relax.weight of the module",
                             (int)name.length, name.data);
  MlirType declared = mlirTypeAttrGetValue(relaxWeightGetType(weight));
  if (!mlirTypeEqual(declared, mlirValueGetType(mlirOperationGetResult(op, 0))))
    return bridgeEmitOpError(op, "type differs from that of '@%.*s'",
                             (int)name.length, name.data);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxConstantInferTypes(MlirLocation loc,
                                          const RelaxConstantArgs *args,
                                          MlirType *results) {
  MlirType type = mlirAttributeGetType(args->value);
  if (!mlirTypeIsARankedTensor(type))
    return bridgeEmitError(
        loc, "'relax.constant' op expected elements of a ranked tensor");
  Arena *arena = arenaCreate();
  intptr_t rank = (intptr_t)mlirShapedTypeGetRank(type);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = symConstAttribute(mlirLocationGetContext(loc),
                                mlirShapedTypeGetDimSize(type, i));
  results[0] = relaxTensorTypeOf(mlirShapedTypeGetElementType(type), rank, dims);
  arenaDestroy(arena);
  return mlirLogicalResultSuccess();
}

bool relaxConstantFold(MlirOperation op, const MlirAttribute *constants,
                       MlirAttribute *attribute, MlirValue *value) {
  (void)constants;
  (void)value;
  *attribute = relaxConstantGetValue(op);
  return true;
}

MlirLogicalResult relaxMatchCastVerify(MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxMatchCastGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (!mlirTypeEqual(from.elementType, to.elementType))
    return bridgeEmitOpError(op, "cannot change the element type");
  if (from.ranked && to.ranked && from.rank != to.rank)
    return bridgeEmitOpError(op, "rank: expected %ld, got %ld",
                             (long)from.rank, (long)to.rank);
  return mlirLogicalResultSuccess();
}
