//===- OutlineCaptures.c - what a parallel loop takes along ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Memrefs travel as pointer and extents, so that the loop's function can
// rebuild them over `noalias` pointers; constants are cloned; an index is an
// i64.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Outline.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stb/stb_ds.h>

static bool isInside(MlirOperation loop, MlirValue value) {
  return bridgeIsInside(
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOperationGetParentOperation(mlirOpResultGetOwner(value)),
      loop);
}

static MlirWalkResult collectCaptures(MlirOperation op, void *userData) {
  Outline *o = userData;
  if (mlirOperationEqual(op, o->loop))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    OutlineCapture capture = {.value = mlirOperationGetOperand(op, i)};
    bool known = isInside(o->loop, capture.value);
    for (ptrdiff_t k = 0; !known && k < arrlen(o->captures); ++k)
      known = mlirValueEqual(o->captures[k].value, capture.value);
    if (!known)
      arrput(o->captures, capture);
  }
  return MlirWalkResultAdvance;
}

/// A memref that starts where its memory does: an argument or a local buffer.
static bool isWholeMemref(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return bridgeIsNamed(op, "builtin.unrealized_conversion_cast") ||
         bridgeIsNamed(op, "memref.alloca") ||
         bridgeIsNamed(op, "memref.alloc");
}

/// The number of the field that has the value.
static intptr_t fieldOf(Outline *o, MlirValue value) {
  ptrdiff_t i = 0;
  while (i < arrlen(o->fields) && !mlirValueEqual(o->fields[i], value))
    ++i;
  if (i == arrlen(o->fields))
    arrput(o->fields, value);
  return i;
}

/// Nothing but elements of the memref: where they lie does not depend on its
/// first extent.
static bool usesElements(const Outline *o, MlirValue memref) {
  static const char *const accesses[] = {
      "memref.load",       "memref.store",        "vector.load",
      "vector.store",      "vector.maskedload",   "vector.maskedstore",
      "vector.gather",     "vector.scatter",      "memref.prefetch",
      "vector.expandload", "vector.compressstore"};
  bool only = true;
  for (MlirOpOperand use = {NULL}; only && bridgeAdvanceUse(memref, &use);) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    only = !bridgeIsInside(op, o->loop);
    for (size_t i = 0; !only && i < sizeof accesses / sizeof *accesses; ++i)
      only = bridgeIsNamed(op, accesses[i]);
  }
  return only;
}

/// Does the memref travel with this extent?
static bool hasExtent(const Outline *o, MlirValue memref, intptr_t dim) {
  return mlirShapedTypeIsDynamicDim(mlirValueGetType(memref), dim) &&
         (dim > 0 || !usesElements(o, memref));
}

/// Appends the fields of a capture, made at `b`.
static void addFields(Outline *o, OpBuilder *b, OutlineCapture *capture) {
  MlirValue value = capture->value;
  MlirType type = mlirValueGetType(value);
  if (bridgeIsNamed(bridgeDefiner(value), "arith.constant"))
    return;
  intptr_t rank = mlirTypeIsAMemRef(type) ? mlirShapedTypeGetRank(type) : 0;
  capture->fields = ARENA_ARRAY(o->arena, intptr_t, 1 + rank);
  if (mlirTypeIsAMemRef(type)) {
    if (!isWholeMemref(value))
      o->mayAlias = true;
    capture->fields[0] = fieldOf(o, targetBuildMemrefPointer(b, value));
    for (intptr_t i = 0; i < rank; ++i)
      capture->fields[1 + i] =
          hasExtent(o, value, i)
              ? fieldOf(o, targetBuildMemrefExtent(b, value, i))
              : -1;
    return;
  }
  // The flag of `tir.check` is one for all ranges.
  o->mayAlias |= mlirTypeIsALLVMPointerType(type);
  capture->fields[0] =
      fieldOf(o, mlirTypeIsAIndex(type) ? targetBuildWide(b, value) : value);
}

/// The capture again, in the loop's function.
static MlirValue rebuild(Outline *o, OpBuilder *b,
                         const OutlineCapture *capture) {
  MlirType type = mlirValueGetType(capture->value);
  MlirOperation op = bridgeDefiner(capture->value);
  if (bridgeIsNamed(op, "arith.constant"))
    return mlirOperationGetResult(opBuilderInsert(b, mlirOperationClone(op)),
                                  0);
  MlirValue first = mlirBlockGetArgument(b->block, capture->fields[0]);
  if (mlirTypeIsAIndex(type))
    return buildValue(b, "arith.index_cast", type, &first, 1);
  if (!mlirTypeIsAMemRef(type))
    return first;
  intptr_t rank = mlirShapedTypeGetRank(type), dynamic = 0;
  MlirValue *extents = ARENA_ARRAY(o->arena, MlirValue, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i)) {
      intptr_t field = capture->fields[1 + i];
      extents[dynamic++] = field < 0 ? targetBuildI64(b, 0) // nobody asks
                                     : mlirBlockGetArgument(b->block, field);
    }
  return targetBuildMemref(b, type, first, extents, o->arena);
}

MlirLogicalResult outlineCollectCaptures(Outline *o) {
  mlirOperationWalk(o->loop, collectCaptures, o, MlirWalkPreOrder);
  // Only row-major memrefs can be rebuilt from pointer and extents.
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i) {
    MlirType type = mlirValueGetType(o->captures[i].value);
    if (mlirTypeIsAMemRef(type) &&
        !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
      return bridgeEmitOpError(o->loop, "uses a view that is made outside: "
                                        "expected it inside of the loop");
  }
  return mlirLogicalResultSuccess();
}

void outlineBuildFields(Outline *o, OpBuilder *b) {
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i)
    addFields(o, b, &o->captures[i]);
}

MlirValue *outlineRebuildCaptures(Outline *o, OpBuilder *b) {
  MlirValue *rebuilt = ARENA_ARRAY(o->arena, MlirValue, arrlen(o->captures));
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i)
    rebuilt[i] = rebuild(o, b, &o->captures[i]);
  return rebuilt;
}
