//===- Attention.c - rules of attention -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.h"

enum { MAX_RANK = 4 };

/// An operand as [batch, heads, length, size].
typedef struct Parts {
  SymExpr batch, heads, length, size;
} Parts;

static Parts partsOf(RelaxDims *dims, MlirValue value, MlirAttribute heads) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  SymExpr d[MAX_RANK];
  for (intptr_t i = 0; i < info.rank; ++i)
    d[i] = relaxDimsOf(dims, info.dims[i]);
  if (info.rank == MAX_RANK)
    return (Parts){d[0], d[1], d[2], d[3]};
  SymExpr count = relaxDimsConst(dims, mlirIntegerAttrGetValueInt(heads));
  return (Parts){d[0], count, d[1], relaxDimsFloorDiv(dims, d[2], count)};
}

bool relaxAttentionSizes(RelaxDims *dims, const RelaxAttentionArgs *args,
                         RelaxAttentionSizes *sizes) {
  RelaxTensorInfo query = relaxTensorInfoOf(args->query);
  if (!query.ranked || !relaxTensorInfoOf(args->key).ranked ||
      !relaxTensorInfoOf(args->value).ranked)
    return false;
  Parts q = partsOf(dims, args->query, args->q_heads);
  Parts k = partsOf(dims, args->key, args->kv_heads);
  Parts v = partsOf(dims, args->value, args->kv_heads);
  SymExpr past = relaxDimsConst(dims, 0);
  if (args->past_key.ptr) {
    RelaxTensorInfo info = relaxTensorInfoOf(args->past_key);
    past = info.ranked ? relaxDimsOf(dims, info.dims[2])
                       : symExprUnknown(dims->arena);
  }
  *sizes = (RelaxAttentionSizes){query.rank < MAX_RANK,
                                 q.batch,
                                 q.heads,
                                 q.length,
                                 q.size,
                                 k.heads,
                                 k.length,
                                 v.size,
                                 past};
  return true;
}

RelaxAttentionArgs relaxAttentionArgsOf(MlirOperation op) {
  return (RelaxAttentionArgs){.query = relaxAttentionGetQuery(op),
                              .key = relaxAttentionGetKey(op),
                              .value = relaxAttentionGetValue(op),
                              .mask = relaxAttentionGetMask(op),
                              .past_key = relaxAttentionGetPastKey(op),
                              .past_value = relaxAttentionGetPastValue(op),
                              .lengths = relaxAttentionGetLengths(op),
                              .q_heads = relaxAttentionGetQHeads(op),
                              .kv_heads = relaxAttentionGetKvHeads(op),
                              .scale = relaxAttentionGetScale(op),
                              .softcap = relaxAttentionGetSoftcap(op),
                              .offset = relaxAttentionGetOffset(op),
                              .causal = relaxAttentionGetCausal(op),
                              .left = relaxAttentionGetLeft(op),
                              .right = relaxAttentionGetRight(op),
                              .scores = relaxAttentionGetScores(op)};
}

//===----------------------------------------------------------------------===//
// What operands have to be
//===----------------------------------------------------------------------===//

/// False where two extents certainly differ.
static bool mayAgree(RelaxDims *dims, MlirAttribute dim, SymExpr expected) {
  int64_t a, b;
  return !symExprIsConst(relaxDimsOf(dims, dim), &a) ||
         !symExprIsConst(expected, &b) || a == b;
}

static bool isLiteralAtLeast1(MlirAttribute heads) {
  return heads.ptr && mlirIntegerAttrGetValueInt(heads) >= 1;
}

static bool checkRanks(RelaxDims *dims, const RelaxAttentionArgs *args) {
  static const char *const names[] = {"query", "key", "value"};
  MlirValue values[] = {args->query, args->key, args->value};
  for (int i = 0; i < 3; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(values[i]);
    if (!mlirTypeIsAFloat(info.elementType))
      return relaxDimsError(dims, "%s: expected float elements, got '%s'",
                            names[i],
                            relaxTypeText(dims->arena, info.elementType));
    if (info.ranked && info.rank != 3 && info.rank != 4)
      return relaxDimsMisfit(dims, names[i], "rank 3 or 4",
                             relaxTensorInfoOf(values[i]));
    bool packed = info.ranked && info.rank == 3;
    if (packed && (!isLiteralAtLeast1(args->q_heads) ||
                   !isLiteralAtLeast1(args->kv_heads)))
      return relaxDimsMisfit(dims, names[i],
                             "'heads' of at least 1 with packed heads",
                             relaxTensorInfoOf(values[i]));
  }
  if (!args->past_key.ptr != !args->past_value.ptr ||
      (args->past_key.ptr && args->lengths.ptr))
    return relaxDimsError(
        dims,
        "expected past keys with past values, and no lengths beside them");
  if (args->offset.ptr && (args->past_key.ptr || args->lengths.ptr))
    return relaxDimsError(
        dims, "expected no 'offset' beside past keys or lengths, which say it");
  if (args->offset.ptr &&
      (!symIsExprAttr(args->offset) || symAttributeIsUnknown(args->offset)))
    return relaxDimsError(dims, "offset: expected an expression, got '?'");
  return !args->past_key.ptr || !relaxTensorInfoOf(args->past_key).ranked ||
         relaxTensorInfoOf(args->past_key).rank == MAX_RANK ||
         relaxDimsMisfit(dims, "past keys", "rank 4",
                         relaxTensorInfoOf(args->past_key));
}

/// Right-aligned with the scores; extents 1 broadcast, and the last one may be
/// shorter.
static bool checkMask(RelaxDims *dims, MlirValue mask, const SymExpr *scores) {
  RelaxTensorInfo info = relaxTensorInfoOf(mask);
  bool fits = !info.ranked || (info.rank >= 1 && info.rank <= MAX_RANK);
  for (intptr_t i = 0; fits && i + 1 < info.rank; ++i) {
    int64_t extent;
    fits = mayAgree(dims, info.dims[i], scores[MAX_RANK - info.rank + i]) ||
           (symAttributeIsConst(info.dims[i], &extent) && extent == 1);
  }
  int64_t own, all;
  if (fits && info.rank > 0)
    fits = !symAttributeIsConst(info.dims[info.rank - 1], &own) ||
           !symExprIsConst(scores[MAX_RANK - 1], &all) || own <= all;
  return fits ||
         relaxDimsMisfit(dims, "mask", "a shape that broadcasts to the scores",
                         relaxTensorInfoOf(mask));
}

/// Of a mask that is added to scores.
static bool checkMaskElement(RelaxDims *dims, MlirValue mask, MlirType scores) {
  MlirType own = relaxTensorInfoOf(mask).elementType;
  if (mlirTypeEqual(own, scores) ||
      (mlirTypeIsAInteger(own) && mlirIntegerTypeGetWidth(own) == 1))
    return true;
  return relaxDimsError(
      dims, "mask: expected i1 elements or those of the scores, got '%s'",
      relaxTypeText(dims->arena, own));
}

static bool checkOperands(RelaxDims *dims, const RelaxAttentionArgs *args,
                          const RelaxAttentionSizes *s) {
  SymExpr heads = s->kvHeads;
  SymExpr key[] = {s->batch, heads, s->keys, s->head};
  SymExpr value[] = {s->batch, heads, s->keys, s->valueHead};
  if (s->packed) {
    key[1] = value[1] = s->keys;
    key[2] = relaxDimsMul(dims, heads, s->head);
    value[2] = relaxDimsMul(dims, heads, s->valueHead);
  }
  SymExpr pastKey[] = {s->batch, heads, s->past, s->head};
  SymExpr pastValue[] = {s->batch, heads, s->past, s->valueHead};
  SymExpr scores[] = {s->batch, s->queryHeads, s->queries,
                      relaxDimsAdd(dims, s->past, s->keys)};
  intptr_t rank = s->packed ? 3 : MAX_RANK;
#define CHECK(what, operand, count, expected)                                  \
  if ((operand).ptr &&                                                         \
      !relaxDimsCheckShape(dims, what, operand, count, expected, NULL))        \
  return false
  CHECK("key", args->key, rank, key);
  CHECK("value", args->value, rank, value);
  CHECK("past keys", args->past_key, MAX_RANK, pastKey);
  CHECK("past values", args->past_value, MAX_RANK, pastValue);
  CHECK("lengths", args->lengths, 1, &s->batch);
#undef CHECK
  return !args->mask.ptr || checkMask(dims, args->mask, scores);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static MlirType typeOf(RelaxDims *dims, MlirValue like, intptr_t rank,
                       const SymExpr *extents) {
  MlirAttribute attributes[MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i)
    attributes[i] = relaxDimsAttribute(dims, extents[i]);
  return relaxTensorTypeOf(relaxTensorInfoOf(like).elementType, rank,
                           attributes);
}

static bool attentionTypes(RelaxDims *dims, const RelaxAttentionArgs *args,
                           MlirType *types) {
  RelaxAttentionSizes s;
  if (!checkRanks(dims, args))
    return false;
  MlirValue likes[] = {args->query, args->key, args->value, args->query};
  for (int i = 0; i < RELAX_ATTENTION_RESULTS; ++i)
    types[i] = relaxUnrankedTensorType(relaxTensorInfoOf(likes[i]).elementType);
  if (!relaxAttentionSizes(dims, args, &s))
    return true;
  if (!checkOperands(dims, args, &s))
    return false;
  SymExpr all = relaxDimsAdd(dims, s.past, s.keys);
  SymExpr flat[] = {s.batch, s.queries,
                    relaxDimsMul(dims, s.queryHeads, s.valueHead)};
  SymExpr y[] = {s.batch, s.queryHeads, s.queries, s.valueHead};
  SymExpr keys[] = {s.batch, s.kvHeads, all, s.head};
  SymExpr values[] = {s.batch, s.kvHeads, all, s.valueHead};
  SymExpr scores[] = {s.batch, s.queryHeads, s.queries, all};
  types[0] = s.packed ? typeOf(dims, likes[0], 3, flat)
                      : typeOf(dims, likes[0], MAX_RANK, y);
  types[1] = typeOf(dims, likes[1], MAX_RANK, keys);
  types[2] = typeOf(dims, likes[2], MAX_RANK, values);
  types[3] = typeOf(dims, likes[3], MAX_RANK, scores);
  return true;
}

MlirLogicalResult relaxAttentionTypes(MlirLocation loc,
                                      const RelaxAttentionArgs *args,
                                      MlirType *types) {
  RelaxDims dims = relaxDimsAt(loc, "relax.attention", args->query);
  return relaxDimsClose(&dims,
                        relaxOutcome(attentionTypes(&dims, args, types)));
}

MlirLogicalResult relaxAttentionVerify(MlirOperation op) {
  MlirType types[RELAX_ATTENTION_RESULTS];
  intptr_t count = mlirOperationGetNumResults(op);
  RelaxAttentionArgs args = relaxAttentionArgsOf(op);
  if (count < 1 || count > RELAX_ATTENTION_RESULTS)
    return bridgeEmitOpError(op, "expected 1 to 4 results, got %ld",
                             (long)count);
  if (mlirLogicalResultIsFailure(
          relaxAttentionTypes(mlirOperationGetLocation(op), &args, types)))
    return mlirLogicalResultFailure();
  return relaxVerifyInferred(op, types);
}

//===----------------------------------------------------------------------===//
// attention_mask, rotary_embedding
//===----------------------------------------------------------------------===//

bool relaxAttentionMaskInferTypes(RelaxDims *dims,
                                  const RelaxAttentionMaskArgs *args,
                                  MlirType *results) {
  RelaxTensorInfo info = relaxTensorInfoOf(args->input);
  bool outcome = true;
  results[0] = mlirValueGetType(args->input);
  if (!mlirTypeIsAFloat(info.elementType) ||
      (info.ranked && info.rank != MAX_RANK)) {
    outcome = relaxDimsMisfit(dims, "input", "rank 4 and float elements",
                              relaxTensorInfoOf(args->input));
  } else if (args->mask.ptr &&
             !checkMaskElement(dims, args->mask, info.elementType)) {
    outcome = false;
  } else if (info.ranked) {
    SymExpr scores[MAX_RANK];
    for (intptr_t i = 0; i < MAX_RANK; ++i)
      scores[i] = relaxDimsOf(dims, info.dims[i]);
    if (args->mask.ptr)
      outcome = checkMask(dims, args->mask, scores);
    if (outcome && args->lengths.ptr)
      outcome =
          relaxDimsCheckShape(dims, "lengths", args->lengths, 1, scores, NULL);
  }
  return outcome;
}

static bool inferRotary(RelaxDims *dims, const RelaxRotaryEmbeddingArgs *args) {
  RelaxTensorInfo info = relaxTensorInfoOf(args->input);
  int64_t heads = args->heads;
  int64_t rotated = args->rotated;
  if (!mlirTypeIsAFloat(info.elementType) ||
      (info.ranked && info.rank != 3 && info.rank != 4))
    return relaxDimsMisfit(dims, "input", "rank 3 or 4 and float elements",
                           relaxTensorInfoOf(args->input));
  if (info.ranked && info.rank == 3 && heads < 1)
    return relaxDimsMisfit(dims, "input",
                           "'heads' of at least 1 with packed heads",
                           relaxTensorInfoOf(args->input));
  if (rotated < 0 || rotated % 2)
    return relaxDimsError(dims, "rotated: expected an even number, got %lld",
                          (long long)rotated);
  MlirValue tables[] = {args->cosine, args->sine};
  for (int i = 0; i < 2; ++i) {
    RelaxTensorInfo table = relaxTensorInfoOf(tables[i]);
    if (!relaxSameElements(dims, info, table))
      return false;
    if (table.ranked && table.rank != (args->places.ptr ? 2 : 3))
      return relaxDimsMisfit(dims, i ? "sine" : "cosine",
                             args->places.ptr ? "rank 2" : "rank 3",
                             relaxTensorInfoOf(tables[i]));
  }
  return true;
}

bool relaxRotaryEmbeddingInferTypes(RelaxDims *dims,
                                    const RelaxRotaryEmbeddingArgs *args,
                                    MlirType *results) {
  bool outcome = inferRotary(dims, args);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}
