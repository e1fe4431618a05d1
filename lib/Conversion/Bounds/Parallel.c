//===- Parallel.c - rounds that run at the same time ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What one round of a parallel loop writes no other one reads or writes: of two
// rounds, o before o', there is a dimension in which the indices of the one are
// always less than those of the other. The iterators inside of o' are others
// than those of o, with the same facts.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct Rounds {
  BoundsRun *run;
  MlirOperation loop;
  size_t from;           // accesses of the loop
  SymExpr first, second; // the iterator in both rounds
} Rounds;

/// The number of the value behind a symbol; -1: it is one of the function.
static intptr_t numberOf(StrRef name) {
  char mark = name.length > 1 ? name.data[0] : 0;
  bool isValue = mark == '%' || mark == '~' || mark == '+' || mark == '-';
  return isValue ? atol(name.data + 1) : -1;
}

/// Does it have another value in another round?
static bool isInner(const Rounds *r, StrRef name) {
  if (name.length && name.data[0] == INDEX_PANEL)
    return true;
  intptr_t k = numberOf(name);
  if (k < 0)
    return false;
  MlirValue value = r->run->facts.values[k].value;
  MlirOperation owner =
      mlirValueIsAOpResult(value)
          ? mlirOpResultGetOwner(value)
          : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return bridgeIsInside(owner, r->loop);
}

/// The expression in the second round.
static bool inSecond(const void *rounds, SymExpr expr, SymExpr *out) {
  const Rounds *r = rounds;
  Arena *arena = r->run->facts.arena;
  StrRef *names = ARENA_ARRAY(arena, StrRef, expr.numSymbols);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, expr.numSymbols);
  size_t count = 0;
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    if (!isInner(r, expr.symbols[i]))
      continue;
    StrBuf text = {0};
    strBufAppend(&text, expr.symbols[i]);
    strBufAppendC(&text, "'");
    StrRef name = arenaKeep(arena, &text);
    names[count] = expr.symbols[i];
    values[count++] = symExprSymbol(arena, name);
  }
  return symExprSubstitute(arena, expr, names, values, count, out) == SYM_OK;
}

//===----------------------------------------------------------------------===//
// Two accesses
//===----------------------------------------------------------------------===//

/// The same multiple of the iterator, and nothing else that changes.
static bool isOwnPlace(const Rounds *r, SymExpr a, SymExpr b) {
  Arena *arena = r->run->facts.arena;
  SymExpr zero = symExprConst(arena, 0), without, step;
  StrRef name;
  int64_t c;
  if (!symExprEqual(a, b) || !symExprIsSymbol(r->first, &name) ||
      symExprSubstitute(arena, a, &name, &zero, 1, &without) != SYM_OK ||
      symExprSub(arena, a, without, &step) != SYM_OK)
    return false;
  for (size_t i = 0; i < without.numSymbols; ++i)
    if (isInner(r, without.symbols[i]))
      return false;
  SymExpr one = symExprConst(arena, 1), slope, again;
  return symExprSubstitute(arena, step, &name, &one, 1, &slope) == SYM_OK &&
         symExprIsConst(slope, &c) && c != 0 &&
         symExprMul(arena, r->first, slope, &again) == SYM_OK &&
         symExprEqual(again, step);
}

/// Panels of the loop follow each other.
static void addPanels(const Rounds *r, SymFactBase *base) {
  const IndexFacts *facts = &r->run->facts;
  for (ptrdiff_t i = 0; i < arrlen(facts->panels); ++i) {
    const IndexPanels *panels = &facts->panels[i];
    SymExpr next, end;
    if (symExprEqual(panels->outer, r->first) &&
        inSecond(r, panels->symbol, &next) &&
        symExprAdd(facts->arena, panels->symbol, panels->size, &end) == SYM_OK)
      symFactBaseAdd(base, factAtMost(end, next));
  }
}

/// All that holds of `a` in round o and of `b` in a later one o', or of `b` in
/// round o and of `a` in o'.
static SymFactBase *makeBase(const Rounds *r, const BoundsAccess *a,
                             const BoundsAccess *b) {
  const IndexFacts *facts = &r->run->facts;
  SymFactBase *base =
      symFactBaseCreate(facts->everywhere, (size_t)arrlen(facts->everywhere));
  SymFact other;
  for (ptrdiff_t i = 0; i < arrlen(facts->everywhere); ++i) {
    other = facts->everywhere[i];
    if (inSecond(r, other.lhs, &other.lhs) &&
        inSecond(r, other.rhs, &other.rhs))
      symFactBaseAdd(base, other);
  }
  for (size_t i = 0; i < a->numFacts; ++i)
    symFactBaseAdd(base, a->facts[i]);
  for (size_t i = 0; i < b->numFacts; ++i) {
    other = b->facts[i];
    if (inSecond(r, other.lhs, &other.lhs) &&
        (other.kind == SYM_FACT_IN || inSecond(r, other.rhs, &other.rhs)))
      symFactBaseAdd(base, other);
  }
  SymExpr next;
  if (symExprAdd(facts->arena, r->first, symExprConst(facts->arena, 1),
                 &next) == SYM_OK)
    symFactBaseAdd(base, factAtMost(next, r->second));
  addPanels(r, base);
  boundsAddRows(r->run, r->from, inSecond, r, symExprUnknown(facts->arena),
                base);
  return base;
}

static bool sharesSymbol(SymExpr a, SymExpr b) {
  for (size_t i = 0; i < a.numSymbols; ++i)
    for (size_t k = 0; k < b.numSymbols; ++k)
      if (strRefEqual(a.symbols[i], b.symbols[k]))
        return true;
  return false;
}

/// The same of one dimension, asked with few facts, so that products are no
/// longer hard: what is said of the symbols of x, and where the later row
/// begins.
static bool beginsBehind(Rounds *r, const BoundsAccess *a, SymExpr x,
                         SymExpr y) {
  IndexFacts *facts = &r->run->facts;
  SymFactBase *base = symFactBaseCreate(NULL, 0);
  SymExpr next;
  for (size_t i = 0; i < a->numFacts; ++i)
    if (!indexFactIsSpare(facts->arena, a->facts[i]) &&
        (sharesSymbol(a->facts[i].lhs, x) || sharesSymbol(a->facts[i].rhs, x)))
      symFactBaseAdd(base, a->facts[i]);
  if (symExprAdd(facts->arena, r->first, symExprConst(facts->arena, 1),
                 &next) == SYM_OK)
    symFactBaseAdd(base, factAtMost(next, r->second));
  boundsAddRows(r->run, r->from, inSecond, r, x, base);
  bool behind = symAskLess(base, x, y) == SYM_YES;
  symFactBaseDestroy(base);
  return behind;
}

/// Which round it is stands in the index, so that this dimension is the one to
/// ask of: of others it takes long to see that they say nothing.
static bool namesRound(const Rounds *r, SymExpr index) {
  const IndexFacts *facts = &r->run->facts;
  bool found = sharesSymbol(index, r->first);
  for (ptrdiff_t i = 0; i < arrlen(facts->panels) && !found; ++i)
    found = symExprEqual(facts->panels[i].outer, r->first) &&
            sharesSymbol(index, facts->panels[i].symbol);
  return found;
}

static bool isApartIn(Rounds *r, const BoundsAccess *a, const BoundsAccess *b,
                      intptr_t d, SymExpr x, SymFactBase *base) {
  SymExpr y = indexNamePanels(&r->run->facts, b->exprs[d]);
  return (inSecond(r, y, &y) && !symExprEqual(x, y) &&
          (symAskLess(base, x, y) == SYM_YES ||
           symAskLess(base, y, x) == SYM_YES)) ||
         (arrlen(r->run->rows) && inSecond(r, b->exprs[d], &y) &&
          beginsBehind(r, a, a->exprs[d], y));
}

/// `a` in round o and `b` in a later one.
static bool areApart(Rounds *r, const BoundsAccess *a, const BoundsAccess *b) {
  SymFactBase *base = makeBase(r, a, b);
  bool apart = false;
  for (int named = 1; named >= 0; --named)
    for (intptr_t d = 0; d < a->rank && !apart; ++d) {
      SymExpr x = indexNamePanels(&r->run->facts, a->exprs[d]);
      apart = namesRound(r, x) == named && isApartIn(r, a, b, d, x, base);
    }
  symFactBaseDestroy(base);
  return apart;
}

static bool areDisjoint(Rounds *r, const BoundsAccess *a,
                        const BoundsAccess *b) {
  for (intptr_t d = 0; d < a->rank; ++d)
    if (isOwnPlace(r, a->exprs[d], b->exprs[d]))
      return true;
  return areApart(r, a, b) && (a == b || areApart(r, b, a));
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static bool isLocalTo(MlirValue buffer, MlirOperation loop) {
  return bridgeIsInside(bridgeDefiner(buffer), loop);
}

MlirValue boundsSharedBuffer(BoundsRun *run, MlirOperation loop, size_t first) {
  MlirValue none = {NULL};
  MlirValue iterator = bridgeArgument(loop, 0);
  Rounds r = {.run = run, .loop = loop, .from = first};
  r.first =
      symOperandExpr(run->facts.arena, indexValueNumber(&run->facts, iterator));
  if (!inSecond(&r, r.first, &r.second))
    return none;
  size_t end = (size_t)arrlen(run->accesses);
  for (size_t i = first; i < end; ++i) {
    const BoundsAccess *a = &run->accesses[i];
    if (a->kind == BOUNDS_READ || isLocalTo(a->buffer, loop))
      continue;
    for (size_t k = first; k < end; ++k) {
      const BoundsAccess *b = &run->accesses[k];
      bool once = b->kind == BOUNDS_READ || k >= i;
      if (once && mlirValueEqual(a->buffer, b->buffer) &&
          !areDisjoint(&r, a, b))
        return a->buffer;
    }
  }
  return none;
}
