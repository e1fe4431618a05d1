//===- LayoutDigits.c - a packed layout as digits -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// One expression
//===----------------------------------------------------------------------===//

/// Reads the literal divisor at `*at`.
static bool readLiteral(const int64_t **at, int64_t *value) {
  const int64_t *code = *at;
  *at += 3;
  *value = code[1];
  return code[0] == 1 && code[2] == 0;
}

/// Reads a sum of one symbol, or of one digit of it, with coefficient 1.
/// `digit->dim` is the symbol's number.
static bool readDigit(const int64_t **at, LayoutDigit *digit) {
  const int64_t *code = *at;
  if (code[0] != 1 || code[1] != 1 || code[2] != 1)
    return false;
  int64_t kind = code[3], literal;
  *at += 4;
  if (kind == SYM_ATOM_SYMBOL) {
    *digit = (LayoutDigit){.dim = *(*at)++, .scale = 1};
    return true;
  }
  if ((kind != SYM_ATOM_FLOORDIV && kind != SYM_ATOM_MOD) ||
      !readDigit(at, digit) || !readLiteral(at, &literal))
    return false;
  if (kind == SYM_ATOM_MOD) {
    bool open = digit->base == 0;
    digit->base = literal;
    return open;
  }
  bool divides = digit->base % literal == 0;
  digit->base /= literal;
  return divides &&
         !__builtin_mul_overflow(digit->scale, literal, &digit->scale);
}

/// The dimension that `name` says: that of an iterator, or d0, d1, ...
static MlirLogicalResult findDim(Scheduler *s, MlirValue buffer, StrRef name,
                                 intptr_t rank, intptr_t *dim) {
  StrRef bufferName = scheduleBufferName(buffer);
  const StrRef *names = scheduleDimNames(s, buffer);
  StrBuf known = {0};
  *dim = -1;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t d = 0; d < rank; ++d) {
    strBufAppendFormat(&known, d ? ", %.*s" : "%.*s", SPREAD(names[d]));
    if (!strRefEqual(names[d], name))
      continue;
    if (*dim >= 0)
      outcome =
          scheduleError(s, "'%.*s' names dimensions %ld and %ld of '%.*s'",
                        SPREAD(name), (long)*dim, (long)d, SPREAD(bufferName));
    *dim = d;
  }
  if (*dim < 0)
    outcome = scheduleError(
        s, "'%.*s' names no dimension of '%.*s': expected one of '%s'",
        SPREAD(name), SPREAD(bufferName), strBufText(&known));
  strBufFree(&known);
  return outcome;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// The digit of a dimension with a scale; NULL if there is none.
static const LayoutDigit *digitAt(const ScheduleLayout *layout, intptr_t dim,
                                  int64_t scale) {
  for (intptr_t p = 0; p < layout->packedRank; ++p)
    if (layout->digits[p].dim == dim && layout->digits[p].scale == scale &&
        layout->digits[p].base != 1)
      return &layout->digits[p];
  return NULL;
}

/// From the lowest digit to the highest there is no gap, and no other digit.
static bool coversDim(const ScheduleLayout *layout, intptr_t dim,
                      bool isOneElement) {
  intptr_t own = 0, used = 0;
  for (intptr_t p = 0; p < layout->packedRank; ++p)
    own += layout->digits[p].dim == dim;
  int64_t scale = 1;
  const LayoutDigit *digit = digitAt(layout, dim, scale);
  for (; digit; digit = digitAt(layout, dim, scale)) {
    ++used;
    if (digit->base == 0 || __builtin_mul_overflow(scale, digit->base, &scale))
      break;
  }
  return own == 0 ? isOneElement : digit && digit->base == 0 && used == own;
}

static MlirLogicalResult checkCoverage(Scheduler *s, MlirValue buffer,
                                       const ScheduleLayout *layout) {
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  const StrRef *names = scheduleDimNames(s, buffer);
  StrRef name = scheduleBufferName(buffer);
  for (intptr_t d = 0; d < layout->rank; ++d) {
    int64_t extent;
    bool isOne = symAttributeIsConst(dims[d], &extent) && extent == 1;
    if (!coversDim(layout, d, isOne))
      return scheduleError(
          s,
          "elements along '%.*s' (dimension %ld of '%.*s') have no place of "
          "their own: expected '%.*s', or all of its digits, such as '%.*s "
          "floordiv 32' and '%.*s mod 32'",
          SPREAD(names[d]), (long)d, SPREAD(name), SPREAD(names[d]),
          SPREAD(names[d]), SPREAD(names[d]));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult layoutRead(Scheduler *s, MlirValue buffer,
                             ScheduleLayout *layout) {
  MlirAttribute exprs = tirLayoutGetExprs(s->primitive);
  const MlirAttribute *dims;
  *layout = (ScheduleLayout){
      .argument = mlirBlockArgumentGetArgNumber(buffer),
      .rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims),
      .packedRank = mlirArrayAttrGetNumElements(exprs)};
  layout->digits = ARENA_ARRAY(s->arena, LayoutDigit, layout->packedRank);
  for (intptr_t p = 0; p < layout->packedRank; ++p) {
    SymExpr expr = scheduleExprOf(s, mlirArrayAttrGetElement(exprs, p));
    const int64_t *at = expr.code;
    LayoutDigit *digit = &layout->digits[p];
    if (expr.numSymbols != 1 || !readDigit(&at, digit))
      return scheduleError(s,
                           "'%s' is no digit of a dimension: expected one such "
                           "as 'j', 'j floordiv 32' or 'j mod 32'",
                           scheduleText(s, expr));
    if (mlirLogicalResultIsFailure(
            findDim(s, buffer, expr.symbols[0], layout->rank, &digit->dim)))
      return mlirLogicalResultFailure();
  }
  return checkCoverage(s, buffer, layout);
}

//===----------------------------------------------------------------------===//
// Types and indices
//===----------------------------------------------------------------------===//

MlirType layoutType(Scheduler *s, const ScheduleLayout *layout, MlirType type) {
  const MlirAttribute *dims;
  tirBufferTypeGetDims(type, &dims);
  bool good = true;
  MlirAttribute *packed =
      ARENA_ARRAY(s->arena, MlirAttribute, layout->packedRank);
  for (intptr_t p = 0; p < layout->packedRank; ++p) {
    const LayoutDigit *digit = &layout->digits[p];
    SymExpr extent =
        digit->base ? scheduleConst(s, digit->base)
                    : scheduleCombine(s, symExprCeilDiv,
                                      scheduleExprOf(s, dims[digit->dim]),
                                      scheduleConst(s, digit->scale), &good);
    packed[p] = symExprToAttribute(s->context, extent);
  }
  return good ? tirBufferTypeGet(s->context, layout->packedRank, packed,
                                 tirBufferTypeGetElementType(type))
              : (MlirType){NULL};
}

bool layoutPack(Scheduler *s, const ScheduleLayout *layout, MlirOperation op,
                const SymExpr *exprs, SymExpr *packed) {
  bool good = true;
  for (intptr_t p = 0; p < layout->packedRank; ++p) {
    const LayoutDigit *digit = &layout->digits[p];
    packed[p] = exprs[digit->dim];
    if (digit->scale > 1)
      packed[p] = scheduleCombine(s, symExprFloorDiv, packed[p],
                                  scheduleConst(s, digit->scale), &good);
    if (digit->base)
      packed[p] = scheduleCombine(s, symExprMod, packed[p],
                                  scheduleConst(s, digit->base), &good);
    if (op.ptr)
      packed[p] = scheduleSimplify(s, op, packed[p]);
  }
  return good;
}

bool layoutUnpack(Scheduler *s, const ScheduleLayout *layout,
                  const SymExpr *packed, SymExpr *exprs) {
  bool good = true;
  for (intptr_t d = 0; d < layout->rank; ++d)
    exprs[d] = scheduleConst(s, 0);
  for (intptr_t p = 0; p < layout->packedRank; ++p) {
    const LayoutDigit *digit = &layout->digits[p];
    SymExpr part = scheduleCombine(s, symExprMul, packed[p],
                                   scheduleConst(s, digit->scale), &good);
    exprs[digit->dim] =
        scheduleCombine(s, symExprAdd, exprs[digit->dim], part, &good);
  }
  return good;
}
