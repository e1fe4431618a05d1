//===- Attention.c - the kernel of masks ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Whether an extent of the mask is 1 only the run may know: index
// `min(i, extent - 1)` is right for both, and a check refuses others.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <math.h>

enum { RANK = 4 };

typedef struct Mask {
  TirBuilder *b;
  MlirOperation op;
  intptr_t mask, lengths; // buffers, or -1
  MlirValue forbidden;    // i1; null: nothing is yet
} Mask;

static MlirValue integer(Mask *m, int64_t value) {
  return tirBuildInteger(m->b, mlirIntegerTypeGet(m->b->context, 64), value);
}

static void forbid(Mask *m, TirCompare predicate, MlirValue a, MlirValue b) {
  MlirValue is = tirBuildCompare(m->b, predicate, a, b);
  m->forbidden = m->forbidden.ptr
                     ? tirBuildArith2(m->b, "arith.ori", m->forbidden, is)
                     : is;
}

/// Key j - (query i + offset), and the end of the keys.
static void forbidPlaces(Mask *m) {
  TirBuilder *b = m->b;
  RelaxDims *dims = &b->dims;
  MlirAttribute left = relaxAttentionMaskGetLeft(m->op);
  MlirAttribute right = relaxAttentionMaskGetRight(m->op);
  bool causal = relaxAttentionMaskGetCausal(m->op);
  SymExpr ahead = relaxDimsSub(dims, tirIterator(b, 3), tirIterator(b, 2));
  MlirValue distance = {NULL};
  if (m->lengths >= 0) {
    SymExpr sample = tirIterator(b, 0);
    MlirValue length = tirBuildLoad(b, m->lengths, &sample, (MlirValue){NULL});
    forbid(m, TIR_CMPI_SGE, tirBuildNumber(m->b, tirIterator(b, 3)), length);
    distance = tirBuildArith2(
        b, "arith.subi",
        tirBuildNumber(m->b, relaxDimsAdd(dims, ahead, tirBufferDim(b, 0, 2))),
        length);
  } else if (causal || left.ptr || right.ptr) {
    SymExpr offset = relaxDimsOf(dims, relaxAttentionMaskGetOffset(m->op));
    distance = tirBuildNumber(m->b, relaxDimsSub(dims, ahead, offset));
  }
  if (causal)
    forbid(m, TIR_CMPI_SGT, distance, integer(m, 0));
  if (left.ptr)
    forbid(m, TIR_CMPI_SLT, distance,
           integer(m, -mlirIntegerAttrGetValueInt(left)));
  if (right.ptr)
    forbid(m, TIR_CMPI_SGT, distance,
           integer(m, mlirIntegerAttrGetValueInt(right)));
}

/// The mask's element for the score; behind its end one that forbids.
static MlirValue loadMask(Mask *m) {
  TirBuilder *b = m->b;
  RelaxDims *dims = &b->dims;
  MlirType element = tirBufferElement(b, m->mask);
  const MlirAttribute *own;
  intptr_t rank = tirBufferDims(b, m->mask, &own);
  SymExpr at[RANK], one = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < rank; ++i) {
    SymExpr mine = relaxDimsOf(dims, own[i]);
    at[i] = tirIterator(b, RANK - rank + i);
    if (i + 1 < rank &&
        !symExprEqual(mine, tirBufferDim(b, 0, RANK - rank + i)))
      at[i] = relaxDimsMin(dims, at[i], relaxDimsSub(dims, mine, one));
  }
  bool shorter = !symExprEqual(tirBufferDim(b, m->mask, rank - 1),
                               tirBufferDim(b, 0, RANK - 1));
  MlirValue pad = {NULL};
  if (shorter)
    pad = tirBuildConstant(b, element,
                           tirKindOf(element) == TIR_FLOAT ? -INFINITY : 0.0);
  return tirBuildLoad(b, m->mask, at, pad);
}

/// Whether only the run knows that dimension `i` of the mask fits.
static bool isUnsure(Mask *m, intptr_t rank, const MlirAttribute *own,
                     intptr_t i) {
  SymExpr mine = relaxDimsOf(&m->b->dims, own[i]);
  int64_t literal;
  return !symExprEqual(mine, tirBufferDim(m->b, 0, RANK - rank + i)) &&
         !(symExprIsConst(mine, &literal) && literal == 1);
}

/// Extents that are neither 1 nor the score's, a mask that is too long.
static void buildCheck(Mask *m) {
  TirBuilder *b = m->b;
  const MlirAttribute *own;
  intptr_t rank = m->mask < 0 ? 0 : tirBufferDims(b, m->mask, &own), i = 0;
  while (i < rank && !isUnsure(m, rank, own, i))
    ++i;
  if (i == rank)
    return;
  tirBuildCompute(b, "check", 0, NULL);
  for (; i < rank; ++i) {
    if (!isUnsure(m, rank, own, i))
      continue;
    MlirValue x = tirBuildNumber(m->b, relaxDimsOf(&b->dims, own[i]));
    MlirValue y = tirBuildNumber(m->b, tirBufferDim(b, 0, RANK - rank + i));
    MlirValue bad =
        tirBuildCompare(b, i + 1 < rank ? TIR_CMPI_NE : TIR_CMPI_SGT, x, y);
    if (i + 1 < rank)
      bad = tirBuildArith2(b, "arith.andi", bad,
                           tirBuildCompare(b, TIR_CMPI_NE, x, integer(m, 1)));
    tirBuildFailIf(b, bad, "shapes do not fit");
  }
  tirEndCompute(b);
}

MlirLogicalResult relaxBuildAttentionMask(TirBuilder *b, MlirOperation op) {
  Mask m = {b, op, -1, -1, {NULL}};
  intptr_t next = 1;
  if (relaxAttentionMaskGetMask(op).ptr)
    m.mask = next++;
  if (relaxAttentionMaskGetLengths(op).ptr)
    m.lengths = next++;
  MlirType element = tirBufferElement(b, 0);
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  buildCheck(&m);
  tirBuildComputeOver(b, "attention_mask", b->numBuffers - 1);
  SymExpr at[RANK];
  for (intptr_t i = 0; i < RANK; ++i)
    at[i] = tirIterator(b, i);
  MlirValue x = tirWiden(b, tirBuildLoad(b, 0, at, (MlirValue){NULL}));
  MlirValue least =
      tirNamed(b, "least", tirBuildConstant(b, mlirValueGetType(x), -INFINITY));
  forbidPlaces(&m);
  if (m.mask >= 0 && tirKindOf(tirBufferElement(b, m.mask)) == TIR_BOOL) {
    MlirValue allowed = loadMask(&m);
    forbid(&m, TIR_CMPI_EQ, allowed,
           tirBuildInteger(b, mlirIntegerTypeGet(b->context, 1), 0));
  } else if (m.mask >= 0) {
    MlirValue bias = tirWiden(b, loadMask(&m));
    forbid(&m, TIR_CMPF_OEQ, bias, least);
    x = tirBuildArith2(b, "arith.addf", x, bias);
  }
  if (m.forbidden.ptr)
    x = tirBuildSelect(b, m.forbidden, least, x);
  return tirEndWith(b, tirNarrow(b, x, element));
}
