//===- Fill.c - zeros in memory -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"

/// `tir.compute "T.fill" (...) in [...]` without a body.
static MlirOperation makeCompute(Arena *arena, MlirValue buffer) {
  const MlirAttribute *dims;
  MlirContext context = mlirTypeGetContext(mlirValueGetType(buffer));
  MlirLocation location = mlirValueGetLocation(buffer);
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  MlirAttribute *kinds = ARENA_ARRAY(arena, MlirAttribute, rank);
  MlirAttribute *lower = ARENA_ARRAY(arena, MlirAttribute, rank);
  MlirType *types = ARENA_ARRAY(arena, MlirType, rank);
  MlirLocation *locations = ARENA_ARRAY(arena, MlirLocation, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    kinds[i] =
        mlirStringAttrGet(context, mlirStringRefCreateFromCString("spatial"));
    lower[i] = symConstAttribute(context, 0);
    types[i] = mlirIndexTypeGet(context);
    locations[i] = location;
  }
  StrBuf name = {0};
  strBufAppend(&name, boundsNameOf(buffer));
  strBufAppendC(&name, ".fill");
  TirComputeArgs args = {.name = (StrRef){name.data, name.length},
                         .kinds = mlirArrayAttrGet(context, rank, kinds),
                         .lower = mlirArrayAttrGet(context, rank, lower),
                         .upper = mlirArrayAttrGet(context, rank, dims)};
  MlirOperation compute = tirComputeCreate(location, &args);
  strBufFree(&name);
  MlirRegion region = mlirOperationGetRegion(compute, 0);
  MlirBlock body = mlirRegionGetFirstBlock(region);
  if (!body.ptr) {
    body = mlirBlockCreate(0, NULL, NULL);
    mlirRegionAppendOwnedBlock(region, body);
  }
  for (intptr_t i = 0; i < rank; ++i)
    mlirBlockAddArgument(body, types[i], locations[i]);
  return compute;
}

bool boundsFill(Arena *arena, MlirValue buffer) {
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  bool real = mlirTypeIsAFloat(element);
  if (!real && !mlirTypeIsAInteger(element) && !mlirTypeIsAIndex(element))
    return false;
  MlirOperation compute = makeCompute(arena, buffer);
  MlirContext context = mlirOperationGetContext(compute);
  MlirBlock body = bridgeBody(compute);
  OpBuilder b = opBuilderAtEnd(body, mlirValueGetLocation(buffer));
  MlirValue zero =
      buildConstant(&b, real ? mlirFloatAttrDoubleGet(context, element, 0)
                             : mlirIntegerAttrGet(element, 0));
  intptr_t rank = mlirBlockGetNumArguments(body);
  MlirValue *iterators = ARENA_ARRAY(arena, MlirValue, rank);
  SymExpr *exprs = ARENA_ARRAY(arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    iterators[i] = mlirBlockGetArgument(body, i);
    exprs[i] = symExprSymbol(arena, tirIteratorSymbol(arena, i));
  }
  TirIndices indices;
  if (tirIndicesOf(arena, exprs, rank, iterators, &indices) != SYM_OK) {
    mlirOperationDestroy(compute);
    return false;
  }
  TirStoreArgs args = {.value = zero,
                       .buffer = buffer,
                       .numIndices = indices.numOperands,
                       .indices = indices.operands,
                       .exprs = tirIndicesAttribute(context, arena, &indices)};
  opBuilderInsert(&b, tirStoreCreate(b.location, &args));
  if (mlirValueIsAOpResult(buffer))
    mlirBlockInsertOwnedOperationAfter(
        mlirOperationGetBlock(mlirOpResultGetOwner(buffer)),
        mlirOpResultGetOwner(buffer), compute);
  else
    mlirBlockInsertOwnedOperation(mlirBlockArgumentGetOwner(buffer), 0,
                                  compute);
  return true;
}
