//===- Align.c - operands whose extents have to do with each other --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

static bool isLiteral(MlirAttribute dim) {
  int64_t extent;
  return symAttributeIsConst(dim, &extent);
}

/// Two extents may broadcast, but their types do not say so. Two literals that
/// differ never do: the operation reports them.
static bool isOpen(RelaxTensorInfo a, RelaxTensorInfo b) {
  bool open = false;
  for (intptr_t back = 1; back <= a.rank && back <= b.rank; ++back) {
    MlirAttribute left = a.dims[a.rank - back], right = b.dims[b.rank - back];
    MlirAttribute joined = left;
    if (relaxJoinBroadcastDim(&joined, right))
      continue;
    if (isLiteral(left) && isLiteral(right))
      return false;
    open = true;
  }
  return open;
}

static bool broadcastTo(Importer *importer, MlirValue shape, intptr_t rank,
                        const MlirAttribute *dims, MlirValue *value) {
  MlirType element = relaxTensorInfoOf(*value).elementType;
  RelaxBroadcastToArgs args = {.input = *value,
                               .target = shape,
                               .resultType =
                                   relaxTensorTypeOf(element, rank, dims)};
  return IMPORT_HELPER(importer, "wide", BroadcastTo, &args, value);
}

static bool broadcastShape(Importer *importer, MlirValue lhs, MlirValue rhs,
                           MlirValue *shape) {
  RelaxBroadcastShapeArgs args = {
      .lhs = lhs,
      .rhs = rhs,
      .resultType = relaxBroadcastShapeType(importer->context, importer->arena,
                                            relaxTensorInfoOf(lhs),
                                            relaxTensorInfoOf(rhs))};
  return IMPORT_HELPER(importer, "shape", BroadcastShape, &args, shape);
}

bool importAlign(Importer *importer, MlirValue *lhs, MlirValue *rhs) {
  MlirValue both[] = {*lhs, *rhs};
  if (!importAlignAll(importer, both, 2))
    return false;
  *lhs = both[0];
  *rhs = both[1];
  return true;
}

bool importAlignAll(Importer *importer, MlirValue *values, size_t count) {
  bool open = false;
  if (!importLiftRanks(importer, values, count))
    return false;
  for (size_t i = 0; i < count; ++i) {
    RelaxTensorInfo a = relaxTensorInfoOf(values[i]);
    if (!a.ranked)
      return true;
    for (size_t k = 0; k < i; ++k)
      open |= isOpen(relaxTensorInfoOf(values[k]), a);
  }
  if (!open)
    return true;
  MlirValue shape, wide = values[0];
  const MlirAttribute *dims;
  intptr_t rank;
  for (size_t i = 1; i < count; ++i) {
    if (!broadcastShape(importer, wide, values[i], &shape))
      return false;
    rank = relaxShapeTypeGetDims(mlirValueGetType(shape), &dims);
    // The next shape is that of what is wide so far.
    if (i + 1 < count && !broadcastTo(importer, shape, rank, dims, &wide))
      return false;
  }
  for (size_t i = 0; i < count; ++i)
    if (!broadcastTo(importer, shape, rank, dims, &values[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Extents that have to be equal
//===----------------------------------------------------------------------===//

bool importEqualDim(Importer *importer, MlirValue *value, intptr_t axis,
                    MlirAttribute dim, MlirValue given) {
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || axis >= info.rank || // the operation refuses it
      symAttributeIsUnknown(info.dims[axis]) || symAttributeIsUnknown(dim) ||
      relaxDimEqual(info.dims[axis], dim) ||
      (isLiteral(info.dims[axis]) && isLiteral(dim)))
    return true;
  MlirAttribute *dims = importDimsWith(importer, info, axis, dim);
  *value = composeMatch(importer, *value, info.rank, dims, given);
  return value->ptr != NULL;
}

bool importEqualDims(Importer *importer, MlirValue *lhs, intptr_t ofLhs,
                     MlirValue *rhs, intptr_t ofRhs) {
  MlirAttribute left = relaxTensorInfoOf(*lhs).dims[ofLhs];
  MlirAttribute right = relaxTensorInfoOf(*rhs).dims[ofRhs];
  // The literal is what the other one has to be.
  return isLiteral(right) ? importEqualDim(importer, lhs, ofLhs, right, *rhs)
                          : importEqualDim(importer, rhs, ofRhs, left, *lhs);
}

/// first[a] is a multiple of second[b]; a literal on one side says what the
/// other has to be.
static bool agreeTimes(Importer *importer, const RelaxAgreeing *of,
                       const RelaxAgreement *row, MlirValue *first,
                       MlirValue *second) {
  RelaxTensorInfo x = relaxTensorInfoOf(*first), w = relaxTensorInfoOf(*second);
  int64_t factor = relaxAgreementAttribute(of, row), extent;
  SymExpr wanted;
  if (symAttributeIsConst(x.dims[row->a], &extent) && extent % factor == 0)
    return importEqualDim(importer, second, row->b,
                          symConstAttribute(importer->context, extent / factor),
                          *first);
  if (factor == 1 && !isLiteral(w.dims[row->b]))
    return importEqualDim(importer, second, row->b, x.dims[row->a], *first);
  if (symExprMul(importer->arena, symExprConst(importer->arena, factor),
                 symExprOf(importer->arena, w.dims[row->b]), &wanted) != SYM_OK)
    return importError(importer, "the weight's channels exceed 64 bits");
  return importEqualDim(importer, first, row->a,
                        symExprToAttribute(importer->context, wanted), *second);
}

typedef struct Agree {
  Importer *importer;
  MlirValue *const *operands;
  bool good;
} Agree;

static void agreeDims(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                      void *userData) {
  Agree *agree = userData;
  MlirValue *first = agree->operands[i], *second = agree->operands[k];
  if (agree->good && a < relaxTensorInfoOf(*first).rank &&
      b < relaxTensorInfoOf(*second).rank)
    agree->good = importEqualDims(agree->importer, first, a, second, b);
}

bool importAgree(Importer *importer, const RelaxAgreement *rows,
                 const void *args, MlirValue *const *operands, intptr_t count) {
  Agree agree = {importer, operands, true};
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = *operands[i];
  RelaxAgreeing of = {
      .rows = rows, .args = args, .numOperands = count, .operands = values};
  for (; rows->kind && agree.good; ++rows)
    if (rows->kind == RELAX_AGREE_TIMES)
      agree.good = agreeTimes(importer, &of, rows, operands[rows->first],
                              operands[rows->second]);
    else
      relaxAgreementVisit(&of, rows, agreeDims, &agree);
  return agree.good;
}

typedef struct Follow {
  MlirValue *operands;
  MlirAttribute **dims; // of each operand
  // The operands that it follows, the first and the last one; or -1.
  intptr_t *leads, *others;
} Follow;

static void followDim(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                      void *userData) {
  Follow *follow = userData;
  RelaxTensorInfo x = relaxTensorInfoOf(follow->operands[i]);
  RelaxTensorInfo y = relaxTensorInfoOf(follow->operands[k]);
  if (a >= x.rank || b >= y.rank || symAttributeIsUnknown(x.dims[a]) ||
      (isLiteral(x.dims[a]) && isLiteral(y.dims[b])))
    return;
  follow->dims[k][b] = x.dims[a];
  if (follow->leads[k] < 0)
    follow->leads[k] = i;
  follow->others[k] = i;
}

/// Ranks fit: else the operation reports them.
static bool ranksFit(const MlirValue *operands, const RelaxAgreement *row) {
  bool less = row->kind == RELAX_AGREE_WITHOUT && row->a >= 0;
  return row->kind == RELAX_AGREE_AT || row->kind == RELAX_AGREE_BELOW ||
         row->kind == RELAX_AGREE_RULE ||
         relaxTensorInfoOf(operands[row->second]).rank ==
             relaxTensorInfoOf(operands[row->first]).rank - less;
}

bool importFollow(Importer *importer, RelaxAgreeing of, MlirValue *operands) {
  Arena *arena = importer->arena;
  intptr_t count = of.numOperands;
  Follow follow = {operands, ARENA_ARRAY(arena, MlirAttribute *, count),
                   ARENA_ARRAY(arena, intptr_t, count),
                   ARENA_ARRAY(arena, intptr_t, count)};
  for (intptr_t k = 0; k < count; ++k) {
    RelaxTensorInfo info = relaxTensorInfoOf(operands[k]);
    follow.leads[k] = follow.others[k] = -1;
    follow.dims[k] = importDims(importer, info);
  }
  for (const RelaxAgreement *row = of.rows; row->kind; ++row)
    if (row->second < count && ranksFit(operands, row))
      relaxAgreementVisit(&of, row, followDim, &follow);
  bool good = true;
  for (intptr_t k = 0; good && k < count; ++k) {
    intptr_t rank = relaxTensorInfoOf(operands[k]).rank;
    intptr_t lead = follow.leads[k], other = follow.others[k];
    if (lead < 0)
      continue;
    operands[k] =
        lead == other
            ? composeMatch(importer, operands[k], rank, follow.dims[k],
                           operands[lead])
            : composeMatchBoth(importer, operands[k], rank, follow.dims[k],
                               operands[lead], operands[other]);
    good = operands[k].ptr != NULL;
  }
  return good;
}

bool importAlignInner(Importer *importer, MlirValue *lhs, MlirValue *rhs) {
  return importAgree(importer, relaxMatmulAgreements, NULL,
                     (MlirValue *[]){lhs, rhs}, 2);
}

//===----------------------------------------------------------------------===//
// Batch dimensions
//===----------------------------------------------------------------------===//

/// [batch..., m, k] seen as [batch..., m, k, 1], or, with `front`, [batch...,
/// k, n] as [batch..., 1, k, n]: together they broadcast to [batch..., m, k,
/// n].
static MlirValue seenAsProduct(Importer *importer, MlirValue value,
                               bool front) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  intptr_t one = front ? info.rank - 2 : info.rank;
  for (intptr_t i = 0; i <= info.rank; ++i)
    dims[i] = i == one ? symConstAttribute(importer->context, 1)
                       : info.dims[i - (i > one)];
  return graphReshape(importBuilder(importer), value, info.rank + 1, dims);
}

/// The shape that both broadcast to, whose open dimensions get symbols.
static bool boundShape(Importer *importer, MlirValue lhs, MlirValue rhs,
                       MlirValue *shape) {
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(
      relaxBroadcastShapeType(importer->context, importer->arena,
                              relaxTensorInfoOf(lhs), relaxTensorInfoOf(rhs)),
      &dims);
  MlirAttribute *bound =
      importDims(importer, (RelaxTensorInfo){.rank = rank, .dims = dims});
  RelaxBroadcastShapeArgs args = {
      .lhs = lhs, .rhs = rhs, .binds = importBindDims(importer, rank, bound)};
  args.resultType = relaxShapeTypeGet(importer->context, true, rank, bound);
  return IMPORT_HELPER(importer, "shape", BroadcastShape, &args, shape);
}

bool importWiden(Importer *importer, intptr_t rank, const MlirAttribute *dims,
                 MlirValue given, MlirValue *value) {
  MlirValue both[] = {given, *value}, shape;
  RelaxShapeArgs args = {
      .numGiven = 2,
      .given = both,
      .resultType = relaxShapeTypeGet(importer->context, true, rank, dims)};
  return IMPORT_HELPER(importer, "shape", Shape, &args, &shape) &&
         broadcastTo(importer, shape, rank, dims, value);
}

/// Brings the batch dimensions of a matrix to those of `shape`.
static bool widenBatch(Importer *importer, MlirValue shape, MlirValue *value) {
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  const MlirAttribute *all;
  intptr_t rank = relaxShapeTypeGetDims(mlirValueGetType(shape), &all) - 1;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = i < rank - 2 ? all[i] : info.dims[info.rank - rank + i];
  return importWiden(importer, rank, dims, shape, value);
}

bool importAlignMatrices(Importer *importer, MlirValue *lhs, MlirValue *rhs) {
  if (!importAlignInner(importer, lhs, rhs))
    return false;
  RelaxTensorInfo a = relaxTensorInfoOf(*lhs), b = relaxTensorInfoOf(*rhs);
  if (!a.ranked || !b.ranked || a.rank < 3 || b.rank < 3)
    return true;
  RelaxTensorInfo batchA = a, batchB = b;
  batchA.rank -= 2;
  batchB.rank -= 2;
  if (!isOpen(batchA, batchB))
    return true;
  MlirValue left = seenAsProduct(importer, *lhs, false);
  MlirValue right = seenAsProduct(importer, *rhs, true);
  if (!left.ptr || !right.ptr)
    return false;
  MlirValue shape;
  return boundShape(importer, left, right, &shape) &&
         widenBatch(importer, shape, lhs) && widenBatch(importer, shape, rhs);
}
