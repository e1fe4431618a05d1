//===- LinearAttention.c - rules of attention with a state ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/LinearAttention.h"

enum { PACKED = 3, STATE = 4 };

RelaxLinearAttentionSizes
relaxLinearAttentionSizes(RelaxDims *dims,
                          const RelaxLinearAttentionArgs *args) {
  RelaxLinearAttentionSizes s = {.batch = relaxDimsExtent(dims, args->query, 0),
                                 .steps = relaxDimsExtent(dims, args->query, 1),
                                 .queryHeads = args->q_heads,
                                 .heads = args->kv_heads};
  SymExpr perQuery = relaxDimsConst(dims, s.queryHeads);
  SymExpr perHead = relaxDimsConst(dims, s.heads);
  s.key =
      relaxDimsFloorDiv(dims, relaxDimsExtent(dims, args->query, 2), perQuery);
  s.value =
      relaxDimsFloorDiv(dims, relaxDimsExtent(dims, args->value, 2), perHead);
  return s;
}

RelaxLinearAttentionArgs relaxLinearAttentionArgsOf(MlirOperation op) {
  return (RelaxLinearAttentionArgs){
      .query = relaxLinearAttentionGetQuery(op),
      .key = relaxLinearAttentionGetKey(op),
      .value = relaxLinearAttentionGetValue(op),
      .state = relaxLinearAttentionGetState(op),
      .decay = relaxLinearAttentionGetDecay(op),
      .beta = relaxLinearAttentionGetBeta(op),
      .q_heads = relaxLinearAttentionGetQHeads(op),
      .kv_heads = relaxLinearAttentionGetKvHeads(op),
      .scale = relaxLinearAttentionGetScale(op)};
}

static SymExpr times(RelaxDims *dims, int64_t count, SymExpr size) {
  return relaxDimsMul(dims, relaxDimsConst(dims, count), size);
}

static bool checkHeads(const RelaxDims *dims,
                       const RelaxLinearAttentionArgs *args) {
  int64_t q = args->q_heads;
  int64_t kv = args->kv_heads;
  if (kv >= 1 && q >= 1 && q % kv == 0)
    return true;
  return relaxDimsError(dims,
                        "heads: expected at least 1, those of the query a "
                        "multiple of the others, got %lld, %lld",
                        (long long)q, (long long)kv);
}

/// Float elements; those of the state may be others than the query's.
static bool checkElements(RelaxDims *dims,
                          const RelaxLinearAttentionArgs *args) {
  RelaxTensorInfo query = relaxTensorInfoOf(args->query);
  MlirValue values[] = {args->key, args->value, args->decay, args->beta};
  if (!mlirTypeIsAFloat(query.elementType))
    return relaxDimsMisfit(dims, "query", "float elements", query);
  if (args->state.ptr &&
      !mlirTypeIsAFloat(relaxTensorInfoOf(args->state).elementType))
    return relaxDimsMisfit(dims, "state", "float elements",
                           relaxTensorInfoOf(args->state));
  for (size_t i = 0; i < sizeof(values) / sizeof(*values); ++i)
    if (values[i].ptr &&
        !relaxSameElements(dims, query, relaxTensorInfoOf(values[i])))
      return false;
  return true;
}

/// An operand [batch, steps, `wide` or `narrow`].
static bool checkGate(RelaxDims *dims, const char *what, MlirValue gate,
                      const RelaxLinearAttentionSizes *s, SymExpr wide,
                      int64_t narrow, const char *description) {
  int64_t extent;
  if (!gate.ptr)
    return true;
  if (symExprIsConst(relaxDimsExtent(dims, gate, 2), &extent) &&
      extent == narrow)
    wide = relaxDimsConst(dims, narrow);
  SymExpr expected[] = {s->batch, s->steps, wide};
  return relaxDimsCheckShape(dims, what, gate, PACKED, expected, description);
}

static bool checkOperands(RelaxDims *dims, const RelaxLinearAttentionArgs *args,
                          const RelaxLinearAttentionSizes *s) {
  SymExpr query[] = {s->batch, s->steps, times(dims, s->queryHeads, s->key)};
  SymExpr key[] = {s->batch, s->steps, times(dims, s->heads, s->key)};
  SymExpr value[] = {s->batch, s->steps, times(dims, s->heads, s->value)};
  SymExpr state[] = {s->batch, relaxDimsConst(dims, s->heads), s->key,
                     s->value};
#define CHECK(what, operand, rank, expected, description)                      \
  if (!relaxDimsCheckShape(dims, what, operand, rank, expected, description))  \
  return false
  CHECK("query", args->query, PACKED, query,
        "[batch, steps, query heads * key size]");
  CHECK("key", args->key, PACKED, key, "[batch, steps, heads * key size]");
  CHECK("value", args->value, PACKED, value,
        "[batch, steps, heads * value size]");
  if (args->state.ptr)
    CHECK("state", args->state, STATE, state,
          "[batch, heads, key size, value size]");
#undef CHECK
  if (!checkGate(dims, "decay", args->decay, s, key[2], s->heads,
                 "[batch, steps, heads] or those of the key"))
    return false;
  return checkGate(dims, "beta", args->beta, s, state[1], 1,
                   "[batch, steps, heads] or [batch, steps, 1]");
}

static MlirType typeOf(RelaxDims *dims, MlirValue like, intptr_t rank,
                       const SymExpr *extents) {
  MlirAttribute out[STATE];
  for (intptr_t i = 0; i < rank; ++i)
    out[i] = relaxDimsAttribute(dims, extents[i]);
  return relaxTensorTypeOf(relaxTensorInfoOf(like).elementType, rank, out);
}

bool relaxLinearAttentionInferTypes(RelaxDims *dims,
                                    const RelaxLinearAttentionArgs *args,
                                    MlirType *results) {
  if (!checkHeads(dims, args) || !checkElements(dims, args))
    return false;
  RelaxLinearAttentionSizes s = relaxLinearAttentionSizes(dims, args);
  if (!checkOperands(dims, args, &s))
    return false;
  SymExpr result[] = {s.batch, s.steps, times(dims, s.queryHeads, s.value)};
  SymExpr next[] = {s.batch, relaxDimsConst(dims, s.heads), s.key, s.value};
  results[0] = typeOf(dims, args->query, PACKED, result);
  results[1] =
      typeOf(dims, args->state.ptr ? args->state : args->query, STATE, next);
  return true;
}
