//===- Fill.c - zeros in local memory -------------------------------------===//
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
static MlirOperation makeCompute(Arena *arena, MlirOperation alloc) {
  const MlirAttribute *dims;
  MlirContext context = mlirOperationGetContext(alloc);
  MlirLocation location = mlirOperationGetLocation(alloc);
  intptr_t rank = tirBufferTypeGetDims(
      mlirValueGetType(mlirOperationGetResult(alloc, 0)), &dims);
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
  strBufAppend(&name, tirAllocGetName(alloc));
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

bool boundsFill(Arena *arena, MlirOperation alloc) {
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  bool real = mlirTypeIsAFloat(element);
  if (!real && !mlirTypeIsAInteger(element) && !mlirTypeIsAIndex(element))
    return false;
  MlirOperation compute = makeCompute(arena, alloc);
  MlirContext context = mlirOperationGetContext(alloc);
  MlirBlock body = opBody(compute, 0);
  OpBuilder b = opBuilderAtEnd(body, mlirOperationGetLocation(alloc));
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
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(alloc), alloc,
                                     compute);
  return true;
}
