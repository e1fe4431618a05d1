//===- Demand.c - what has to hold for an access --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

static void printEnd(int64_t value, StrBuf *out) {
  if (value == INT64_MIN || value == INT64_MAX)
    strBufAppendC(out, "?");
  else
    strBufAppendFormat(out, "%lld", (long long)value);
}

StrRef boundsNameOf(MlirValue buffer) {
  if (mlirValueIsAOpResult(buffer) && tirIsAlloc(mlirOpResultGetOwner(buffer)))
    return strRefFromMlir(
        mlirStringAttrGetValue(tirAllocGetName(mlirOpResultGetOwner(buffer))));
  return bridgeLocationName(mlirValueGetLocation(buffer));
}

/// "index 1 of 'X': expected at most 'n - 1', got '%i + 1' (1 to ?)"
static void printDemand(BoundsRun *run, const BoundsDemand *demand, bool high,
                        StrBuf *out) {
  SymExpr asked = high ? demand->small : demand->large;
  SymExpr bound = high ? demand->large : demand->small;
  SymExpr followed = asked;
  int64_t least, most;
  (void)indexFollow(&run->facts, asked, &followed);
  indexFactsRange(&run->facts, followed, &least, &most);
  if (demand->what)
    strBufAppendC(out, demand->what);
  else
    strBufAppendFormat(out, "index %ld of '%.*s'", (long)demand->dim,
                       (int)boundsNameOf(demand->buffer).length,
                       boundsNameOf(demand->buffer).data);
  strBufAppendFormat(out, ": expected at %s '", high ? "most" : "least");
  indexPrint(&run->facts, bound, out);
  strBufAppendC(out, "', got '");
  indexPrint(&run->facts, asked, out);
  strBufAppendC(out, "' (");
  printEnd(least, out);
  strBufAppendC(out, " to ");
  printEnd(most, out);
  strBufAppendC(out, ")");
}

/// Notes what is not proved; from then on it holds, for there is a check.
bool boundsDemand(BoundsRun *run, BoundsDemand asked, bool high) {
  SymExpr small, large;
  bool followed = indexFollow(&run->facts, asked.small, &small) &&
                  indexFollow(&run->facts, asked.large, &large);
  if (followed && indexFactsProve(&run->facts, factAtMost(small, large)))
    return true;
  StrBuf text = {0};
  printDemand(run, &asked, high, &text);
  if (run->mode == BOUNDS_REQUIRE)
    run->outcome = bridgeEmitOpError(asked.op, "%s", strBufText(&text));
  else if (run->mode == BOUNDS_REPORT)
    bridgeEmitRemark(mlirOperationGetLocation(asked.op), "checked: %s",
                     strBufText(&text));
  asked.text =
      arenaCopyString(run->facts.arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  if (followed)
    indexFactsAdd(&run->facts, factAtMost(small, large));
  arrput(run->unproved, asked);
  return false;
}

/// Divisors in an expression of `op`.
void boundsDemandDivisors(BoundsRun *run, MlirOperation op, SymExpr expr) {
  SymExpr *divisors;
  size_t count = symExprDivisors(run->facts.arena, expr, &divisors);
  for (size_t i = 0; i < count; ++i) {
    BoundsDemand asked = {.op = op,
                          .small = symExprConst(run->facts.arena, 1),
                          .large = divisors[i],
                          .reason = "division by zero",
                          .what = "divisor"};
    boundsDemand(run, asked, false);
  }
}

/// The indices of one access to one buffer.
bool boundsDemandAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                        MlirAttribute exprs, MlirOperation initialisedBy) {
  const MlirAttribute *dims;
  Arena *arena = run->facts.arena;
  SymExpr zero = symExprConst(arena, 0), index, last;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  bool proved = true;
  for (intptr_t d = 0; d < rank; ++d) {
    BoundsDemand asked = {.op = op,
                          .initialisedBy = initialisedBy,
                          .reason = "index out of bounds",
                          .buffer = buffer,
                          .dim = d};
    if (!indexOperandExpr(&run->facts, op, mlirArrayAttrGetElement(exprs, d),
                          &index) ||
        symExprSub(arena, symExprOf(arena, dims[d]), symExprConst(arena, 1),
                   &last) != SYM_OK) {
      run->outcome = bridgeEmitOpError(op, "index %ld: %s", (long)d,
                                       symStatusText(SYM_TOO_LARGE));
      return false;
    }
    boundsDemandDivisors(run, op, index);
    asked.small = zero;
    asked.large = index;
    proved &= boundsDemand(run, asked, false);
    asked.small = index;
    asked.large = last;
    proved &= boundsDemand(run, asked, true);
  }
  return proved;
}
