//===- TensorSize.c - bytes of a tensor type ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/TensorSize.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Runtime/Tensor.h"

/// The next multiple of the alignment: every part of an arena begins at one.
static bool roundUp(const Facts *facts, SymExpr bytes, SymExpr *out) {
  Arena *arena = facts->arena;
  SymExpr alignment = symExprConst(arena, RELAX_ALIGNMENT);
  SymExpr rest, quotient;
  if (symExprMod(arena, bytes, alignment, &rest) != SYM_OK)
    return false;
  *out = bytes;
  if (factsEqual(facts, rest, symExprConst(arena, 0)))
    return true;
  return symExprCeilDiv(arena, bytes, alignment, &quotient) == SYM_OK &&
         symExprMul(arena, quotient, alignment, out) == SYM_OK;
}

TensorSizeStatus tensorSizeOfDims(const Facts *facts, MlirType elementType,
                                  const SymExpr *dims, intptr_t rank,
                                  TensorSize *out) {
  RelaxDType dtype;
  for (intptr_t i = 0; i < rank; ++i)
    if (symExprIsUnknown(dims[i]))
      return TENSOR_SIZE_UNKNOWN_SHAPE;
  if (!relaxElementDType(elementType, &dtype))
    return TENSOR_SIZE_NO_DTYPE;
  if (!relaxDTypeIsStored(dtype)) // strings have bytes of their own
    return TENSOR_SIZE_UNKNOWN_SHAPE;
  Arena *arena = facts->arena;
  const BlockFormat *block = relaxDTypeBlock(dtype);
  SymExpr bytes = symExprConst(arena, block ? block->bytes
                                            : (int64_t)relaxDTypeBytes(dtype));
  if (block && rank > 0) {
    SymExpr *blocks = arenaCopy(arena, dims, (size_t)rank * sizeof *dims);
    SymExpr elements = symExprConst(arena, block->elements);
    if (symExprFloorDiv(arena, dims[rank - 1], elements, &blocks[rank - 1]) !=
        SYM_OK)
      return TENSOR_SIZE_OVERFLOW;
    dims = blocks;
  }
  for (intptr_t i = 0; i < rank; ++i)
    if (symExprMul(arena, bytes, dims[i], &bytes) != SYM_OK)
      return TENSOR_SIZE_OVERFLOW;
  out->bytes = bytes;
  return roundUp(facts, bytes, &out->size) ? TENSOR_SIZE_OK
                                           : TENSOR_SIZE_OVERFLOW;
}

TensorSizeStatus tensorSizeOf(const Facts *facts, MlirType type,
                              TensorSize *out) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return TENSOR_SIZE_UNKNOWN_SHAPE;
  SymExpr *dims = ARENA_ARRAY(facts->arena, SymExpr, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = symExprOf(facts->arena, info.dims[i]);
  return tensorSizeOfDims(facts, info.elementType, dims, info.rank, out);
}

bool tensorLiteralBytes(MlirType type, int64_t *bytes) {
  RelaxTensorInfo info;
  RelaxDType dtype;
  int64_t dims[RELAX_MAX_RANK];
  size_t size;
  if (!relaxTensorInfo(type, &info) || !info.ranked ||
      info.rank > RELAX_MAX_RANK ||
      !relaxElementDType(info.elementType, &dtype) ||
      !relaxDTypeIsStored(dtype))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!symAttributeIsConst(info.dims[i], &dims[i]))
      return false;
  if (!relaxTensorBytes(dtype, (int32_t)info.rank, dims, &size))
    return false;
  *bytes = (int64_t)size;
  return true;
}
