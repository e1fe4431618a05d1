//===- Insert.c - checks of what is not proved ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A check leaves a loop by the round in which it is hardest to satisfy: the
// first or the last, if the expression is linear in the iterator. A loop that
// may have no round is asked first: `last < first or ...`.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

/// A loop that the check left: it has a round if `lower < upper`.
typedef struct Rounds {
  SymExpr lower, upper;
} Rounds;

typedef struct Place {
  IndexFacts *facts;
  MlirOperation before;
  SymExpr small, large;
  SymExpr *slopes; // stb_ds: that have to be at least 0
  Rounds *rounds;  // stb_ds
} Place;

/// Is the value an iterator of `op`, or made in it?
static bool isOf(MlirValue value, MlirOperation op) {
  if (mlirValueIsAOpResult(value))
    return bridgeIsInside(mlirOpResultGetOwner(value), op);
  return bridgeIsInside(
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)), op);
}

static bool dependsOn(const IndexFacts *facts, SymExpr expr, MlirOperation op) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t k = symOperandNumber(expr.symbols[i]);
    if (k >= 0 && isOf(facts->values[k].value, op))
      return true;
  }
  return false;
}

/// `expr` in the round where it is largest (or smallest), if it is `slope *
/// name` and what does not depend on it. A slope that is no number is taken to
/// be none below 0, which then is checked as well.
static bool atExtreme(Place *p, SymExpr *expr, StrRef name, SymExpr first,
                      SymExpr last, bool largest) {
  Arena *arena = p->facts->arena;
  SymExpr zero = symExprConst(arena, 0), one = symExprConst(arena, 1);
  SymExpr without, with, slope, product, again;
  int64_t c = 1;
  if (!symExprMentions(*expr, name))
    return true;
  if (symExprSubstitute(arena, *expr, &name, &zero, 1, &without) != SYM_OK ||
      symExprSubstitute(arena, *expr, &name, &one, 1, &with) != SYM_OK ||
      symExprSub(arena, with, without, &slope) != SYM_OK ||
      symExprMul(arena, symExprSymbol(arena, name), slope, &product) !=
          SYM_OK ||
      symExprAdd(arena, without, product, &again) != SYM_OK ||
      !symExprEqual(again, *expr))
    return false;
  if (!symExprIsConst(slope, &c))
    arrput(p->slopes, slope);
  SymExpr at = (c > 0) == largest ? last : first;
  return symExprMul(arena, at, slope, &product) == SYM_OK &&
         symExprAdd(arena, without, product, expr) == SYM_OK;
}

static bool hasDivisor(const Place *p, SymExpr expr) {
  SymExpr *divisors;
  return symExprDivisors(p->facts->arena, expr, &divisors) != 0;
}

/// Leaves one iterator; `always`: what is asked for is asked for without any
/// round, too.
static bool leaveIterator(Place *p, MlirOperation loop, intptr_t i,
                          MlirAttribute lower, MlirAttribute upper,
                          bool always) {
  Arena *arena = p->facts->arena;
  MlirValue iterator = bridgeArgument(loop, i);
  StrRef name = symOperandName(arena, indexValueNumber(p->facts, iterator));
  Rounds rounds;
  SymExpr last;
  if (!indexOperandExpr(p->facts, loop, lower, &rounds.lower) ||
      !indexOperandExpr(p->facts, loop, upper, &rounds.upper) ||
      symExprSub(arena, rounds.upper, symExprConst(arena, 1), &last) !=
          SYM_OK ||
      !atExtreme(p, &p->small, name, rounds.lower, last, true) ||
      !atExtreme(p, &p->large, name, rounds.lower, last, false))
    return false;
  for (ptrdiff_t r = 0; r < arrlen(p->rounds); ++r)
    if (symExprMentions(p->rounds[r].lower, name) ||
        symExprMentions(p->rounds[r].upper, name))
      return false;
  for (ptrdiff_t i = 0; i < arrlen(p->slopes); ++i)
    if (symExprMentions(p->slopes[i], name))
      return false;
  int64_t low, high;
  bool runs = symExprIsConst(rounds.lower, &low) &&
              symExprIsConst(rounds.upper, &high) && low < high;
  if (always || runs)
    return true;
  // Without a round a divisor may be 0.
  bool divides = hasDivisor(p, p->small) || hasDivisor(p, p->large);
  for (ptrdiff_t r = 0; r < arrlen(p->rounds); ++r)
    divides |=
        hasDivisor(p, p->rounds[r].lower) || hasDivisor(p, p->rounds[r].upper);
  arrput(p->rounds, rounds);
  return !divides;
}

/// Moves the check in front of `op`, which is around it; false if it has to
/// stay inside.
static bool leave(Place *p, const BoundsDemand *demand, MlirOperation op) {
  bool loop = tirIsFor(op);
  if (!loop && !tirIsCompute(op) && !tirIsSpecialize(op))
    return false;
  Place was = *p;
  ptrdiff_t known = arrlen(p->rounds), slopes = arrlen(p->slopes);
  MlirAttribute lower = loop               ? tirForGetLower(op)
                        : tirIsCompute(op) ? tirComputeGetLower(op)
                                           : mlirAttributeGetNull();
  MlirAttribute upper = loop               ? tirForGetUpper(op)
                        : tirIsCompute(op) ? tirComputeGetUpper(op)
                                           : mlirAttributeGetNull();
  intptr_t count = bridgeNumArguments(op);
  bool initialised = mlirOperationEqual(demand->initialisedBy, op);
  bool good = true;
  for (intptr_t i = 0; i < count && good; ++i)
    good = leaveIterator(p, op, i, mlirArrayAttrGetElement(lower, i),
                         mlirArrayAttrGetElement(upper, i),
                         initialised && tirComputeIsKind(op, i, "reduce"));
  good = good && !dependsOn(p->facts, p->small, op) &&
         !dependsOn(p->facts, p->large, op);
  for (ptrdiff_t r = 0; r < arrlen(p->rounds); ++r)
    good = good && !dependsOn(p->facts, p->rounds[r].lower, op) &&
           !dependsOn(p->facts, p->rounds[r].upper, op);
  for (ptrdiff_t i = 0; i < arrlen(p->slopes); ++i)
    good = good && !dependsOn(p->facts, p->slopes[i], op);
  if (good) {
    p->before = op;
    return true;
  }
  p->small = was.small;
  p->large = was.large;
  arrsetlen(p->rounds, known);
  arrsetlen(p->slopes, slopes);
  return false;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The value of an expression over numbers of values; null if it is too large.
static MlirValue buildValueOf(Place *p, OpBuilder *b, SymExpr expr) {
  Arena *arena = p->facts->arena;
  ptrdiff_t count = arrlen(p->facts->values);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, count);
  for (ptrdiff_t k = 0; k < count; ++k)
    values[k] = p->facts->values[k].value;
  TirIndices indices;
  if (tirIndicesOf(arena, &expr, 1, values, &indices) != SYM_OK)
    return (MlirValue){NULL};
  MlirContext context = opBuilderContext(b);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr = symExprToAttribute(context, indices.exprs[0]),
                        .resultType = mlirIndexTypeGet(context)};
  return mlirOperationGetResult(
      opBuilderInsert(b, tirExtentCreate(b->location, &args)), 0);
}

static bool isSumOfValues(const IndexFacts *facts, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t k = symOperandNumber(expr.symbols[i]);
    if (k >= 0 && !mlirTypeIsAIndex(mlirValueGetType(facts->values[k].value)))
      return false;
  }
  return true;
}

/// Of an argument of the program: a check says which, and the axis.
static void nameArgument(TirCheckArgs *args, const BoundsDemand *demand) {
  MlirValue buffer = demand->buffer;
  if (!buffer.ptr || !mlirValueIsABlockArgument(buffer))
    return;
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(demand->op), 64);
  args->argument =
      mlirIntegerAttrGet(i64, mlirBlockArgumentGetArgNumber(buffer));
  args->axis = mlirIntegerAttrGet(i64, demand->dim);
}

/// Data of the expression are far from 64 bits, or the check fails: sums of
/// them are right then.
static MlirValue buildNarrow(Place *p, OpBuilder *b, SymExpr expr,
                             MlirValue good) {
  SymExpr whole;
  if (indexFollow(p->facts, expr, &whole) &&
      indexFits(p->facts, whole, INDEX_WIDE))
    return good;
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t k = symOperandNumber(expr.symbols[i]);
    SymExpr followed;
    if (k < 0 ||
        !indexFollow(p->facts, symOperandExpr(p->facts->arena, k), &followed) ||
        !indexIsWide(p->facts, followed))
      continue;
    MlirValue value = p->facts->values[k].value;
    MlirValue most = buildIndex(b, (int64_t)INDEX_MOST);
    MlirValue least = buildIndex(b, -(int64_t)INDEX_MOST);
    good = buildBinary(b, "arith.andi", good,
                       buildCompare(b, CMPI_SGE, most, value));
    good = buildBinary(b, "arith.andi", good,
                       buildCompare(b, CMPI_SGE, value, least));
  }
  return good;
}

static bool emit(Place *p, const BoundsDemand *demand) {
  MlirLocation location = mlirOperationGetLocation(demand->op);
  OpBuilder b = opBuilderBefore(p->before);
  if (mlirLocationIsAName(location)) // of what the access loads
    location = mlirLocationNameGetChildLoc(location);
  b.location = location;
  MlirValue small = buildValueOf(p, &b, p->small);
  MlirValue large = buildValueOf(p, &b, p->large);
  if (!small.ptr || !large.ptr)
    return false;
  MlirValue good = buildCompare(&b, CMPI_SGE, large, small);
  if (!demand->wraps) {
    good = buildNarrow(p, &b, p->small, good);
    good = buildNarrow(p, &b, p->large, good);
  }
  for (ptrdiff_t i = 0; i < arrlen(p->slopes); ++i) {
    MlirValue slope = buildValueOf(p, &b, p->slopes[i]);
    if (!slope.ptr)
      return false;
    MlirValue rises = buildCompare(&b, CMPI_SGE, slope, buildIndex(&b, 0));
    good = buildBinary(&b, "arith.andi", good, rises);
  }
  for (ptrdiff_t r = 0; r < arrlen(p->rounds); ++r) {
    MlirValue lower = buildValueOf(p, &b, p->rounds[r].lower);
    MlirValue upper = buildValueOf(p, &b, p->rounds[r].upper);
    if (!lower.ptr || !upper.ptr)
      return false;
    MlirValue none = buildCompare(&b, CMPI_SGE, lower, upper);
    good = buildBinary(&b, "arith.ori", none, good);
  }
  TirCheckArgs args = {
      .condition = good, .stops = true, .reason = strRefFromC(demand->reason)};
  nameArgument(&args, demand);
  location = bridgeNamedLocation(demand->text, location);
  opBuilderInsert(&b, tirCheckCreate(location, &args));
  return true;
}

bool boundsInsertCheck(IndexFacts *facts, const BoundsDemand *demand) {
  Place p = {.facts = facts,
             .before = demand->op,
             .small = demand->small,
             .large = demand->large};
  MlirOperation around = mlirOperationGetParentOperation(demand->op);
  while (around.ptr && !demand->wraps && !bridgeIsFunction(around) &&
         leave(&p, demand, around))
    around = mlirOperationGetParentOperation(around);
  bool good = isSumOfValues(facts, p.small) && isSumOfValues(facts, p.large) &&
              emit(&p, demand);
  arrfree(p.rounds);
  arrfree(p.slopes);
  return good;
}
