//===- Memory.c - buffers as memrefs --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arguments become `tir.as_memref` at the top. Local buffers live on the stack:
// one `memref.alloca` of a static upper size at the top of the function, or of
// the parallel loop's body around them (one copy per thread), never in a serial
// loop, where the stack would grow with each round. Rows of those that stand
// for registers are whole vectors: what is left of a row needs no mask, and
// stays in a register. A workspace is one
// `memref.alloc` at the top, of the extents at hand, freed before the return.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

static MlirType memrefType(Arena *arena, MlirType buffer) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(buffer, &dims);
  int64_t *shape = ARENA_ARRAY(arena, int64_t, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (!symAttributeIsConst(dims[i], &shape[i]))
      shape[i] = mlirShapedTypeGetDynamicSize();
  return mlirMemRefTypeContiguousGet(tirBufferTypeGetElementType(buffer), rank,
                                     shape, mlirAttributeGetNull());
}

bool tirPutOnTop(TirLowering *l, MlirOperation asMemref) {
  MlirValue buffer = tirAsMemrefGetBuffer(asMemref);
  if (!mlirValueIsABlockArgument(buffer)) {
    MlirOperation view = mlirOpResultGetOwner(buffer);
    if (!tirIsView(view))
      return false;
    mlirOperationRemoveFromParent(view);
    tirInsertInPrologue(l, view);
  }
  mlirOperationRemoveFromParent(asMemref);
  tirInsertInPrologue(l, asMemref);
  return true;
}

MlirValue tirMemrefOf(TirLowering *l, MlirValue buffer) {
  for (ptrdiff_t i = 0; i < arrlen(l->memrefs); ++i)
    if (mlirValueEqual(l->memrefs[i].of, buffer))
      return l->memrefs[i].value;
  TirAsMemrefArgs args = {buffer,
                          memrefType(l->arena, mlirValueGetType(buffer))};
  MlirOperation op = tirAsMemrefCreate(mlirValueGetLocation(buffer), &args);
  if (!tirPutOnTop(l, op)) { // until tirLowerAlloc
    MlirOperation alloc = mlirOpResultGetOwner(buffer);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(alloc), alloc, op);
  }
  LoweredValue memref = {.of = buffer, .value = mlirOperationGetResult(op, 0)};
  arrput(l->memrefs, memref);
  return memref.value;
}

//===----------------------------------------------------------------------===//
// Local buffers
//===----------------------------------------------------------------------===//

/// More does not fit on the stack of every thread.
enum { MAX_LOCAL_BYTES = 256 * 1024 };

static MlirLogicalResult unbounded(MlirOperation op, MlirAttribute dim) {
  StrRef name = tirAllocGetName(op);
  StrBuf text = {0};
  symPrintAttribute(dim, &text);
  MlirLogicalResult failed = bridgeEmitOpError(
      op,
      "'%.*s': extent '%s' has no upper bound: expected constant extents or "
      "facts that bound them, or space 'workspace'",
      SPREAD(name), strBufText(&text));
  strBufFree(&text);
  return failed;
}

/// Upper extents under the function's facts; fails where there is none, or
/// where the whole is too large.
static MlirLogicalResult upperShape(TirLowering *l, MlirOperation op,
                                    int64_t *shape) {
  const MlirAttribute *dims;
  MlirType buffer = bridgeResultType(op);
  intptr_t rank = tirBufferTypeGetDims(buffer, &dims);
  int64_t bytes = tirElementBytes(tirBufferTypeGetElementType(buffer));
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t low;
    symRange(l->arena, l->facts, l->numFacts, symExprOf(l->arena, dims[i]),
             &low, &shape[i]);
    if (shape[i] == INT64_MAX)
      return unbounded(op, dims[i]);
    if (shape[i] < 0)
      shape[i] = 0; // never reached: an extent is not negative
    if (bytes != 0 && shape[i] > MAX_LOCAL_BYTES / bytes) {
      StrRef name = tirAllocGetName(op);
      return bridgeEmitOpError(op,
                               "'%.*s': exceeds %d bytes of stack: expected "
                               "space 'workspace'",
                               SPREAD(name), MAX_LOCAL_BYTES);
    }
    bytes *= shape[i];
  }
  return mlirLogicalResultSuccess();
}

/// The parallel loop around `op`, or the function.
static MlirOperation owner(TirLowering *l, MlirOperation op) {
  while (!mlirOperationEqual(op, l->func)) {
    op = mlirOperationGetParentOperation(op);
    if (bridgeIsNamed(op, "scf.parallel"))
      break;
  }
  return op;
}

/// `memref.alloca` or `memref.alloc`, aligned to a cache line.
static MlirOperation buildAlloc(OpBuilder *b, const char *name, MlirType type,
                                const MlirValue *dynamic, int32_t numDynamic) {
  MlirContext context = opBuilderContext(b);
  const int32_t segments[] = {numDynamic, 0};
  OpAttribute attributes[] = {
      {"operandSegmentSizes", mlirDenseI32ArrayGet(context, 2, segments)},
      {"alignment", mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 64)}};
  OpSpec spec = {.name = name,
                 .operands = dynamic,
                 .numOperands = numDynamic,
                 .results = &type,
                 .numResults = 1,
                 .attributes = attributes,
                 .numAttributes = 2};
  return buildOp(b, &spec);
}

/// The operation whose result is the local buffer; null after an error.
static MlirOperation buildLocal(TirLowering *l, MlirOperation op) {
  intptr_t rank;
  const MlirAttribute *dims;
  rank = tirBufferTypeGetDims(bridgeResultType(op), &dims);
  int64_t *shape = ARENA_ARRAY(l->arena, int64_t, rank);
  if (mlirLogicalResultIsFailure(upperShape(l, op, shape)))
    return (MlirOperation){NULL};
  intptr_t last = tirBufferLastDim(mlirOperationGetResult(op, 0));
  int64_t room = tirRoomOf(mlirOperationGetResult(op, 0));
  if (last >= 0 && room > shape[last])
    shape[last] = room;
  MlirType type = mlirMemRefTypeContiguousGet(
      tirBufferTypeGetElementType(bridgeResultType(op)), rank, shape,
      mlirAttributeGetNull());
  MlirBlock block = bridgeBody(owner(l, op));
  OpBuilder b = opBuilderAtEnd(block, mlirOperationGetLocation(op));
  MlirOperation alloca = buildAlloc(&b, "memref.alloca", type, NULL, 0);
  mlirOperationRemoveFromParent(alloca);
  if (mlirBlockEqual(block, l->entry))
    tirInsertInPrologue(l, alloca);
  else
    mlirBlockInsertOwnedOperation(block, 0, alloca);
  return alloca;
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

static MlirOperation buildWorkspace(TirLowering *l, MlirOperation op) {
  StrRef name = tirAllocGetName(op);
  if (!mlirOperationEqual(owner(l, op), l->func)) {
    bridgeEmitOpError(op,
                      "'%.*s': a workspace inside of a parallel loop would be "
                      "shared by its threads: expected 'local' memory "
                      "(tir.place)",
                      SPREAD(name));
    return (MlirOperation){NULL};
  }
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(bridgeResultType(op), &dims);
  MlirType type = memrefType(l->arena, bridgeResultType(op));
  MlirValue *dynamic = ARENA_ARRAY(l->arena, MlirValue, rank);
  int32_t count = 0;
  MlirOperation end = mlirBlockGetTerminator(l->entry);
  OpBuilder b = opBuilderBefore(
      l->prologueEnd.ptr ? mlirOperationGetNextInBlock(l->prologueEnd)
                         : mlirBlockGetFirstOperation(l->entry));
  b.location = mlirOperationGetLocation(op);
  for (intptr_t i = 0; i < rank; ++i) {
    if (!mlirShapedTypeIsDynamicDim(type, i))
      continue;
    dynamic[count] = tirBuildExpr(l, &b, dims[i], NULL);
    if (!dynamic[count++].ptr)
      return (MlirOperation){NULL};
  }
  MlirOperation alloc = buildAlloc(&b, "memref.alloc", type, dynamic, count);
  MlirValue memref = mlirOperationGetResult(alloc, 0);
  OpBuilder back = opBuilderBefore(end);
  OpSpec spec = {
      .name = "memref.dealloc", .operands = &memref, .numOperands = 1};
  buildOp(&back, &spec);
  return alloc;
}

MlirLogicalResult tirLowerAlloc(TirLowering *l, MlirOperation op) {
  StrRef space = tirAllocGetSpace(op);
  MlirOperation alloc =
      strRefIs(space, "workspace") ? buildWorkspace(l, op) : buildLocal(l, op);
  if (!alloc.ptr)
    return mlirLogicalResultFailure();
  LoweredValue memref = {.of = mlirOperationGetResult(op, 0),
                         .value = mlirOperationGetResult(alloc, 0)};
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
