//===- RaggedChain.c - tables over tables as tables over rows -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A `[i : b, j : len[i], wid[i, j], 8]` has an instance for each pair of
// indices, one behind the other as the rows of `[i : b, len[i]]` are: it is the
// memory of a `[k : sum(len), wid[k], 8]`.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <string.h>

static bool readsIndex(Arena *arena, MlirAttribute dim, intptr_t k) {
  SymExpr expr = symExprOf(arena, dim);
  for (size_t s = 0; s < expr.numSymbols; ++s)
    if (relaxIndexOf(expr.symbols[s]) == k)
      return true;
  return false;
}

bool relaxTypeIsChained(MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = relaxIsTensorType(type) ? symTypeDims(type, &dims) : 0;
  Arena *arena = arenaCreate();
  bool chained = false;
  for (intptr_t d = 2; d < rank; ++d)
    chained |= readsIndex(arena, dims[d], 1);
  arenaDestroy(arena);
  return chained;
}

/// Reads and sums of an extent, and what stands in their places.
typedef struct Reads {
  Arena *arena;
  StrRef names[8];
  SymExpr values[8];
  size_t count;
  bool wrong; // a read at other indices than both
} Reads;

/// `wid[$0, $1]` is met in two steps, as `wid[$0]` and as `wid@[$1]`, and
/// becomes `wid[$0]`.
static StrRef nameRead(void *state, SymExpr atom) {
  Reads *reads = state;
  StrBuf text = {0};
  symExprPrint(atom, &text);
  StrRef whole =
      arenaCopyString(reads->arena, (StrRef){text.data, text.length});
  const char *bracket = memchr(whole.data, '[', whole.length);
  StrRef table = {whole.data, bracket ? (size_t)(bracket - whole.data) : 0};
  StrRef index = {whole.data + table.length, whole.length - table.length};
  bool inner = table.length && table.data[table.length - 1] == '@';
  if (strRefIs(index, "[$0]") && !inner) {
    text.length = table.length;
    strBufAppendC(&text, "@");
    whole = arenaCopyString(reads->arena, (StrRef){text.data, text.length});
  } else if (strRefIs(index, "[$1]") && inner && reads->count < 8) {
    --table.length;
    reads->names[reads->count] = whole;
    reads->values[reads->count++] =
        symExprRead(reads->arena, table, relaxIndexName(reads->arena, 0));
  } else {
    reads->wrong = true;
  }
  strBufFree(&text);
  return whole;
}

static bool flattenDim(Arena *arena, MlirAttribute dim, SymExpr *out) {
  Reads reads = {.arena = arena};
  *out = symExprOf(arena, dim);
  if (symExprIsUnknown(*out) || !symExprHasTables(*out))
    return true;
  bool good = symExprNameTables(arena, *out, nameRead, &reads, out) == SYM_OK &&
              !reads.wrong;
  for (size_t s = 0; good && s < out->numSymbols; ++s) // read at $0 alone
    good = out->symbols[s].data[out->symbols[s].length - 1] != '@';
  return good && symExprSubstitute(arena, *out, reads.names, reads.values,
                                   reads.count, out) == SYM_OK;
}

static MlirAttribute flattenPadding(Arena *arena, MlirAttribute padding,
                                    intptr_t rank) {
  if (!padding.ptr)
    return padding;
  int64_t *numbers = ARENA_ARRAY(arena, int64_t, rank);
  for (intptr_t d = 0; d < rank; ++d)
    numbers[d] = relaxPaddingAt(padding, d ? d + 1 : 0);
  return mlirDenseI64ArrayGet(mlirAttributeGetContext(padding), rank, numbers);
}

MlirType relaxFlattenedType(MlirType type) {
  RelaxTensorInfo info;
  MlirType none = {NULL};
  if (!relaxTensorInfo(type, &info) || info.rank < 2 ||
      !relaxDimsAreRagged(info.dims + 1, 1))
    return none;
  Arena *arena = arenaCreate();
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank);
  SymExpr extent;
  bool good =
      symExprTableSum(arena, relaxIndexName(arena, 0), (StrRef){NULL, 0},
                      symExprOf(arena, info.dims[0]),
                      symExprOf(arena, info.dims[1]), &extent) == SYM_OK;
  for (intptr_t d = 1; good && d < info.rank; ++d) {
    dims[d - 1] = symExprToAttribute(context, extent);
    good = d + 1 == info.rank || flattenDim(arena, info.dims[d + 1], &extent);
  }
  MlirType flat = good ? relaxTensorTypePadded(
                             relaxTensorTypeLike(info, info.rank - 1, dims),
                             flattenPadding(arena, info.padding, info.rank - 1))
                       : none;
  arenaDestroy(arena);
  return flat;
}

intptr_t relaxInstanceDims(MlirOperation op) {
  bool chained = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    chained |=
        relaxTypeIsChained(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    chained |=
        relaxTypeIsChained(mlirValueGetType(mlirOperationGetResult(op, i)));
  return chained ? 2 : 1;
}

/// The first dimensions of a chained operand or result: `[i : b, len[i]`.
static const MlirAttribute *pairsOf(MlirOperation op) {
  const MlirAttribute *dims = NULL;
  intptr_t operands = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < operands + mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirValueGetType(
        i < operands ? mlirOperationGetOperand(op, i)
                     : mlirOperationGetResult(op, i - operands));
    if (relaxTypeIsChained(type))
      symTypeDims(type, &dims);
  }
  return dims;
}

bool relaxHasPairs(MlirOperation op, MlirType type) {
  const MlirAttribute *dims, *pairs = pairsOf(op);
  return relaxFlattenedType(type).ptr && symTypeDims(type, &dims) >= 2 &&
         mlirAttributeEqual(dims[0], pairs[0]) &&
         mlirAttributeEqual(dims[1], pairs[1]);
}
