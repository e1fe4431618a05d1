//===- Attention.c - attention of each instance ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One program: for every instance and head the scores of its rows, their
// softmax, and the values weighted by it. Scores of keys behind the row are not
// computed where attention is causal.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/Attention.h"
#include "dialects/Relax/Attention.gen.h"
#include "dialects/Sym/Walk.h"

#include <math.h>

#define SPREAD(text) (int)(text).length, (text).data

void softmaxRow(Kernel *kernel, const char *x, StrRef from, StrRef fromType,
                const char *y, StrRef to, StrRef toType, StrRef count) {
  StrBuf *out = &kernel->body;
  strBufAppendFormat(
      out,
      "    %%M = tir.alloc \"M\" local : !tir.buffer<[1], f32>\n"
      "    %%S = tir.alloc \"S\" local : !tir.buffer<[1], f32>\n"
      "    tir.compute \"max\" (reduce %%k) in [%.*s] {\n"
      "      %%x = tir.load %s[%.*s] : %.*s\n"
      "      tir.reduce @ragged_max(%%x) into (%%M[0]) : !tir.buffer<[1], "
      "f32>\n    }\n",
      SPREAD(count), x, SPREAD(from), SPREAD(fromType));
  strBufAppendFormat(out,
                     "    tir.compute \"exp\" (%%k) in [%.*s] {\n"
                     "      %%x = tir.load %s[%.*s] : %.*s\n"
                     "      %%m = tir.load %%M[0] : !tir.buffer<[1], f32>\n"
                     "      %%s = arith.subf %%x, %%m : f32\n"
                     "      %%e = math.exp %%s : f32\n"
                     "      tir.store %%e, %s[%.*s] : %.*s\n    }\n",
                     SPREAD(count), x, SPREAD(from), SPREAD(fromType), y,
                     SPREAD(to), SPREAD(toType));
  strBufAppendFormat(
      out,
      "    tir.compute \"sum\" (reduce %%k) in [%.*s] {\n"
      "      %%e = tir.load %s[%.*s] : %.*s\n"
      "      tir.reduce @ragged_add(%%e) into (%%S[0]) : !tir.buffer<[1], "
      "f32>\n    }\n"
      "    tir.compute \"scale\" (%%k) in [%.*s] {\n"
      "      %%e = tir.load %s[%.*s] : %.*s\n"
      "      %%s = tir.load %%S[0] : !tir.buffer<[1], f32>\n"
      "      %%p = arith.divf %%e, %%s : f32\n"
      "      tir.store %%p, %s[%.*s] : %.*s\n    }\n",
      SPREAD(count), y, SPREAD(to), SPREAD(toType), SPREAD(count), y,
      SPREAD(to), SPREAD(toType), y, SPREAD(to), SPREAD(toType));
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// How an operand lies: [rows, heads * size], or [heads, rows, size].
typedef struct Heads {
  int64_t heads, size;
  bool apart; // a dimension of their own
  MlirAttribute rows;
} Heads;

/// False if heads or their size are no literals.
static bool headsOf(MlirType type, MlirAttribute count, Heads *out) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  int64_t last;
  out->apart = rank == 4;
  out->rows = dims[rank - 2];
  if (!symAttributeIsConst(dims[rank - 1], &last))
    return false;
  if (out->apart) {
    out->size = last;
    return symAttributeIsConst(dims[1], &out->heads);
  }
  out->heads = count.ptr ? mlirIntegerAttrGetValueInt(count) : 0;
  out->size = out->heads ? last / out->heads : 0;
  return rank == 3 && out->heads > 0;
}

typedef struct AttentionParts {
  Heads q, k, v;
} AttentionParts;

static bool partsOf(MlirOperation op, AttentionParts *parts) {
  MlirAttribute q = relaxAttentionGetQHeads(op);
  MlirAttribute kv = relaxAttentionGetKvHeads(op);
  MlirType types[3];
  for (int i = 0; i < 3; ++i)
    types[i] = mlirValueGetType(mlirOperationGetOperand(op, i));
  return mlirOperationGetNumOperands(op) == 3 &&
         mlirOperationGetNumResults(op) == 1 &&
         headsOf(types[0], q, &parts->q) && headsOf(types[1], kv, &parts->k) &&
         headsOf(types[2], kv, &parts->v);
}

MlirType attentionScores(Pack *pack, MlirOperation op) {
  AttentionParts parts;
  RelaxTensorInfo info;
  relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, 0)), &info);
  if (!partsOf(op, &parts))
    return mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirAttribute dims[] = {info.dims[0],
                          symConstAttribute(pack->context, parts.q.heads),
                          parts.q.rows, parts.k.rows};
  return relaxTensorTypeLike(info, 4, dims);
}

/// The address of element `k` of a row of a head.
static StrRef element(Kernel *kernel, const KernelBuffer *buffer, Heads heads,
                      const char *head, const char *row, const char *k) {
  StrRef indices[3];
  if (heads.apart) {
    indices[0] = strRefFromC(head);
    indices[1] = strRefFromC(row);
    indices[2] = strRefFromC(k);
  } else {
    indices[0] = strRefFromC(row);
    indices[1] =
        kernelText(kernel, "(%s) * %lld + %s", head, (long long)heads.size, k);
  }
  return kernelAddress(kernel, buffer, indices);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

typedef struct AttentionText {
  Kernel *kernel;
  AttentionParts parts;
  KernelBuffer q, k, v, y, scores;
  StrRef keys; // that a row sees
  double scale;
  const char *kvHead;
} AttentionText;

static StrRef scoreAddress(AttentionText *t, const char *key) {
  StrRef indices[] = {strRefFromC("%h"), strRefFromC("%r"), strRefFromC(key)};
  return kernelAddress(t->kernel, &t->scores, indices);
}

static void appendScores(AttentionText *t) {
  StrRef q = element(t->kernel, &t->q, t->parts.q, "%h", "%r", "%k");
  StrRef k = element(t->kernel, &t->k, t->parts.k, t->kvHead, "%c", "%k");
  StrRef s = scoreAddress(t, "%c");
  MlirContext context = t->kernel->pack->context;
  StrBuf scale = {0}; // as MLIR prints it: an infinity has no digits
  bridgePrintAttribute(
      mlirFloatAttrDoubleGet(context, mlirF32TypeGet(context), t->scale),
      &scale);
  strBufAppendFormat(
      &t->kernel->body,
      "    tir.compute \"scores\" (%%c, reduce %%k) in [%.*s, %lld] {\n"
      "      %%a = tir.load %%X0[%.*s] : %.*s\n"
      "      %%b = tir.load %%X1[%.*s] : %.*s\n"
      "      %%f = arith.constant %s\n"
      "      %%z = arith.mulf %%a, %%f : f32\n"
      "      %%p = arith.mulf %%z, %%b : f32\n"
      "      tir.reduce @ragged_add(%%p) into (%%Y1[%.*s]) : %.*s\n    }\n",
      SPREAD(t->keys), (long long)t->parts.q.size, SPREAD(q), SPREAD(t->q.text),
      SPREAD(k), SPREAD(t->k.text), strBufText(&scale), SPREAD(s),
      SPREAD(t->scores.text));
  strBufFree(&scale);
}

static void appendValues(AttentionText *t) {
  Heads out = {t->parts.q.heads, t->parts.v.size, t->parts.q.apart,
               t->parts.q.rows};
  StrRef v = element(t->kernel, &t->v, t->parts.v, t->kvHead, "%k", "%c");
  StrRef y = element(t->kernel, &t->y, out, "%h", "%r", "%c");
  StrRef s = scoreAddress(t, "%k");
  strBufAppendFormat(
      &t->kernel->body,
      "    tir.compute \"values\" (%%c, reduce %%k) in [%lld, %.*s] {\n"
      "      %%a = tir.load %%Y1[%.*s] : %.*s\n"
      "      %%b = tir.load %%X2[%.*s] : %.*s\n"
      "      %%p = arith.mulf %%a, %%b : f32\n"
      "      tir.reduce @ragged_add(%%p) into (%%Y0[%.*s]) : %.*s\n    }\n",
      (long long)t->parts.v.size, SPREAD(t->keys), SPREAD(s),
      SPREAD(t->scores.text), SPREAD(v), SPREAD(t->v.text), SPREAD(y),
      SPREAD(t->y.text));
}

static MlirLogicalResult refuse(MlirOperation op) {
  return bridgeEmitOpError(
      op, "on ragged rows: expected literal heads and sizes, and no window, "
          "cap, offset or scores; run it with '--mode=reference'");
}

static KernelBuffer operand(Kernel *kernel, intptr_t i) {
  MlirValue value = mlirOperationGetOperand(kernel->op, i);
  return kernelBuffer(kernel, mlirValueGetType(value), value, true);
}

MlirLogicalResult packAttention(Pack *pack, MlirOperation op) {
  AttentionText t;
  bool causal = relaxAttentionGetCausal(op);
  if (!partsOf(op, &t.parts) || relaxAttentionGetSoftcap(op).ptr ||
      relaxAttentionGetOffset(op).ptr || relaxAttentionGetLeft(op).ptr ||
      relaxAttentionGetRight(op).ptr || relaxAttentionGetScores(op).ptr ||
      (causal && !mlirAttributeEqual(t.parts.q.rows, t.parts.k.rows)))
    return refuse(op);
  MlirAttribute scale = relaxAttentionGetScale(op);
  Kernel kernel = kernelBegin(pack, "attention", op,
                              mlirValueGetType(mlirOperationGetOperand(op, 0)));
  t.kernel = &kernel;
  t.scale = scale.ptr ? mlirFloatAttrGetValueDouble(scale)
                      : 1 / sqrt((double)t.parts.q.size);
  t.q = operand(&kernel, 0);
  t.k = operand(&kernel, 1);
  t.v = operand(&kernel, 2);
  t.y = kernelBuffer(&kernel, mlirValueGetType(mlirOperationGetResult(op, 0)),
                     (MlirValue){NULL}, false);
  t.scores = kernelBuffer(&kernel, attentionScores(pack, op), (MlirValue){NULL},
                          false);
  t.keys = causal ? strRefFromC("%r + 1") : t.scores.dims[2];
  t.kvHead =
      t.parts.k.heads == t.parts.q.heads
          ? "%h"
          : kernelText(&kernel, "%%h * %lld floordiv %lld",
                       (long long)t.parts.k.heads, (long long)t.parts.q.heads)
                .data;
  strBufAppendFormat(&kernel.body,
                     "    tir.for \"h\" (%%h) in [%lld] {\n"
                     "    tir.for \"r\" (%%r) in [%.*s] {\n",
                     (long long)t.parts.q.heads, SPREAD(t.scores.dims[1]));
  appendScores(&t);
  StrRef row = scoreAddress(&t, "%k");
  softmaxRow(&kernel, "%Y1", row, t.scores.text, "%Y1", row, t.scores.text,
             t.keys);
  appendValues(&t);
  strBufAppendC(&kernel.body, "    }\n    }\n");
  MlirValue results[2];
  if (!kernelEnd(&kernel, results))
    return mlirLogicalResultFailure();
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), results[0]);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
