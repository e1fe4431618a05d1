//===- WitnessSetUp.c - order, constants and definitions of a search ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Witness.h"

static size_t placeOf(const Search *search, StrRef name) {
  size_t place = 0;
  while (place < search->numNames && !strRefEqual(search->names[place], name))
    ++place;
  return place;
}

static void addNames(Search *search, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (placeOf(search, expr.symbols[i]) == search->numNames)
      search->names[search->numNames++] = expr.symbols[i];
}

/// What may define a symbol comes before it.
static void addNamesOf(Search *search, SymFact fact) {
  StrRef name;
  bool defined = fact.kind == SYM_FACT_EQ && symExprIsSymbol(fact.lhs, &name);
  if (!defined)
    addNames(search, fact.lhs);
  if (fact.kind != SYM_FACT_IN)
    addNames(search, fact.rhs);
  if (defined)
    addNames(search, fact.lhs);
}

static bool sharesName(const Search *search, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (placeOf(search, expr.symbols[i]) < search->numNames)
      return true;
  return false;
}

static Side makeSide(Search *search, SymExpr expr) {
  Side side = {expr, ARENA_ARRAY(search->prover->builder.arena, size_t,
                                 expr.numSymbols)};
  for (size_t i = 0; i < expr.numSymbols; ++i)
    side.places[i] = placeOf(search, expr.symbols[i]);
  return side;
}

static size_t readyAt(const Side *side) {
  size_t ready = 0;
  for (size_t i = 0; i < side->expr.numSymbols; ++i)
    ready = side->places[i] + 1 > ready ? side->places[i] + 1 : ready;
  return ready;
}

static Check makeCheck(Search *search, SymFact fact) {
  Check check = {.fact = fact, .lhs = makeSide(search, fact.lhs)};
  check.readyAt = readyAt(&check.lhs);
  if (fact.kind != SYM_FACT_IN) {
    check.rhs = makeSide(search, fact.rhs);
    size_t other = readyAt(&check.rhs);
    check.readyAt = other > check.readyAt ? other : check.readyAt;
  }
  return check;
}

static void addConstant(Search *search, int64_t value) {
  if (value < 0)
    value = value == INT64_MIN ? INT64_MAX : -value;
  for (int64_t near = value == 0 ? 0 : value - 1; near - value <= 1; ++near) {
    bool known = search->numConstants == MAX_CONSTANTS;
    for (size_t i = 0; i < search->numConstants && !known; ++i)
      known = search->constants[i] == near;
    if (!known)
      search->constants[search->numConstants++] = near;
    if (near == INT64_MAX)
      return;
  }
}

static void addPeriod(Search *search, int64_t divisor) {
  int64_t a = search->period, b = divisor;
  while (b != 0) {
    int64_t remainder = a % b;
    a = b;
    b = remainder;
  }
  if (divisor / a <= MAX_PERIOD / search->period)
    search->period *= divisor / a;
}

static void visitDivisor(void *state, const Atom *atom) {
  int64_t divisor;
  if ((atom->kind == SYM_ATOM_MOD || atom->kind == SYM_ATOM_FLOORDIV ||
       atom->kind == SYM_ATOM_CEILDIV) &&
      symPolyIsConst(atom->rhs, &divisor))
    addPeriod(state, divisor);
}

/// The constant of a sum is where comparisons turn; divisors set the period.
static void learn(Search *search, SymExpr expr) {
  const Poly *poly = symDecode(&search->prover->builder, expr);
  addConstant(search, symPolyConstTerm(poly));
  proverVisitAtoms(poly, visitDivisor, search);
}

static void learnFact(Search *search, SymFact fact) {
  learn(search, fact.lhs);
  if (fact.kind != SYM_FACT_IN)
    learn(search, fact.rhs);
  for (size_t i = 0; fact.kind == SYM_FACT_IN && i < fact.numValues; ++i)
    addConstant(search, fact.values[i]);
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

/// A symbol that `fact` defines by symbols before it in the search (`place` is
/// the last symbol of the fact). False if it does not.
static bool definedBy(Search *search, SymFact fact, size_t place,
                      SymExpr *value) {
  if (fact.kind != SYM_FACT_EQ)
    return false;
  Prover *prover = search->prover;
  SymBuilder *builder = &prover->builder;
  const Poly *difference =
      proverTake(prover, symPolySub(builder, symDecode(builder, fact.lhs),
                                    symDecode(builder, fact.rhs)));
  if (!difference)
    return false;
  for (size_t i = 0; i < difference->numTerms; ++i) {
    const Term *term = &difference->terms[i];
    if (term->numFactors != 1 || term->factors[0]->kind != SYM_ATOM_SYMBOL ||
        (term->coefficient != 1 && term->coefficient != -1) ||
        placeOf(search, term->factors[0]->name) != place)
      continue;
    const Poly *self = symPolyOfAtom(builder, term->factors[0]);
    const Poly *others = symPolySub(
        builder, difference, symPolyScale(builder, self, term->coefficient));
    others = symPolyScale(builder, others, -term->coefficient);
    bool good = others && !proverMentions(others, term->factors[0]) &&
                symEncode(builder, others, value) == SYM_OK;
    builder->status = SYM_OK;
    if (good)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The whole search
//===----------------------------------------------------------------------===//

static bool usable(SymFact fact) {
  return !fact.likely && !symExprIsUnknown(fact.lhs) &&
         (fact.kind == SYM_FACT_IN || !symExprIsUnknown(fact.rhs));
}

/// Question first, then what is tied to it, then the rest, which must only be
/// satisfiable.
static void orderNames(Search *search, const WitnessQuery *query) {
  const SymFact *facts = query->facts;
  size_t numFacts = query->numFacts;
  if (query->refuted)
    addNamesOf(search, *query->refuted);
  for (int rest = 0; rest < 2; ++rest)
    for (size_t before = search->numNames + 1;
         before != search->numNames && search->numNames <= MAX_NAMES;) {
      before = search->numNames;
      for (size_t i = 0; i < numFacts; ++i) {
        SymFact fact = facts[i];
        bool two = fact.kind != SYM_FACT_IN;
        if (!usable(fact) || (!rest && !sharesName(search, fact.lhs) &&
                              !(two && sharesName(search, fact.rhs))))
          continue;
        addNamesOf(search, fact);
      }
    }
}

static void makeChecks(Search *search, const WitnessQuery *query) {
  const SymFact *facts = query->facts;
  size_t numFacts = query->numFacts;
  if (query->refuted)
    learnFact(search, *query->refuted);
  for (size_t i = 0; i < numFacts; ++i) {
    if (!usable(facts[i]))
      continue;
    learnFact(search, facts[i]);
    Check check = makeCheck(search, facts[i]);
    search->checks[search->numChecks++] = check;
    SymExpr value;
    size_t place = check.readyAt;
    if (place == 0 || search->definitions[place - 1].expr.codeSize != 0 ||
        !definedBy(search, facts[i], place - 1, &value))
      continue;
    search->definitions[place - 1] = makeSide(search, value);
  }
  if (query->refuted)
    search->checks[search->numChecks++] = makeCheck(search, *query->refuted);
  search->refutes = query->refuted != NULL;
}

static size_t countSymbols(SymFact fact) {
  return fact.lhs.numSymbols +
         (fact.kind == SYM_FACT_IN ? 0 : fact.rhs.numSymbols);
}

bool witnessSetUp(Search *search, const WitnessQuery *query) {
  const SymFact *facts = query->facts;
  size_t numFacts = query->numFacts;
  size_t most = query->refuted ? countSymbols(*query->refuted) : 0;
  for (size_t i = 0; i < numFacts; ++i)
    most += countSymbols(facts[i]);
  if (numFacts > MAX_FACTS || most > MAX_OCCURRENCES)
    return false;
  Arena *arena = search->prover->builder.arena;
  search->names = ARENA_ARRAY(arena, StrRef, most);
  search->values = ARENA_ARRAY(arena, int64_t, most);
  search->definitions = ARENA_ARRAY(arena, Side, most);
  search->checks = ARENA_ARRAY(arena, Check, numFacts + 1);
  search->scratch = ARENA_ARRAY(arena, int64_t, most);
  search->period = 1;
  orderNames(search, query);
  if (search->numNames > MAX_NAMES)
    return false;
  search->candidates = ARENA_ARRAY(arena, Candidates, search->numNames);
  makeChecks(search, query);
  return true;
}
