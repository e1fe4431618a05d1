//===- GeneralizeReshape.c - where a new symbol goes in a reshape ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each literal of the result may stay or be a symbol that has its value; the
// element count has to stay that of the input. Of several such shapes those
// that keep more of the input's leading products are meant ([n, 4] to [4, 4] is
// [n, 4], not [4, n]); if that leaves two, nobody can know.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Symbols/Generalize.h"

/// More shapes are not tried.
enum { MAX_SHAPES = 4096 };

typedef struct ReshapeSearch {
  Generalizer *generalizer;
  Arena *arena;
  RelaxTensorInfo input, result; // the new input, the old result
  SymExpr total;
  SymExpr *dims, *best, *second;
  size_t tried;
  int bestScore;
  bool ambiguous;
} ReshapeSearch;

static bool product(Arena *arena, const SymExpr *dims, intptr_t count,
                    SymExpr *out) {
  bool good = true;
  *out = symExprConst(arena, 1);
  for (intptr_t i = 0; i < count; ++i)
    good = good && symExprMul(arena, *out, dims[i], out) == SYM_OK;
  return good;
}

/// How many leading products of the input the shape has.
static int score(const ReshapeSearch *search) {
  int count = 0;
  SymExpr in = symExprConst(search->arena, 1), out;
  for (intptr_t i = 0; i < search->input.rank; ++i) {
    bool found = false;
    if (symExprMul(search->arena, in,
                   symExprOf(search->arena, search->input.dims[i]),
                   &in) != SYM_OK)
      return 0;
    for (intptr_t j = 1; !found && j <= search->result.rank; ++j)
      found = product(search->arena, search->dims, j, &out) &&
              symExprEqual(in, out);
    count += found;
  }
  return count;
}

static void take(ReshapeSearch *search) {
  int now = score(search);
  if (now == search->bestScore) {
    search->ambiguous = true;
    for (intptr_t i = 0; i < search->result.rank; ++i)
      search->second[i] = search->dims[i];
  }
  if (now <= search->bestScore)
    return;
  search->bestScore = now;
  search->ambiguous = false;
  for (intptr_t i = 0; i < search->result.rank; ++i)
    search->best[i] = search->dims[i];
}

static void tryFrom(ReshapeSearch *search, intptr_t axis) {
  SymExpr total;
  if (search->tried > MAX_SHAPES)
    return;
  if (axis == search->result.rank) {
    ++search->tried;
    if (product(search->arena, search->dims, axis, &total) &&
        symExprEqual(total, search->total))
      take(search);
    return;
  }
  SymExpr literal = symExprOf(search->arena, search->result.dims[axis]);
  int64_t extent, value;
  search->dims[axis] = literal;
  tryFrom(search, axis + 1);
  const RelaxMatch *old = &search->generalizer->old;
  for (size_t i = 0; symExprIsConst(literal, &extent) && i < old->count; ++i)
    if (symExprIsConst(old->values[i], &value) && value == extent) {
      search->dims[axis] = symExprSymbol(search->arena, old->names[i]);
      tryFrom(search, axis + 1);
    }
}

/// One extent of the result takes what the others leave: [n, 6] to [6 * n].
static void tryQuotients(ReshapeSearch *search) {
  for (intptr_t axis = 0; axis < search->result.rank; ++axis) {
    SymExpr rest, quotient;
    for (intptr_t i = 0; i < search->result.rank; ++i)
      search->dims[i] = i == axis
                            ? symExprConst(search->arena, 1)
                            : symExprOf(search->arena, search->result.dims[i]);
    if (!product(search->arena, search->dims, search->result.rank, &rest) ||
        !exactQuotient(search->arena, search->total, rest, &quotient) ||
        !symExprIsNonNegative(quotient))
      continue;
    search->dims[axis] = quotient;
    take(search);
  }
}

static MlirType typeOf(const ReshapeSearch *search, const SymExpr *dims) {
  MlirAttribute *attributes =
      ARENA_ARRAY(search->arena, MlirAttribute, search->result.rank);
  for (intptr_t i = 0; i < search->result.rank; ++i)
    attributes[i] =
        symExprToAttribute(search->generalizer->run->context, dims[i]);
  return relaxTensorTypeOf(search->result.elementType, search->result.rank,
                           attributes);
}

static MlirLogicalResult refuse(const ReshapeSearch *search, MlirOperation op) {
  StrBuf why = {0};
  RelaxTensorInfo best, second;
  relaxTensorInfo(typeOf(search, search->best), &best);
  relaxTensorInfo(typeOf(search, search->second), &second);
  if (search->ambiguous)
    strBufAppendFormat(
        &why, "%s to %s may be %s or %s; say which, in the type of its result",
        relaxShapeText(search->arena, search->input),
        relaxShapeText(search->arena, search->result),
        relaxShapeText(search->arena, best),
        relaxShapeText(search->arena, second));
  else
    strBufAppendFormat(&why, "%s has not as many elements as %s in any way",
                       relaxShapeText(search->arena, search->input),
                       relaxShapeText(search->arena, search->result));
  MlirLogicalResult failed =
      generalizeRefuse(search->generalizer, op, strBufText(&why));
  strBufFree(&why);
  return failed;
}

MlirLogicalResult generalizeReshape(Generalizer *generalizer, MlirOperation op,
                                    MlirType *type) {
  Arena *arena = generalizer->run->arena;
  ReshapeSearch search = {
      .generalizer = generalizer,
      .arena = arena,
      .input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0)),
      .result = relaxTensorInfoOf(mlirOperationGetResult(op, 0)),
      .bestScore = -1};
  bool known = search.input.ranked && search.result.ranked;
  for (intptr_t i = 0; known && i < search.result.rank; ++i)
    known = !symAttributeIsUnknown(search.result.dims[i]);
  SymExpr *dims = ARENA_ARRAY(arena, SymExpr, search.input.rank);
  for (intptr_t i = 0; i < search.input.rank; ++i)
    dims[i] = symExprOf(arena, search.input.dims[i]);
  if (!known || !product(arena, dims, search.input.rank, &search.total))
    return generalizeRefuse(
        generalizer, op,
        "its result is not known; run 'relax-deduce-shapes' before");
  search.dims = ARENA_ARRAY(arena, SymExpr, search.result.rank);
  search.best = ARENA_ARRAY(arena, SymExpr, search.result.rank);
  search.second = ARENA_ARRAY(arena, SymExpr, search.result.rank);
  for (intptr_t i = 0; i < search.result.rank; ++i)
    search.best[i] = search.second[i] = symExprConst(arena, 0);
  tryFrom(&search, 0);
  if (search.bestScore < 0)
    tryQuotients(&search);
  if (search.bestScore < 0 || search.ambiguous || search.tried > MAX_SHAPES)
    return refuse(&search, op);
  *type = typeOf(&search, search.best);
  return mlirLogicalResultSuccess();
}
