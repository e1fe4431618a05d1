//===- Linear.c - linear arithmetic over monomials ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every monomial is an unknown of its own. What a product means is added as
// products of known inequalities: from n <= m follows n * k <= m * k.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FourierMotzkin.h"

enum { MAX_COLUMNS = 56 };

typedef struct Problem {
  PolyList zero, nonNegative;
  const Term *columns[MAX_COLUMNS];
  size_t numColumns;
} Problem;

//===----------------------------------------------------------------------===//
// Collecting what is known
//===----------------------------------------------------------------------===//

static const Poly *expandMod(void *state, SymBuilder *builder,
                             const Atom *atom) {
  (void)state;
  if (atom->kind != SYM_ATOM_MOD)
    return NULL;
  const Poly *quotient = symPolyFloorDiv(builder, atom->lhs, atom->rhs);
  return symPolySub(builder, atom->lhs,
                    symPolyMul(builder, atom->rhs, quotient));
}

const Poly *proverWithoutMods(Prover *prover, const Poly *poly) {
  return proverTake(prover,
                    proverRewrite(&prover->builder, poly, expandMod, NULL));
}

/// Everything known, with `extra` (may be NULL) as one more inequality.
static void collect(Prover *prover, const System *system,
                    const BoundTable *table, const Poly *extra,
                    Problem *problem) {
  proverPush(prover, &problem->nonNegative, extra);
  for (size_t i = 0; i < system->nonNegative.count; ++i)
    proverPush(prover, &problem->nonNegative,
               proverWithoutMods(prover, system->nonNegative.items[i]));
  for (size_t i = 0; i < system->zero.count; ++i)
    proverPush(prover, &problem->zero,
               proverWithoutMods(prover, system->zero.items[i]));
  // The lemmas of atoms that only equalities mention are wanted, too.
  size_t before = problem->nonNegative.count;
  for (size_t i = 0; i < problem->zero.count; ++i)
    proverPush(prover, &problem->nonNegative, problem->zero.items[i]);
  PolyList *list = &problem->nonNegative;
  proverAddLemmas(prover, list);
  size_t borrowed = problem->zero.count;
  for (size_t i = before; i + borrowed < list->count; ++i)
    list->items[i] = list->items[i + borrowed];
  list->count -= borrowed;
  proverAddProducts(prover, &problem->zero, list, table);
}

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

static size_t columnOf(Problem *problem, const Term *term) {
  for (size_t i = 0; i < problem->numColumns; ++i)
    if (symTermCompare(problem->columns[i], term) == 0)
      return i;
  if (problem->numColumns == MAX_COLUMNS)
    return MAX_COLUMNS;
  problem->columns[problem->numColumns] = term;
  return problem->numColumns++;
}

/// Reserves the columns of `poly`; false if there are too many.
static bool reserveColumns(Problem *problem, const Poly *poly) {
  size_t before = problem->numColumns;
  for (size_t i = 0; i < poly->numTerms; ++i)
    if (poly->terms[i].numFactors != 0 &&
        columnOf(problem, &poly->terms[i]) == MAX_COLUMNS) {
      problem->numColumns = before;
      return false;
    }
  return true;
}

static void fillRow(Problem *problem, const Poly *poly, Row *row) {
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    if (term->numFactors == 0)
      row->constant = term->coefficient;
    else
      row->coefficients[columnOf(problem, term)] = term->coefficient;
  }
}

static void addRows(Prover *prover, Problem *problem, Matrix *matrix,
                    const PolyList *list, bool equality) {
  for (size_t i = 0; i < list->count; ++i)
    if (list->items[i])
      fillRow(problem, list->items[i], matrixAddRow(prover, matrix, equality));
}

/// Rows for what intervals know of a monomial.
static void addColumnBounds(Prover *prover, Problem *problem, Matrix *matrix,
                            const BoundTable *table, size_t keep) {
  for (size_t i = 0; i < problem->numColumns; ++i) {
    if (i == keep)
      continue; // a fresh name that may be negative
    Term term = *problem->columns[i];
    term.coefficient = 1;
    Poly poly = {.numTerms = 1, .terms = &term};
    prover->steps += 8 * term.numFactors;
    SymInterval range = symPolyRange(&poly, &table->bounds);
    if (range.low > INT64_MIN + 1) {
      Row *row = matrixAddRow(prover, matrix, false);
      row->coefficients[i] = 1;
      row->constant = -range.low;
    }
    if (range.high < INT64_MAX) {
      Row *row = matrixAddRow(prover, matrix, false);
      row->coefficients[i] = -1;
      row->constant = range.high;
    }
  }
}

/// Drops what needs too many columns, most important first.
static void reserveAll(Problem *problem, PolyList *list) {
  for (size_t i = 0; i < list->count; ++i)
    if (!reserveColumns(problem, list->items[i]))
      list->items[i] = NULL;
}

static void solve(Prover *prover, Problem *problem, Matrix *matrix,
                  const BoundTable *table, size_t keep) {
  reserveAll(problem, &problem->zero);
  reserveAll(problem, &problem->nonNegative);
  matrix->numColumns = problem->numColumns;
  addRows(prover, problem, matrix, &problem->zero, true);
  addRows(prover, problem, matrix, &problem->nonNegative, false);
  addColumnBounds(prover, problem, matrix, table, keep);
  matrixEliminate(prover, matrix,
                  keep == MAX_COLUMNS ? problem->numColumns : keep);
}

/// How often `known` is taken so that the leading terms cancel; 0 if that does
/// not help.
static int64_t leadingMultiple(const Poly *poly, const Poly *known) {
  if (poly->numTerms == 0 || known->numTerms == 0)
    return 0;
  for (size_t i = 0; i < poly->numTerms && poly->terms[i].numFactors; ++i)
    if (symTermCompare(&poly->terms[i], &known->terms[0]) == 0) {
      int64_t a = poly->terms[i].coefficient, b = known->terms[0].coefficient;
      return (a > 0) == (b > 0) && b != INT64_MIN && a != INT64_MIN &&
                     a % b == 0
                 ? a / b
                 : 0;
    }
  return 0;
}

bool proverDominated(Prover *prover, const System *system,
                     const BoundTable *table, const Poly *poly) {
  prover->steps += poly->words;
  if (symPolyRange(poly, &table->bounds).low >= 0) {
    traceRule(prover, "interval", SYM_FACT_LE, poly);
    return true;
  }
  SymBuilder *builder = &prover->builder;
  for (size_t i = 0; i < system->nonNegative.count; ++i) {
    const Poly *known = system->nonNegative.items[i];
    int64_t times = leadingMultiple(poly, known);
    if (times == 0)
      continue;
    const Poly *rest = proverTake(
        prover, symPolySub(builder, poly, symPolyScale(builder, known, times)));
    if (!rest || symPolyRange(rest, &table->bounds).low < 0)
      continue;
    int64_t value;
    traceRule(prover, "known inequality", SYM_FACT_LE, known);
    if (!symPolyIsConst(rest, &value))
      traceRule(prover, "interval of the difference", SYM_FACT_LE, rest);
    return true;
  }
  return false;
}

bool proverImplies(Prover *prover, const System *system,
                   const BoundTable *table, const Poly *poly) {
  if (proverDominated(prover, system, table, poly))
    return true;
  SymBuilder *builder = &prover->builder;
  // The opposite, -poly - 1 >= 0, must clash with the facts.
  int64_t margin = SYM_BROKEN(SYM_FAULT_OPPOSITE) ? -2 : -1;
  const Poly *opposite = proverTake(
      prover, symPolySub(builder, symPolyConst(builder, margin),
                         proverRewrite(builder, poly, expandMod, NULL)));
  if (!opposite || proverExhausted(prover))
    return false;
  Problem problem = {0};
  collect(prover, system, table, opposite, &problem);
  reserveColumns(&problem, opposite);
  Matrix matrix = {0};
  solve(prover, &problem, &matrix, table, MAX_COLUMNS);
  if (matrix.infeasible)
    traceRule(prover, "linear arithmetic", SYM_FACT_LE, poly);
  return matrix.infeasible;
}

SymInterval proverProject(Prover *prover, const System *system,
                          const BoundTable *table, const Poly *poly) {
  SymInterval range = symPolyRange(poly, &table->bounds);
  const Poly *name = proverTake(prover, proverFresh(prover));
  const Poly *plain = proverWithoutMods(prover, poly);
  const Poly *equation =
      plain ? proverTake(prover, symPolySub(&prover->builder, name, plain))
            : NULL;
  if (!equation)
    return range;
  Problem problem = {0};
  System with = proverCopySystem(prover, system);
  collect(prover, &with, table, NULL, &problem);
  // Last, so that products with the name (which may be negative) do not arise.
  proverPush(prover, &problem.zero, equation);
  columnOf(&problem, &name->terms[0]);
  reserveColumns(&problem, equation);
  Matrix matrix = {0};
  solve(prover, &problem, &matrix, table, 0);
  for (size_t i = 0; i < matrix.numRows && !matrix.infeasible; ++i) {
    const Row *row = &matrix.rows[i];
    bool alone = row->coefficients[0] == 1 || row->coefficients[0] == -1;
    for (size_t j = 1; j < matrix.numColumns; ++j)
      alone &= row->coefficients[j] == 0;
    if (!alone || row->constant == INT64_MIN)
      continue;
    int64_t low = -row->constant, high = row->constant;
    bool positive = row->coefficients[0] == 1;
    if ((positive || row->equality) && (positive ? low : high) > range.low)
      range.low = positive ? low : high;
    if ((!positive || row->equality) && (positive ? low : high) < range.high)
      range.high = positive ? low : high;
  }
  return range;
}
