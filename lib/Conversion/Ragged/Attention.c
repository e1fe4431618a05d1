//===- Attention.c - attention of each instance ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One program. For every instance and head a block of rows meets one block of
// keys after the other: the scores of a block, their largest, their powers, and
// the values weighted by these. What was summed so far is scaled down where a
// block has a larger score. So memory for scores is a block, whatever the
// lengths are, and all products are of dense blocks, which the rules cut into
// tiles. Where attention is causal, rows meet no block behind them, and within
// the last one a part of the rows meets the keys up to its last row.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/Attention.h"
#include "dialects/Relax/Attention.gen.h"
#include "lib/Conversion/Ragged/AttentionHeads.h"
#include "lib/Conversion/Ragged/AttentionText.h"
#include "lib/Support/Template.h"

#include <math.h>

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
// The program
//===----------------------------------------------------------------------===//

/// Elements of a block's memory, rows and keys of a block, and rows of a part.
enum { BLOCK_ELEMENTS = 4096, BLOCK = 64, PART = 16 };

typedef struct AttentionText {
  Kernel *kernel;
  AttentionParts parts;
  KernelBuffer q, k, v, y, mask;
  bool upper, lower;   // keys behind or before a row are hidden
  int64_t right, left; // from so many on
  bool square;         // as many keys as rows, none behind a row
  StrRef offset;       // of rows among the keys, as text; empty: 0
  MlirAttribute cap;   // of scores, or null
  const char *masked;  // the text of a mask, or NULL
  double scale;
  const char *kvHead;
} AttentionText;

/// Rows of a block: a block's memory does not grow with the size of a head.
static long blockOf(const AttentionParts *parts) {
  int64_t size = parts->q.size > parts->v.size ? parts->q.size : parts->v.size;
  long block = BLOCK;
  while (block > 1 && block > BLOCK_ELEMENTS / (size > 0 ? size : 1))
    block /= 2;
  return block;
}

static void setRef(Template *t, const char *name, StrRef text) {
  templateSet(t, name, "%.*s", SPREAD(text));
}

/// Rows and keys of a block, or of a part of it.
static void setExtents(Template *t, const AttentionText *a, long block) {
  StrRef rows = a->q.dims[a->parts.q.apart], keys = a->k.dims[a->parts.k.apart];
  setRef(t, "rows", rows);
  setRef(t, "keys", keys);
  templateSet(t, "b", "%ld", block);
  templateSet(t, "q", "%lld", (long long)a->parts.q.size);
  templateSet(t, "v", "%lld", (long long)a->parts.v.size);
  templateSet(t, "r", "min(%ld, %.*s - %ld * %%u)", block, SPREAD(rows), block);
  templateSet(t, "c", "min(%ld, %.*s - %ld * %%w)", block, SPREAD(keys), block);
  setRef(t, "part", templateGet(t, "r"));
  setRef(t, "seen", templateGet(t, "c"));
  templateSet(t, "at", "%%r");
  templateSet(t, "first", "0");
  templateSet(t, "last", "(%.*s) ceildiv %ld", SPREAD(keys), block);
  bool moved = a->offset.length;
  StrRef offset = moved ? a->offset : strRefFromC("0");
  if (a->lower) {
    templateSet(t, "left", moved ? "(%lld - (%.*s))" : "%lld",
                (long long)a->left, SPREAD(offset));
    templateSet(t, "first", "max(0, %ld * %%u - %.*s) floordiv %ld", block,
                SPREAD(templateGet(t, "left")), block);
  }
  if (!a->upper)
    return;
  long part = block < PART ? block : PART;
  templateSet(t, "parts", "min(%ld, %.*s - %ld * %%u) ceildiv %ld", block,
              SPREAD(rows), block, part);
  templateSet(t, "part", "min(%ld, %.*s - %ld * %%u - %ld * %%g)", part,
              SPREAD(rows), block, part);
  templateSet(t, "at", "%ld * %%g + %%r", part);
  // A row sees itself where there are as many keys.
  if (a->square) {
    templateSet(t, "last", "%%u + 1");
    templateSet(t, "from", "%%r + 1 + %ld * %%u - %ld * %%w", block, block);
  } else {
    templateSet(t, "last",
                "min((%.*s) ceildiv %ld, (%smin(%ld, %.*s - %ld * %%u) + "
                "%ld * %%u + %lld%s%.*s%s) ceildiv %ld)",
                SPREAD(keys), block, moved ? "max(0, " : "", block,
                SPREAD(rows), block, block, (long long)a->right,
                moved ? " + (" : " + ", SPREAD(offset), moved ? "))" : "",
                block);
    templateSet(t, "from",
                "max(0, %%r + 1 + %lld + (%.*s) + %ld * %%u - %ld * %%w)",
                (long long)a->right, SPREAD(offset), block, block);
  }
  templateSet(t, "seen",
              "%smin(min(%ld, %.*s - %ld * %%w), %ld * %%u - %ld * %%w + %ld * "
              "%%g + %lld + (%.*s))%s",
              a->square ? "" : "max(0, ", block, SPREAD(keys), block, block,
              block, part, (long long)(part + a->right), SPREAD(offset),
              a->square ? "" : ")");
}

static void setAddresses(Template *t, AttentionText *a, long block) {
  Kernel *kernel = a->kernel;
  AttentionHeads out = {.heads = a->parts.q.heads,
                        .size = a->parts.v.size,
                        .apart = a->parts.q.apart};
  StrRef at = templateGet(t, "at");
  const char *row =
      kernelText(kernel, "%ld * %%u + %.*s", block, SPREAD(at)).data;
  const char *key = kernelText(kernel, "%ld * %%w + %%c", block).data;
  const char *value = kernelText(kernel, "%ld * %%w + %%k", block).data;
  const char *all = kernelText(kernel, "%ld * %%u + %%r", block).data;
  setRef(t, "row",
         attentionElement(kernel, &a->q, &a->parts.q, "%h", row, "%k"));
  setRef(t, "k",
         attentionElement(kernel, &a->k, &a->parts.k, a->kvHead, key, "%k"));
  setRef(t, "value",
         attentionElement(kernel, &a->v, &a->parts.v, a->kvHead, value, "%c"));
  setRef(t, "y", attentionElement(kernel, &a->y, &out, "%h", all, "%c"));
  if (a->masked) {
    setRef(t, "mask", attentionMaskElement(kernel, &a->mask, all, key));
    setRef(t, "X3", a->mask.text);
  }
  setRef(t, "X0", a->q.text);
  setRef(t, "X1", a->k.text);
  setRef(t, "X2", a->v.text);
  setRef(t, "Y0", a->y.text);
}

/// A number as MLIR prints it: an infinity has no digits.
static void setNumber(Template *t, const AttentionText *a, const char *name,
                      double number) {
  MlirContext context = a->kernel->pack->context;
  StrBuf text = {0};
  bridgePrintAttribute(
      mlirFloatAttrDoubleGet(context, mlirF32TypeGet(context), number), &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

/// A program of products, in parts where these meet different keys.
static void appendParts(Template *t, const AttentionText *a, const char *text) {
  StrRef products =
      strRefFromC(text == attentionScores ? "queries" : "weights");
  if (a->upper) {
    setRef(t, "name", products);
    templateAppend(t, "    tir.for \"$name\" (%g) in [$parts] {\n");
  }
  templateAppend(t, text);
  if (text == attentionScores && a->cap.ptr)
    templateAppend(t, attentionCap);
  if (a->upper)
    templateAppend(t, "    }\n");
}

static void appendProgram(AttentionText *a) {
  Template t = {.arena = a->kernel->pack->arena, .out = &a->kernel->body};
  long block = blockOf(&a->parts);
  setExtents(&t, a, block);
  setAddresses(&t, a, block);
  setNumber(&t, a, "scale", a->scale);
  if (a->cap.ptr)
    setNumber(&t, a, "cap", mlirFloatAttrGetValueDouble(a->cap));
  templateAppend(&t, attentionBegin);
  appendParts(&t, a, attentionScores);
  if (a->upper)
    templateAppend(&t, attentionBehind);
  if (a->lower)
    templateAppend(&t, attentionBefore);
  if (a->masked)
    templateAppend(&t, a->masked);
  templateAppend(&t, attentionPowers);
  appendParts(&t, a, attentionValues);
  templateAppend(&t, attentionEnd);
}

bool packHasAttention(MlirOperation op) {
  AttentionParts parts;
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  return mlirTypeIsAF32(y.elementType) && !relaxAttentionGetScores(op).ptr &&
         attentionPartsOf(op, &parts);
}

/// Which keys a row sees.
static void readWindow(AttentionText *t, MlirOperation op) {
  MlirAttribute left = relaxAttentionGetLeft(op);
  MlirAttribute right = relaxAttentionGetRight(op);
  bool causal = relaxAttentionGetCausal(op);
  t->left = left.ptr ? mlirIntegerAttrGetValueInt(left) : -1;
  t->lower = t->left >= 0;
  t->right = right.ptr ? mlirIntegerAttrGetValueInt(right) : -1;
  t->upper = causal || t->right >= 0;
  t->right = causal ? 0 : t->right;
  t->offset = (StrRef){NULL, 0};
  if (relaxAttentionGetOffset(op).ptr)
    t->offset = kernelEntry(t->kernel, relaxAttentionGetOffset(op));
  t->square = t->upper && t->right == 0 && !t->lower && !t->offset.length &&
              mlirAttributeEqual(t->parts.q.rows, t->parts.k.rows);
}

static KernelBuffer operand(Kernel *kernel, MlirValue value) {
  return kernelBuffer(kernel, mlirValueGetType(value), value, true);
}

static void readOperands(AttentionText *t, Kernel *kernel, MlirOperation op) {
  MlirAttribute scale = relaxAttentionGetScale(op);
  RelaxTensorInfo mask;
  t->kernel = kernel;
  readWindow(t, op);
  t->cap = relaxAttentionGetSoftcap(op);
  if (t->cap.ptr && mlirFloatAttrGetValueDouble(t->cap) <= 0)
    t->cap.ptr = NULL; // as if there was none
  t->scale = scale.ptr ? mlirFloatAttrGetValueDouble(scale)
                       : 1 / sqrt((double)t->parts.q.size);
  t->q = operand(kernel, t->parts.q.value);
  t->k = operand(kernel, t->parts.k.value);
  t->v = operand(kernel, t->parts.v.value);
  t->masked = NULL;
  if (t->parts.mask.ptr) {
    t->mask = operand(kernel, t->parts.mask);
    relaxTensorInfo(mlirValueGetType(t->parts.mask), &mask);
    t->masked =
        mlirTypeIsAFloat(mask.elementType) ? attentionBias : attentionKept;
  }
  t->y = kernelBuffer(kernel, bridgeResultType(op), (MlirValue){NULL}, false);
  int64_t heads = t->parts.q.heads, shared = t->parts.k.heads;
  t->kvHead = heads == shared ? "%h"
                              : kernelText(kernel, "%%h * %lld floordiv %lld",
                                           (long long)shared, (long long)heads)
                                    .data;
}

MlirLogicalResult packAttention(Pack *pack, MlirOperation op) {
  AttentionText t;
  MlirType f32 = mlirF32TypeGet(pack->context);
  if (!packHasAttention(op) || !attentionPartsOf(op, &t.parts))
    return bridgeEmitOpError(
        op, "on ragged rows: expected f32, literal heads and sizes, a mask of "
            "rows and keys of each instance, and no past; run it "
            "with '--mode=reference'");
  Kernel kernel = kernelBegin(pack, "attention", op,
                              mlirValueGetType(mlirOperationGetOperand(op, 0)));
  readOperands(&t, &kernel, op);
  kernelMonoid(&kernel, strRefFromC("sum"), f32);
  kernelMonoid(&kernel, strRefFromC("max"), f32);
  kernel.around =
      kernelText(&kernel, "  tir.for \"h\" (%%h) in [%lld] parallel {\n",
                 (long long)t.parts.q.heads)
          .data;
  appendProgram(&t);
  MlirValue result;
  if (!kernelEnd(&kernel, &result))
    return mlirLogicalResultFailure();
  bridgeReplace(op, result);
  return mlirLogicalResultSuccess();
}
