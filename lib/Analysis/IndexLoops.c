//===- IndexLoops.c - what loops say of their iterators -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "lib/Analysis/IndexFacts.h"
#include "lib/Analysis/IndexFits.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

/// Panels of more rounds are not looked for.
enum { MOST_ROUNDS = 64 };

static SymExpr symbolOfPanels(IndexFacts *facts, IndexPanels panels) {
  for (ptrdiff_t i = 0; i < arrlen(facts->panels); ++i)
    if (symExprEqual(facts->panels[i].start, panels.start) &&
        symExprEqual(facts->panels[i].outer, panels.outer))
      return facts->panels[i].symbol;
  StrBuf name = {0};
  strBufAppendFormat(&name, "%c%td", INDEX_PANEL, arrlen(facts->panels));
  StrRef copy = arenaCopyString(facts->arena, (StrRef){name.data, name.length});
  strBufFree(&name);
  panels.symbol = symExprSymbol(facts->arena, copy);
  arrput(facts->panels, panels);
  return panels.symbol;
}

/// The most that `extent ceildiv panels` can be; INT64_MAX: not known. Panels
/// are `extent ceildiv most`, perhaps written shorter.
static int64_t mostOf(IndexFacts *facts, SymExpr extent, SymExpr panels) {
  SymExpr whole;
  for (int64_t most = 1; most <= MOST_ROUNDS; ++most)
    if (symExprCeilDiv(facts->arena, extent, symExprConst(facts->arena, most),
                       &whole) == SYM_OK &&
        symExprEqual(whole, panels))
      return most;
  return INT64_MAX;
}

/// Of n = p * q + r rounds in p panels, panel o has `(n - o) ceildiv p`, which
/// is q, or q + 1 for the first r, and starts at `o * q + min(o, r)`. So it
/// ends at most at n, and if p is `n ceildiv f`, it has 1 to f rounds. That is
/// too much for the prover: products of quotients.
static void addPanels(IndexFacts *facts, SymExpr outer, SymExpr size) {
  Arena *arena = facts->arena;
  SymExpr one = symExprConst(arena, 1);
  SymExpr left, panels, extent, base, longer, start, mark, end, next;
  int64_t literal;
  if (!symExprCeilDivParts(arena, size, &left, &panels) ||
      symExprIsConst(panels, &literal) ||
      symExprAdd(arena, left, outer, &extent) != SYM_OK ||
      symExprCoefficient(arena, extent, outer) != 0 ||
      !indexSideFits(facts, extent) || !indexSideFits(facts, panels) ||
      symExprAdd(arena, outer, one, &next) != SYM_OK ||
      !indexFactsProve(facts, factAtMost(next, panels)))
    return;
  // Then there is a panel, and each has a round if `most` is known.
  int64_t most = mostOf(facts, extent, panels);
  if ((most == INT64_MAX &&
       !indexFactsProve(facts, factAtMost(next, extent))) ||
      symExprFloorDiv(arena, extent, panels, &base) != SYM_OK ||
      symExprMod(arena, extent, panels, &longer) != SYM_OK ||
      symExprMul(arena, outer, base, &start) != SYM_OK ||
      symExprMin(arena, outer, longer, &mark) != SYM_OK ||
      symExprAdd(arena, start, mark, &start) != SYM_OK ||
      symExprAdd(
          arena,
          symbolOfPanels(facts, (IndexPanels){outer, size, start, mark, start}),
          size, &end) != SYM_OK)
    return;
  indexFactsAdd(facts, factAtMost(end, extent));
  indexFactsAdd(facts, factAtMost(one, size));
  if (most != INT64_MAX)
    indexFactsAdd(facts, factAtMost(size, symExprConst(arena, most)));
}

void indexFactsAddIterator(IndexFacts *facts, MlirValue iterator, SymExpr lower,
                           SymExpr upper) {
  Arena *arena = facts->arena;
  intptr_t k = indexValueNumber(facts, iterator);
  facts->values[k].upper = (SymExpr){0}; // as if it was not added before
  if (!indexSideFits(facts, lower) || !indexSideFits(facts, upper))
    return;
  facts->values[k].lower = lower;
  facts->values[k].upper = upper;
  SymExpr symbol = symOperandExpr(arena, k), next, value = symbol;
  bool good = true;
  if (!symExprIsNonNegative(lower))
    good = symExprAdd(arena, lower, symbol, &value) == SYM_OK;
  facts->values[k].expr = value;
  indexFactsAddPanels(facts, upper);
  good &= symExprAdd(arena, value, symExprConst(arena, 1), &next) == SYM_OK;
  if (!good)
    return;
  indexFactsAdd(facts, factAtMost(lower, value));
  indexFactsAdd(facts, factAtMost(next, upper));
}

void indexFactsAddPanels(IndexFacts *facts, SymExpr size) {
  for (size_t i = 0; i < size.numSymbols; ++i)
    if (symOperandNumber(size.symbols[i]) >= 0)
      addPanels(facts, symExprSymbol(facts->arena, size.symbols[i]), size);
}
