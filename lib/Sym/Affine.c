//===- Affine.c - integer sets by isl -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Affine.h"

#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

enum {
  MAX_COLUMNS = 40,
  MAX_CONSTRAINTS = 160,
  MAX_OPERATIONS = 1 << 14, // of isl, per system
};

typedef struct Rows {
  PolyList zero, nonNegative;
  const Term *columns[MAX_COLUMNS];
  size_t numColumns;
} Rows;

static isl_ctx *contextOf(Affine *affine) {
  if (!affine->context) {
    isl_ctx *context = isl_ctx_alloc();
    if (context)
      isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
    affine->context = context;
  }
  return affine->context;
}

void affineFree(Affine *affine) {
  if (affine->context)
    isl_ctx_free(affine->context);
  affine->context = NULL;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static size_t columnOf(const Rows *rows, const Term *term) {
  size_t i = 0;
  while (i < rows->numColumns && symTermCompare(rows->columns[i], term) != 0)
    ++i;
  return i;
}

static bool addColumns(Rows *rows, const PolyList *list) {
  for (size_t i = 0; i < list->count; ++i)
    for (size_t j = 0; j < list->items[i]->numTerms; ++j) {
      const Term *term = &list->items[i]->terms[j];
      if (term->numFactors == 0 || columnOf(rows, term) != rows->numColumns)
        continue;
      if (rows->numColumns == MAX_COLUMNS)
        return false;
      rows->columns[rows->numColumns++] = term;
    }
  return true;
}

/// What is known, mods written by quotients, with what quotients mean. False if
/// something is lost: then only emptiness may be believed.
static bool collect(Prover *prover, const System *system, Rows *rows) {
  for (size_t i = 0; i < system->zero.count; ++i)
    proverPush(prover, &rows->zero,
               proverWithoutMods(prover, system->zero.items[i]));
  for (size_t i = 0; i < system->nonNegative.count; ++i)
    proverPush(prover, &rows->nonNegative,
               proverWithoutMods(prover, system->nonNegative.items[i]));
  // Lemmas speak of the atoms of equalities, too.
  PolyList all = {0};
  for (size_t i = 0; i < rows->zero.count; ++i)
    proverPush(prover, &all, rows->zero.items[i]);
  for (size_t i = 0; i < rows->nonNegative.count; ++i)
    proverPush(prover, &all, rows->nonNegative.items[i]);
  size_t known = all.count;
  proverAddLemmas(prover, &all);
  for (size_t i = known; i < all.count; ++i)
    proverPush(prover, &rows->nonNegative, all.items[i]);
  return addColumns(rows, &rows->zero) && addColumns(rows, &rows->nonNegative);
}

//===----------------------------------------------------------------------===//
// Sets of isl
//===----------------------------------------------------------------------===//

static isl_basic_set *addRow(isl_basic_set *set, const Rows *rows,
                             const Poly *poly, bool equality) {
  isl_ctx *context = isl_basic_set_get_ctx(set);
  isl_local_space *space =
      isl_local_space_from_space(isl_basic_set_get_space(set));
  isl_constraint *row = equality ? isl_constraint_alloc_equality(space)
                                 : isl_constraint_alloc_inequality(space);
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    isl_val *value = isl_val_int_from_si(context, term->coefficient);
    row = term->numFactors == 0
              ? isl_constraint_set_constant_val(row, value)
              : isl_constraint_set_coefficient_val(
                    row, isl_dim_set, (int)columnOf(rows, term), value);
  }
  return isl_basic_set_add_constraint(set, row);
}

/// What the form of a column says: symbols are extents.
static isl_basic_set *addColumnBounds(isl_basic_set *set, Prover *prover,
                                      const Rows *rows, size_t column) {
  Term term = *rows->columns[column];
  term.coefficient = 1;
  Poly poly = {.numTerms = 1, .terms = &term};
  SymInterval range = symPolyRange(&poly, NULL);
  prover->steps += term.numFactors;
  isl_ctx *context = isl_basic_set_get_ctx(set);
  if (range.low != INT64_MIN)
    set =
        isl_basic_set_lower_bound_val(set, isl_dim_set, (unsigned)column,
                                      isl_val_int_from_si(context, range.low));
  if (range.high != INT64_MAX)
    set =
        isl_basic_set_upper_bound_val(set, isl_dim_set, (unsigned)column,
                                      isl_val_int_from_si(context, range.high));
  return set;
}

static isl_basic_set *makeSet(isl_ctx *context, Prover *prover,
                              const Rows *rows) {
  isl_basic_set *set = isl_basic_set_universe(
      isl_space_set_alloc(context, 0, (unsigned)rows->numColumns));
  for (size_t i = 0; i < rows->zero.count; ++i)
    set = addRow(set, rows, rows->zero.items[i], true);
  for (size_t i = 0; i < rows->nonNegative.count; ++i)
    set = addRow(set, rows, rows->nonNegative.items[i], false);
  for (size_t i = 0; i < rows->numColumns; ++i)
    set = addColumnBounds(set, prover, rows, i);
  return set;
}

/// False if a coordinate leaves 64 bits.
static bool readPoint(isl_point *point, const Rows *rows, const StrRef *names,
                      size_t numNames, int64_t *values) {
  for (size_t i = 0; i < numNames; ++i)
    values[i] = 0; // a symbol that no row mentions
  bool good = true;
  for (size_t i = 0; i < rows->numColumns && good; ++i) {
    const Term *term = rows->columns[i];
    if (term->numFactors != 1 || term->factors[0]->kind != SYM_ATOM_SYMBOL)
      continue;
    isl_val *value = isl_point_get_coordinate_val(point, isl_dim_set, (int)i);
    good = value && isl_val_is_int(value) == isl_bool_true &&
           isl_val_cmp_si(value, INT64_MAX) <= 0;
    int64_t extent = good ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    for (size_t j = 0; j < numNames; ++j)
      if (strRefEqual(names[j], term->factors[0]->name))
        values[j] = extent;
  }
  return good;
}

AffineOutcome affineSolve(Affine *affine, Prover *prover, const System *system,
                          const StrRef *names, size_t numNames,
                          int64_t *values) {
  Rows rows = {0};
  isl_ctx *context = contextOf(affine);
  if (!context || !collect(prover, system, &rows) || proverExhausted(prover) ||
      rows.zero.count + rows.nonNegative.count > MAX_CONSTRAINTS)
    return AFFINE_FAILED;
  prover->steps +=
      rows.numColumns * (rows.zero.count + rows.nonNegative.count + 1);
  isl_ctx_reset_operations(context);
  isl_ctx_set_max_operations(context, MAX_OPERATIONS);
  isl_point *point =
      isl_basic_set_sample_point(makeSet(context, prover, &rows));
  AffineOutcome outcome = AFFINE_FAILED;
  isl_bool empty = point ? isl_point_is_void(point) : isl_bool_error;
  if (empty == isl_bool_true)
    outcome = AFFINE_EMPTY;
  else if (empty == isl_bool_false &&
           readPoint(point, &rows, names, numNames, values))
    outcome = AFFINE_POINT;
  isl_point_free(point);
  isl_ctx_reset_error(context);
  isl_ctx_set_max_operations(context, 0);
  return outcome;
}
