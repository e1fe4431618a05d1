//===- RaggedBatchTypes.c - types of a function that becomes ragged -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

bool raggedBatchHas(const RaggedBatch *r, MlirType type) {
  return symTypeHasSymbol(type, r->extentName) ||
         symTypeHasSymbol(type, r->batchName);
}

static bool isFirst(const RaggedBatch *r, MlirType type) {
  const MlirAttribute *dims;
  return symTypeDims(type, &dims) > 0 && mlirAttributeEqual(dims[0], r->batch);
}

/// `[b, 4, n]` for `[4 * b, n]`, `[b, n, 16]` for `[b * n, 16]`: what is joined
/// with instances is a dimension of each. Other types as they are.
static MlirType apart(RaggedBatch *r, MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked || info.rank < 1 ||
      isFirst(r, type))
    return type;
  Arena *arena = r->run->arena;
  SymExpr whole = symExprOf(arena, info.dims[0]), one = symExprConst(arena, 1);
  SymExpr batch = symExprOf(arena, r->batch), each, again;
  if (symExprSubstitute(arena, whole, &r->batchName, &one, 1, &each) !=
          SYM_OK ||
      symExprMul(arena, each, batch, &again) != SYM_OK ||
      !symExprEqual(whole, again))
    return type;
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank + 1);
  dims[0] = r->batch;
  dims[1] = symExprToAttribute(r->run->context, each);
  for (intptr_t d = 1; d < info.rank; ++d)
    dims[d + 1] = info.dims[d];
  return relaxTensorTypeLike(info, info.rank + 1, dims);
}

bool raggedBatchLeads(RaggedBatch *r, MlirType type) {
  return isFirst(r, apart(r, type));
}

MlirType raggedBatchType(RaggedBatch *r, MlirType type) {
  type = apart(r, type);
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  StrRef name;
  for (intptr_t d = 1; d < rank; ++d)
    if (symAttributeIsSymbol(dims[d], &name) && strRefEqual(name, r->batchName))
      return (MlirType){NULL};
  if (!isFirst(r, type))
    return raggedBatchHas(r, type) ? (MlirType){NULL} : type;
  SymExpr entry = relaxTableEntry(r->run->arena, r->extentName);
  SymMap map = {.arena = r->run->arena,
                .names = &r->extentName,
                .values = &entry,
                .count = 1};
  type = symSubstituteType(&map, type);
  return map.status == SYM_OK ? type : (MlirType){NULL};
}
