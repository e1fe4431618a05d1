//===- Ragged.c - ragged tensors as they lie in memory --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"

bool relaxTypeIsRagged(MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  return !relaxIsLengthsType(type) && relaxDimsAreRagged(dims, rank);
}

intptr_t relaxNumRaggedDims(MlirType type) {
  const MlirAttribute *dims;
  intptr_t count = symTypeDims(type, &dims);
  while (count > 0 && !relaxDimsAreRagged(dims + count - 1, 1))
    --count;
  return count;
}

bool relaxHasRagged(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (relaxTypeIsRagged(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return true;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (relaxTypeIsRagged(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

/// First and last dimension of those that lie in memory as one; false: none.
static bool packedRange(Arena *arena, const MlirAttribute *dims, intptr_t rank,
                        intptr_t *first, intptr_t *last) {
  *first = rank;
  *last = -1;
  for (intptr_t k = 0; k < rank; ++k) {
    SymExpr expr = symExprOf(arena, dims[k]);
    for (size_t s = 0; s < expr.numSymbols; ++s) {
      intptr_t index = relaxIndexOf(expr.symbols[s]);
      if (index < 0)
        continue;
      *first = index < *first ? index : *first;
      *last = k;
    }
  }
  return *last >= 0;
}

/// The dimension is the index of a table that is read in another one.
static bool isIndex(Arena *arena, const MlirAttribute *dims, intptr_t rank,
                    intptr_t k) {
  StrRef name = relaxIndexName(arena, k);
  for (intptr_t m = k + 1; m < rank; ++m)
    if (symExprOf(arena, dims[m]).numSymbols) {
      SymExpr expr = symExprOf(arena, dims[m]);
      for (size_t s = 0; s < expr.numSymbols; ++s)
        if (strRefEqual(expr.symbols[s], name))
          return true;
    }
  return false;
}

/// With its padding.
static bool storedExtent(Arena *arena, RelaxTensorInfo info, intptr_t k,
                         SymExpr *out) {
  return relaxRoundUp(arena, symExprOf(arena, info.dims[k]),
                      relaxPaddingAt(info.padding, k), out) == SYM_OK;
}

/// The sum of the product of dims `first` + 1 to `last` over the index of
/// `first`; of a chain over the indices of both.
static bool packedExtent(Arena *arena, RelaxTensorInfo info, intptr_t first,
                         intptr_t last, SymExpr *out) {
  const MlirAttribute *dims = info.dims;
  intptr_t rank = info.rank;
  SymExpr body = symExprConst(arena, 1);
  intptr_t inner = first;
  for (intptr_t k = first + 1; k <= last; ++k) {
    if (isIndex(arena, dims, rank, k)) {
      if (inner != first || !relaxDimsAreRagged(dims + k, 1) ||
          relaxPaddingAt(info.padding, k) > 1)
        return false;
      inner = k; // summed over, not multiplied
      continue;
    }
    SymExpr extent;
    if (!storedExtent(arena, info, k, &extent) ||
        symExprMul(arena, body, extent, &body) != SYM_OK)
      return false;
  }
  StrRef index = relaxIndexName(arena, first), none = {NULL, 0};
  SymExpr domain = symExprOf(arena, dims[first]);
  if (inner != first &&
      symExprTableSum(arena, index, none, domain, symExprOf(arena, dims[inner]),
                      &domain) != SYM_OK)
    return false;
  return symExprTableSum(arena, index,
                         inner == first ? none : relaxIndexName(arena, inner),
                         domain, body, out) == SYM_OK &&
         relaxRoundUp(arena, *out, relaxPaddingAt(info.padding, first), out) ==
             SYM_OK;
}

MlirType relaxPackedType(MlirType type) {
  RelaxTensorInfo info;
  intptr_t first, last;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  Arena *arena = arenaCreate();
  MlirType packed = type;
  if (packedRange(arena, info.dims, info.rank, &first, &last)) {
    MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank);
    intptr_t rank = 0;
    SymExpr total;
    packed = (MlirType){NULL};
    for (intptr_t k = 0; k < first; ++k)
      dims[rank++] = info.dims[k];
    bool good = packedExtent(arena, info, first, last, &total);
    if (good)
      dims[rank++] = symExprToAttribute(mlirTypeGetContext(type), total);
    for (intptr_t k = last + 1; good && k < info.rank; ++k) {
      good = storedExtent(arena, info, k, &total);
      dims[rank++] = symExprToAttribute(mlirTypeGetContext(type), total);
    }
    if (good) {
      packed = relaxTensorTypeLike(info, rank, dims);
    }
  }
  arenaDestroy(arena);
  return packed;
}

MlirType relaxLengthsTensor(MlirType lengths) {
  RelaxTable table = relaxLengthsTable(lengths);
  MlirAttribute count = table.domain[0];
  MlirContext context = mlirTypeGetContext(lengths);
  if (table.rank > 1) {
    Arena *arena = arenaCreate();
    SymExpr sum;
    if (symExprTableSum(arena, relaxIndexName(arena, 0), (StrRef){NULL, 0},
                        symExprOf(arena, table.domain[0]),
                        symExprOf(arena, table.domain[1]), &sum) == SYM_OK)
      count = symExprToAttribute(context, sum);
    arenaDestroy(arena);
  }
  return relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, &count);
}
