//===- Program.c - rules of loop-level programs ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Scope.h"
#include "dialects/TIR/Check.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

/// Each has a guard that says something.
static MlirLogicalResult verifyVersions(MlirOperation op) {
  MlirAttribute versions = tirFuncGetVersions(op),
                guards = tirFuncGetGuards(op);
  intptr_t count = bridgeLength(versions);
  if (count != bridgeLength(guards))
    return bridgeEmitOpError(op, "versions: expected a guard of each");
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute guard = mlirArrayAttrGetElement(guards, i);
    bool says = false;
    for (intptr_t f = 0, e = mlirArrayAttrGetNumElements(guard); f < e; ++f)
      says |= !symFactAttrGetLikely(mlirArrayAttrGetElement(guard, f));
    if (!says)
      return bridgeEmitOpError(
          op, "versions: guard %ld has no fact that can be tested", (long)i);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirFuncVerify(MlirOperation op) {
  MlirType type = tirFuncGetFunctionType(op);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    if (!tirIsBufferType(mlirFunctionTypeGetInput(type, i)))
      return bridgeEmitOpError(op, "argument %ld: expected a '!tir.buffer'",
                               (long)i);
  if (mlirFunctionTypeGetNumResults(type) != 0)
    return bridgeEmitOpError(op, "has results: programs write into buffers");
  if (mlirLogicalResultIsFailure(tirVerifyRows(op)) ||
      mlirLogicalResultIsFailure(verifyVersions(op)))
    return mlirLogicalResultFailure();
  return symVerifyFunctionScope(op);
}

MlirLogicalResult tirMonoidVerify(MlirOperation op) {
  MlirAttribute state = tirMonoidGetState(op);
  intptr_t components = mlirArrayAttrGetNumElements(state);
  if (components == 0 ||
      mlirArrayAttrGetNumElements(tirMonoidGetIdentity(op)) != components)
    return bridgeEmitOpError(op, "expected one identity per state component");
  MlirBlock block = bridgeBody(op);
  if (mlirBlockGetNumArguments(block) != 2 * components)
    return bridgeEmitOpError(op, "combine: expected %ld arguments, got %ld",
                             (long)(2 * components),
                             (long)mlirBlockGetNumArguments(block));
  MlirOperation yield = mlirBlockGetTerminator(block);
  if (!tirIsYield(yield) || mlirOperationGetNumOperands(yield) != components)
    return bridgeEmitOpError(
        op, "combine: expected a 'tir.yield' of %ld values", (long)components);
  for (intptr_t i = 0; i < components; ++i) {
    MlirType want = mlirTypeAttrGetValue(mlirArrayAttrGetElement(state, i));
    bool good = mlirTypeEqual(
        want, mlirValueGetType(mlirOperationGetOperand(yield, i)));
    for (intptr_t half = 0; half < 2; ++half)
      good &= mlirTypeEqual(want, mlirValueGetType(mlirBlockGetArgument(
                                      block, half * components + i)));
    if (!good)
      return bridgeEmitOpError(
          op, "combine: component %ld differs from its state type", (long)i);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirAllocVerify(MlirOperation op) {
  static const char *const spaces[] = {"local", "register", "workspace"};
  StrRef space = tirAllocGetSpace(op);
  for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); ++i)
    if (strRefIs(space, spaces[i]))
      return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op, "space: expected local, register or workspace, got '%.*s'",
      SPREAD(space));
}

/// Elements of a buffer; false if that is more than an expression can say.
static bool countElements(Arena *arena, MlirValue buffer, SymExpr *count) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  *count = symExprConst(arena, 1);
  for (intptr_t d = 0; d < rank; ++d)
    if (symExprMul(arena, *count, symExprOf(arena, dims[d]), count) != SYM_OK)
      return false;
  return true;
}

MlirLogicalResult tirViewVerify(MlirOperation op) {
  MlirValue buffer = tirViewGetBuffer(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!mlirValueIsABlockArgument(buffer))
    return bridgeEmitOpError(op, "buffer: expected an argument of the program");
  MlirOpOperand use = mlirValueGetFirstUse(buffer);
  if (!mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return bridgeEmitOpError(op, "buffer: has other uses, expected no other "
                                 "name for its memory");
  Arena *arena = arenaCreate();
  SymExpr from, to;
  bool same =
      countElements(arena, buffer, &from) &&
      countElements(arena, result, &to) && symExprEqual(from, to) &&
      mlirTypeEqual(tirBufferTypeGetElementType(mlirValueGetType(buffer)),
                    tirBufferTypeGetElementType(mlirValueGetType(result)));
  arenaDestroy(arena);
  return same ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "result: expected as many elements of "
                                      "the same type");
}

static bool isOneOf(StrRef text, const char *const *words) {
  for (; *words; ++words)
    if (strRefIs(text, *words))
      return true;
  return false;
}

static MlirLogicalResult verifyKnown(MlirOperation op, MlirAttribute exprs,
                                     const char *what) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(exprs); i < e; ++i)
    if (symAttributeIsUnknown(mlirArrayAttrGetElement(exprs, i)))
      return bridgeEmitOpError(op, "%s %ld: expected an expression, got '?'",
                               what, (long)i);
  return mlirLogicalResultSuccess();
}

/// Iterators are of type index; the custom form cannot say otherwise.
static MlirLogicalResult verifyIterators(MlirOperation op, MlirBlock block) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    if (!mlirTypeIsAIndex(mlirValueGetType(mlirBlockGetArgument(block, i))))
      return bridgeEmitOpError(op, "iterator %ld: expected type index",
                               (long)i);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirComputeVerify(MlirOperation op) {
  MlirBlock block = bridgeBody(op);
  intptr_t count = mlirBlockGetNumArguments(block);
  if (mlirArrayAttrGetNumElements(tirComputeGetKinds(op)) != count ||
      mlirArrayAttrGetNumElements(tirComputeGetLower(op)) != count ||
      mlirArrayAttrGetNumElements(tirComputeGetUpper(op)) != count)
    return bridgeEmitOpError(op, "expected a kind and an extent per iterator");
  if (mlirLogicalResultIsFailure(
          verifyKnown(op, tirComputeGetLower(op), "lower bound")) ||
      mlirLogicalResultIsFailure(
          verifyKnown(op, tirComputeGetUpper(op), "extent")))
    return mlirLogicalResultFailure();
  static const char *const kinds[] = {"spatial", "reduce", "scan", NULL};
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute kind = mlirArrayAttrGetElement(tirComputeGetKinds(op), i);
    if (!isOneOf(bridgeText(kind), kinds))
      return bridgeEmitOpError(
          op, "iterator %ld: expected spatial, reduce or scan", (long)i);
  }
  return verifyIterators(op, block);
}

MlirLogicalResult tirForVerify(MlirOperation op) {
  MlirBlock block = bridgeBody(op);
  if (mlirBlockGetNumArguments(block) != 1 ||
      mlirArrayAttrGetNumElements(tirForGetLower(op)) != 1 ||
      mlirArrayAttrGetNumElements(tirForGetUpper(op)) != 1)
    return bridgeEmitOpError(op, "expected one iterator and one extent");
  if (mlirLogicalResultIsFailure(
          verifyKnown(op, tirForGetLower(op), "lower bound")) ||
      mlirLogicalResultIsFailure(verifyKnown(op, tirForGetUpper(op), "extent")))
    return mlirLogicalResultFailure();
  MlirAttribute lanes = tirForGetLanes(op);
  if (lanes.ptr && mlirIntegerAttrGetValueInt(lanes) < 2)
    return bridgeEmitOpError(op, "lanes: expected at least 2, got %ld",
                             (long)mlirIntegerAttrGetValueInt(lanes));
  if (tirForGetMasked(op) && !lanes.ptr)
    return bridgeEmitOpError(op, "masked: expected a number of lanes");
  static const char *const kinds[] = {"serial", "parallel", "vector", "unroll",
                                      NULL};
  static const char *const iterators[] = {"reduce", "scan", NULL};
  if (!isOneOf(tirForGetKind(op), kinds))
    return bridgeEmitOpError(
        op, "kind: expected serial, parallel, vector or unroll");
  MlirAttribute iterator = tirForGetIterator(op);
  if (iterator.ptr && !isOneOf(bridgeText(iterator), iterators))
    return bridgeEmitOpError(op, "iterator: expected reduce or scan");
  return verifyIterators(op, block);
}

/// One index expression per dimension of the buffer.
static MlirLogicalResult verifyAccess(MlirOperation op, MlirValue buffer,
                                      MlirAttribute exprs) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  intptr_t given = mlirArrayAttrGetNumElements(exprs);
  if (mlirLogicalResultIsFailure(verifyKnown(op, exprs, "index")))
    return mlirLogicalResultFailure();
  if (rank == given)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "has %ld indices for a buffer of rank %ld",
                           (long)given, (long)rank);
}

static MlirType elementType(MlirValue buffer) {
  return tirBufferTypeGetElementType(mlirValueGetType(buffer));
}

MlirLogicalResult tirLoadVerify(MlirOperation op) {
  MlirValue buffer = tirLoadGetBuffer(op);
  if (!mlirTypeEqual(elementType(buffer), bridgeResultType(op)))
    return bridgeEmitOpError(op, "result: expected the buffer's element type");
  return verifyAccess(op, buffer, tirLoadGetExprs(op));
}

MlirLogicalResult tirStoreVerify(MlirOperation op) {
  MlirValue buffer = tirStoreGetBuffer(op);
  if (!mlirTypeEqual(elementType(buffer),
                     mlirValueGetType(tirStoreGetValue(op))))
    return bridgeEmitOpError(op, "value: expected the buffer's element type");
  return verifyAccess(op, buffer, tirStoreGetExprs(op));
}

MlirLogicalResult tirReduceVerify(MlirOperation op) {
  intptr_t count = tirReduceGetNumValues(op);
  MlirAttribute exprs = tirReduceGetExprs(op);
  if (tirReduceGetNumBuffers(op) != count ||
      mlirArrayAttrGetNumElements(exprs) != count)
    return bridgeEmitOpError(op, "expected one target per value");
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(verifyAccess(
            op, tirReduceGetBuffers(op, i), mlirArrayAttrGetElement(exprs, i))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirReduceVerifySymbols(MlirOperation op,
                                         BridgeSymbolTables tables) {
  MlirAttribute reference = tirReduceGetMonoid(op);
  StrRef name = bridgeRefName(reference);
  MlirOperation monoid = bridgeLookupSymbol(tables, op, reference);
  if (!tirIsMonoid(monoid))
    return bridgeEmitOpError(op, "'@%.*s' is no tir.monoid of the module",
                             SPREAD(name));
  MlirAttribute state = tirMonoidGetState(monoid);
  intptr_t count = mlirArrayAttrGetNumElements(state);
  bool good = count == tirReduceGetNumValues(op);
  for (intptr_t i = 0; good && i < count; ++i)
    good =
        mlirTypeEqual(mlirTypeAttrGetValue(mlirArrayAttrGetElement(state, i)),
                      mlirValueGetType(tirReduceGetValues(op, i)));
  if (good)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "values differ from the state of '@%.*s'",
                           SPREAD(name));
}

MlirLogicalResult tirCheckVerify(MlirOperation op) {
  StrRef reason = tirCheckGetReason(op);
  if (tirCheckCode(reason) != RELAX_KERNEL_OK)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "reason: expected 'division by zero', 'index out "
                           "of bounds' or 'shapes do not fit', got '%.*s'",
                           SPREAD(reason));
}

/// `[b + 1]` and `[b]`, of i64.
MlirLogicalResult tirAscendsVerify(MlirOperation op) {
  const MlirAttribute *begins, *dims;
  intptr_t rank =
      tirBufferTypeGetDims(mlirValueGetType(tirAscendsGetStarts(op)), &begins);
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  bool good = rank == 1 &&
              mlirTypeEqual(elementType(tirAscendsGetStarts(op)), i64) &&
              tirAscendsGetNumLengths(op) > 0;
  Arena *arena = arenaCreate();
  for (intptr_t i = 0, e = tirAscendsGetNumLengths(op); good && i < e; ++i) {
    MlirValue lengths = tirAscendsGetLengths(op, i);
    SymExpr behind;
    good = tirBufferTypeGetDims(mlirValueGetType(lengths), &dims) == 1 &&
           mlirTypeEqual(elementType(lengths), i64) &&
           symExprAdd(arena, symExprOf(arena, dims[0]), symExprConst(arena, 1),
                      &behind) == SYM_OK &&
           symExprEqual(behind, symExprOf(arena, begins[0]));
  }
  arenaDestroy(arena);
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "expected lengths and one more begin, "
                                      "all of i64");
}

MlirLogicalResult tirAsMemrefVerify(MlirOperation op) {
  MlirValue buffer = tirAsMemrefGetBuffer(op);
  MlirType memref = bridgeResultType(op);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  bool good = mlirTypeEqual(mlirShapedTypeGetElementType(memref),
                            elementType(buffer)) &&
              mlirShapedTypeHasRank(memref) &&
              mlirShapedTypeGetRank(memref) == rank;
  for (intptr_t i = 0; good && i < rank; ++i) {
    int64_t extent;
    bool fixed = symAttributeIsConst(dims[i], &extent);
    good = fixed != mlirShapedTypeIsDynamicDim(memref, i) &&
           (!fixed || extent == mlirShapedTypeGetDimSize(memref, i));
  }
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "memref type differs from the buffer's");
}
