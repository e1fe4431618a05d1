//===- Agreements.c - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Family.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Relax.h"

#include <stdio.h>

const RelaxAgreement *relaxAgreementsOf(MlirOperation op) {
  const RelaxAgreement *rows = NULL;
  for (size_t f = 0; !rows && relaxFamilies[f]; ++f)
    if (relaxFamilies[f]->agreements)
      rows = relaxFamilies[f]->agreements(op);
  return rows;
}

//===----------------------------------------------------------------------===//
// What rows say
//===----------------------------------------------------------------------===//

static RelaxTensorInfo infoOf(const RelaxAgreeing *of, intptr_t index) {
  return relaxTensorInfoOf(of->op.ptr ? mlirOperationGetOperand(of->op, index)
                                      : of->operands[index]);
}

int64_t relaxAgreementAttribute(const RelaxAgreeing *of,
                                const RelaxAgreement *row) {
  return of->op.ptr ? row->attribute(of->op) : row->given(of->args);
}

/// A dimension from the end; a vector has only its first one.
static intptr_t fromEnd(intptr_t rank, intptr_t d) {
  return d >= 0 ? d : rank + d > 0 ? rank + d : 0;
}

void relaxAgreementVisit(const RelaxAgreeing *of, const RelaxAgreement *row,
                         RelaxAgreementVisitor *visit, void *userData) {
  intptr_t first = row->first, second = row->second;
  if (row->kind == RELAX_AGREE_RULE && of->op.ptr)
    row->rule(of->op, visit, userData);
  if (row->kind == RELAX_AGREE_RULE || row->kind == RELAX_AGREE_TIMES ||
      second >= of->numOperands) // an optional operand
    return;
  intptr_t a = row->attribute ? relaxAgreementAttribute(of, row) : row->a;
  intptr_t rank = infoOf(of, second).rank;
  if (row->kind == RELAX_AGREE_AT) {
    visit(first, row->attribute ? a : fromEnd(infoOf(of, first).rank, a),
          second, fromEnd(rank, row->b), userData);
    return;
  }
  // Of what is below an attribute as far as there are dimensions: a text may
  // give any number.
  intptr_t end = row->kind == RELAX_AGREE_BELOW && a < rank ? a : rank;
  for (intptr_t d = 0; d < end; ++d)
    if (row->kind == RELAX_AGREE_WITHOUT)
      visit(first, a >= 0 && d >= a ? d + 1 : d, second, d, userData);
    else if (row->kind == RELAX_AGREE_BELOW || (d != a && a < rank))
      visit(first, d, second, d, userData);
}

//===----------------------------------------------------------------------===//
// Types show that they hold
//===----------------------------------------------------------------------===//

typedef struct Check {
  RelaxDims *dims;
  const RelaxAgreeing *of;
  const RelaxAgreement *row;
  bool outcome;
} Check;

/// `want` says how `expected` follows from the operand `from`.
static void disagree(Check *check, const char *name, intptr_t d,
                     RelaxTensorInfo got, SymExpr expected, const char *want,
                     const char *from, intptr_t of, RelaxTensorInfo other,
                     const char *hint) {
  Arena *arena = check->dims->arena;
  StrBuf extent = {0};
  symExprPrint(expected, &extent);
  check->outcome = relaxDimsError(
      check->dims,
      "%s: expected %s in dimension %ld, which is %sdimension %ld of %s, got "
      "%s beside %s; if they are equal, say so with 'relax.match_cast'%s",
      name, strBufText(&extent), (long)d, want, (long)of, from,
      relaxShapeText(arena, got), relaxShapeText(arena, other), hint);
  strBufFree(&extent);
}

static void compare(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                    void *userData) {
  Check *check = userData;
  RelaxTensorInfo x = infoOf(check->of, i), y = infoOf(check->of, k);
  if (!check->outcome || !x.ranked || !y.ranked || a < 0 || a >= x.rank ||
      b < 0 || b >= y.rank || symAttributeIsUnknown(x.dims[a]) ||
      symAttributeIsUnknown(y.dims[b]) || relaxDimEqual(x.dims[a], y.dims[b]))
    return;
  bool turned = check->row->b == -2 && y.rank > 1 &&
                relaxDimEqual(x.dims[a], y.dims[y.rank - 1]);
  disagree(check, check->row->names[1], b, y,
           relaxDimsOf(check->dims, x.dims[a]), "", check->row->names[0], a, x,
           turned ? "; the second operand fits if 'relax.permute_dims' "
                    "exchanges its last two dimensions"
                  : "");
}

/// The first operand has a multiple of the second one's extent.
static void compareTimes(Check *check) {
  const RelaxAgreement *row = check->row;
  RelaxDims *dims = check->dims;
  RelaxTensorInfo x = infoOf(check->of, row->first);
  RelaxTensorInfo y = infoOf(check->of, row->second);
  if (!x.ranked || !y.ranked || row->a >= x.rank || row->b >= y.rank)
    return;
  int64_t factor = relaxAgreementAttribute(check->of, row);
  if (factor < 1) // the operation refuses it
    return;
  SymExpr got = relaxDimsOf(dims, x.dims[row->a]);
  SymExpr want = relaxDimsMul(dims, relaxDimsConst(dims, factor),
                              relaxDimsOf(dims, y.dims[row->b]));
  if (symExprIsUnknown(got) || symExprIsUnknown(want) ||
      symExprEqual(got, want))
    return;
  char times[32] = "";
  if (factor != 1)
    snprintf(times, sizeof times, "%lld times ", (long long)factor);
  disagree(check, row->names[0], row->a, x, want, times, row->names[1], row->b,
           y, "");
}

/// Operands that are alike have one rank, or one less.
static void compareRanks(Check *check) {
  const RelaxAgreement *row = check->row;
  RelaxTensorInfo x = infoOf(check->of, row->first);
  RelaxTensorInfo y = infoOf(check->of, row->second);
  intptr_t less = row->kind == RELAX_AGREE_WITHOUT && row->a >= 0;
  if (x.ranked && y.ranked && row->a < x.rank && y.rank != x.rank - less)
    check->outcome = relaxDimsError(
        check->dims, "%s: expected rank %ld beside %s, got %s", row->names[1],
        (long)(x.rank - less), relaxShapeText(check->dims->arena, x),
        relaxShapeText(check->dims->arena, y));
}

static bool checkRows(RelaxDims *dims, const RelaxAgreeing *of) {
  Check check = {dims, of, of->rows, true};
  for (; check.row && check.row->kind && check.outcome; ++check.row) {
    if (check.row->second >= of->numOperands)
      continue;
    if (check.row->kind == RELAX_AGREE_TIMES)
      compareTimes(&check);
    if (check.row->kind == RELAX_AGREE_BUT ||
        check.row->kind == RELAX_AGREE_WITHOUT)
      compareRanks(&check);
    relaxAgreementVisit(of, check.row, compare, &check);
  }
  return check.outcome;
}

/// What `inferChecked` infers.
typedef struct Inferring {
  RelaxAgreeing of;
  RelaxInferRule rule;
} Inferring;

static bool inferChecked(RelaxDims *dims, const void *userData,
                         MlirType *results) {
  const Inferring *inferring = userData;
  return checkRows(dims, &inferring->of) &&
         inferring->rule(dims, inferring->of.args, results);
}

bool relaxInferAgreeing(MlirLocation loc, const char *opName,
                        RelaxInferRule rule, RelaxAgreeing of,
                        intptr_t numResults, MlirType *results) {
  Inferring inferring = {of, rule};
  return relaxInferTypes(loc, opName, inferChecked, &inferring, of.numOperands,
                         of.operands, numResults, results);
}

//===----------------------------------------------------------------------===//
// Rules in the place of rows
//===----------------------------------------------------------------------===//

/// The operand that the others have to be like in dimension `d`: one that has
/// the result's extent, for later operations may have relied on it; else one
/// whose extent is known.
static intptr_t concatLeader(MlirOperation op, intptr_t d) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t known = 0;
  for (intptr_t k = relaxConcatGetNumInputs(op) - 1; k >= 0; --k) {
    RelaxTensorInfo info = relaxTensorInfoOf(relaxConcatGetInputs(op, k));
    if (d >= info.rank || symAttributeIsUnknown(info.dims[d]))
      continue;
    if (d < result.rank && relaxDimEqual(result.dims[d], info.dims[d]))
      return k;
    known = k;
  }
  return known;
}

/// All operands are alike outside of the axis.
void relaxConcatAgree(MlirOperation op, RelaxAgreementVisitor *visit,
                      void *userData) {
  int64_t axis = relaxConcatGetAxis(op);
  intptr_t rank = relaxTensorInfoOf(relaxConcatGetInputs(op, 0)).rank;
  for (intptr_t d = 0; d < rank; ++d) {
    intptr_t leader = d == axis ? -1 : concatLeader(op, d);
    for (intptr_t k = 0; leader >= 0 && k < relaxConcatGetNumInputs(op); ++k)
      if (k != leader)
        visit(leader, d, k, d, userData);
  }
}

/// The shape of the updates is that of the indices but the last extent, then
/// what coordinates leave of the input's.
void relaxScatterNdAgree(MlirOperation op, RelaxAgreementVisitor *visit,
                         void *userData) {
  RelaxTensorInfo indices = relaxTensorInfoOf(relaxScatterNdGetIndices(op));
  int64_t size;
  if (!indices.ranked || indices.rank == 0 ||
      !symAttributeIsConst(indices.dims[indices.rank - 1], &size))
    return;
  for (intptr_t d = 0; d + 1 < indices.rank; ++d)
    visit(1, d, 2, d, userData);
  intptr_t rank = relaxTensorInfoOf(relaxScatterNdGetInput(op)).rank;
  for (intptr_t d = size; d < rank; ++d)
    visit(0, d, 2, indices.rank - 1 + d - size, userData);
}
