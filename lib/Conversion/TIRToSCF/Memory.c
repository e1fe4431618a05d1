//===- Memory.c - buffers as memrefs --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arguments become `tir.as_memref` at the top. Local buffers live on the stack:
// one `memref.alloca` of a static upper size at the top of the function, or of
// the parallel loop's body around them (one copy per thread), never in a serial
// loop, where the stack would grow with each round.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

void tirInsertInPrologue(TirLowering *l, MlirOperation op) {
  if (l->prologueEnd.ptr)
    mlirBlockInsertOwnedOperationAfter(l->entry, l->prologueEnd, op);
  else
    mlirBlockInsertOwnedOperation(l->entry, 0, op);
  l->prologueEnd = op;
}

static MlirType memrefType(MlirContext context, Arena *arena, MlirType buffer) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(buffer, &dims);
  int64_t *shape = ARENA_ARRAY(arena, int64_t, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (!symAttributeIsConst(dims[i], &shape[i]))
      shape[i] = mlirShapedTypeGetDynamicSize();
  (void)context;
  return mlirMemRefTypeContiguousGet(tirBufferTypeGetElementType(buffer), rank,
                                     shape, mlirAttributeGetNull());
}

MlirValue tirMemrefOf(TirLowering *l, MlirValue buffer) {
  for (ptrdiff_t i = 0; i < arrlen(l->memrefs); ++i)
    if (mlirValueEqual(l->memrefs[i].of, buffer))
      return l->memrefs[i].value;
  TirAsMemrefArgs args = {
      buffer, memrefType(l->context, l->arena, mlirValueGetType(buffer))};
  MlirOperation op = tirAsMemrefCreate(mlirValueGetLocation(buffer), &args);
  if (mlirValueIsABlockArgument(buffer)) {
    tirInsertInPrologue(l, op);
  } else { // until tirLowerAlloc
    MlirOperation alloc = mlirOpResultGetOwner(buffer);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(alloc), alloc, op);
  }
  LoweredValue memref = {.of = buffer, .value = mlirOperationGetResult(op, 0)};
  arrput(l->memrefs, memref);
  return memref.value;
}

/// Upper extents under the function's facts; fails where there is none.
static MlirLogicalResult upperShape(TirLowering *l, MlirOperation op,
                                    int64_t *shape) {
  StrRef name = strRefFromMlir(mlirStringAttrGetValue(tirAllocGetName(op)));
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(
      mlirValueGetType(mlirOperationGetResult(op, 0)), &dims);
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t low;
    symRange(l->arena, l->facts, l->numFacts, symExprOf(l->arena, dims[i]),
             &low, &shape[i]);
    if (shape[i] != INT64_MAX)
      continue;
    StrBuf text = {0};
    symPrintAttribute(dims[i], &text);
    MlirLogicalResult failed = bridgeEmitOpError(
        op,
        "'%.*s': extent '%s' has no upper bound: expected constant extents or "
        "facts that bound them, for memory on the stack",
        (int)name.length, name.data, strBufText(&text));
    strBufFree(&text);
    return failed;
  }
  return mlirLogicalResultSuccess();
}

/// The body of the parallel loop around `op`, or the function's entry block.
static MlirBlock ownerBlock(TirLowering *l, MlirOperation op) {
  while (!mlirOperationEqual(op, l->func)) {
    op = mlirOperationGetParentOperation(op);
    if (strRefEqual(bridgeOpName(op), strRefFromC("scf.parallel")))
      return opBody(op, 0);
  }
  return l->entry;
}

MlirLogicalResult tirLowerAlloc(TirLowering *l, MlirOperation op) {
  MlirType buffer = mlirValueGetType(mlirOperationGetResult(op, 0));
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(buffer, &dims);
  int64_t *shape = ARENA_ARRAY(l->arena, int64_t, rank);
  if (mlirLogicalResultIsFailure(upperShape(l, op, shape)))
    return mlirLogicalResultFailure();
  MlirType type = mlirMemRefTypeContiguousGet(
      tirBufferTypeGetElementType(buffer), rank, shape, mlirAttributeGetNull());
  MlirBlock block = ownerBlock(l, op);
  OpBuilder b = opBuilderAtEnd(block, mlirOperationGetLocation(op));
  const int32_t segments[] = {0, 0};
  OpAttribute attributes[] = {
      {"operandSegmentSizes", mlirDenseI32ArrayGet(l->context, 2, segments)},
      {"alignment",
       mlirIntegerAttrGet(mlirIntegerTypeGet(l->context, 64), 64)}};
  OpSpec spec = {.name = "memref.alloca",
                 .results = &type,
                 .numResults = 1,
                 .attributes = attributes,
                 .numAttributes = 2};
  MlirOperation alloca = buildOp(&b, &spec);
  mlirOperationRemoveFromParent(alloca);
  if (mlirBlockEqual(block, l->entry))
    tirInsertInPrologue(l, alloca);
  else
    mlirBlockInsertOwnedOperation(block, 0, alloca);
  LoweredValue memref = {.of = mlirOperationGetResult(op, 0),
                         .value = mlirOperationGetResult(alloca, 0)};
  for (ptrdiff_t i = 0; i < arrlen(l->memrefs); ++i)
    if (mlirValueEqual(l->memrefs[i].of, memref.of)) {
      mlirValueReplaceAllUsesOfWith(l->memrefs[i].value, memref.value);
      mlirOperationDestroy(mlirOpResultGetOwner(l->memrefs[i].value));
      arrdelswap(l->memrefs, i);
      break;
    }
  arrput(l->memrefs, memref);
  return mlirLogicalResultSuccess();
}
