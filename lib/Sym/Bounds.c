//===- Bounds.c - intervals of atoms from facts ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// c * a + rest >= 0 bounds the atom a by the interval of rest; a few rounds
// carry bounds along chains a <= b <= 7. More rounds would creep upwards for
// ever on facts such as n < m, m < n, which linear arithmetic sees at once.
// Of products: from a * b <= 7 and b >= 3 follows a <= 2, from a * b >= 1 that
// no factor is 0, from n * n <= 30 that n <= 5.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <string.h>

enum { ROUNDS = 4, MAX_ENTRIES = 128, MAX_FACTORS = 8 };

static SymInterval lookUp(void *state, const Atom *atom) {
  const BoundTable *table = state;
  for (size_t i = 0; i < table->count; ++i)
    if (symAtomCompare(table->entries[i].atom, atom) == 0)
      return table->entries[i].range;
  return (SymInterval){INT64_MIN, INT64_MAX};
}

static BoundEntry *entryFor(Prover *prover, BoundTable *table,
                            const Atom *atom) {
  for (size_t i = 0; i < table->count; ++i)
    if (symAtomCompare(table->entries[i].atom, atom) == 0)
      return &table->entries[i];
  if (table->count == MAX_ENTRIES)
    return NULL;
  if (table->count == table->capacity) {
    size_t capacity = table->capacity ? 2 * table->capacity : 8;
    BoundEntry *entries =
        ARENA_ARRAY(prover->builder.arena, BoundEntry, capacity);
    if (table->count != 0)
      memcpy(entries, table->entries, table->count * sizeof(BoundEntry));
    table->entries = entries;
    table->capacity = capacity;
  }
  BoundEntry *entry = &table->entries[table->count++];
  *entry = (BoundEntry){atom, symAtomRange(atom, NULL)};
  return entry;
}

static void raise(System *system, BoundEntry *entry, int64_t low) {
  if (low > entry->range.low)
    entry->range.low = low == INT64_MAX ? low - 1 : low;
  system->contradictory |= entry->range.low > entry->range.high;
}

static void lower(System *system, BoundEntry *entry, int64_t high) {
  if (high < entry->range.high)
    entry->range.high = high == INT64_MIN ? high + 1 : high;
  system->contradictory |= entry->range.low > entry->range.high;
}

/// Range of a term without its factors `atom` (and without its coefficient).
static SymInterval rangeOfOthers(const Term *term, const Atom *atom,
                                 unsigned *power, const BoundTable *table) {
  const Atom *others[MAX_FACTORS];
  size_t count = 0;
  *power = 0;
  for (size_t i = 0; i < term->numFactors; ++i)
    if (symAtomCompare(term->factors[i], atom) == 0)
      ++*power;
    else
      others[count++] = term->factors[i];
  Term rest = {1, count, others};
  Poly poly = {.numTerms = 1, .terms = &rest};
  return symPolyRange(&poly, &table->bounds);
}

/// Largest r >= 0 with r^power <= value, for value >= 0.
static int64_t rootOf(int64_t value, unsigned power) {
  int64_t low = 0, high = power == 1 ? value : INT64_C(1) << (63 / power);
  while (low < high) {
    int64_t middle = low + (high - low + 1) / 2, product = 1;
    bool larger = false;
    for (unsigned i = 0; i < power && !larger; ++i)
      larger =
          __builtin_mul_overflow(product, middle, &product) || product > value;
    if (larger)
      high = middle - 1;
    else
      low = middle;
  }
  return low;
}

/// coefficient * product + (at most `high`) >= 0 for a factor of the product.
static void tightenFactor(System *system, const Term *term, const Atom *atom,
                          int64_t high, BoundEntry *entry,
                          const BoundTable *table) {
  unsigned power;
  SymInterval others = rangeOfOthers(term, atom, &power, table);
  int64_t coefficient = term->coefficient;
  if (coefficient < 0 && others.low >= 1 && entry->range.low >= 0) {
    // |coefficient| * others * atom^power <= high
    int64_t divisor;
    if (high < 0)
      system->contradictory = true;
    else if (!__builtin_mul_overflow(-coefficient, others.low, &divisor))
      lower(system, entry, rootOf(high / divisor, power));
  } else if (coefficient > 0 && high < 0 && others.low >= 0 &&
             entry->range.low >= 0) {
    // The product is at least -high / coefficient, so no factor is 0.
    raise(system, entry, 1);
    int64_t least = -symFloorDiv64(high, coefficient);
    if (others.high == INT64_MAX || others.high < 1 || least < 1)
      return;
    int64_t needed = (least - 1) / others.high + 1; // rounded up
    int64_t root = rootOf(needed - 1, power);
    raise(system, entry, root + 1);
  }
}

/// Uses poly >= 0 for the atoms of its term `index`.
static void tightenTerm(Prover *prover, System *system, BoundTable *table,
                        const Poly *poly, size_t index) {
  const Term *term = &poly->terms[index];
  int64_t coefficient = term->coefficient;
  if (term->numFactors == 0 || term->numFactors > MAX_FACTORS ||
      coefficient == INT64_MIN)
    return;
  Term *terms = arenaCopy(prover->builder.arena, poly->terms,
                          poly->numTerms * sizeof(Term));
  memmove(terms + index, terms + index + 1,
          (poly->numTerms - index - 1) * sizeof(Term));
  Poly rest = {.numTerms = poly->numTerms - 1, .terms = terms};
  prover->steps += 8 * poly->words;
  int64_t high = symPolyRange(&rest, &table->bounds).high;
  if (high == INT64_MAX)
    return;
  for (size_t i = 0; i < term->numFactors && term->numFactors > 1; ++i) {
    BoundEntry *factor = entryFor(prover, table, term->factors[i]);
    if (factor && !system->contradictory && high > INT64_MIN)
      tightenFactor(system, term, term->factors[i], high, factor, table);
  }
  BoundEntry *entry =
      term->numFactors == 1 ? entryFor(prover, table, term->factors[0]) : NULL;
  if (!entry)
    return;
  // high > INT64_MIN, see `outwards` in Range.c.
  int64_t bound = coefficient > 0
                      ? -symFloorDiv64(high, coefficient) // ceil(-high / c)
                      : symFloorDiv64(high, -coefficient);
  if (coefficient > 0)
    raise(system, entry, bound + SYM_BROKEN(SYM_FAULT_INTERVAL));
  else
    lower(system, entry, bound);
}

static void tighten(Prover *prover, System *system, BoundTable *table,
                    const Poly *poly) {
  for (size_t i = 0; i < poly->numTerms && !system->contradictory; ++i)
    if (!proverExhausted(prover))
      tightenTerm(prover, system, table, poly, i);
}

void proverBoundsLookUp(BoundTable *table) {
  table->bounds = (SymAtomBounds){lookUp, table};
}

void proverBounds(Prover *prover, System *system, BoundTable *table) {
  *table = (BoundTable){0};
  proverBoundsLookUp(table);
  for (int round = 0; round < ROUNDS && !system->contradictory; ++round) {
    for (size_t i = 0; i < system->nonNegative.count; ++i)
      tighten(prover, system, table, system->nonNegative.items[i]);
    for (size_t i = 0; i < system->zero.count; ++i) {
      const Poly *poly = system->zero.items[i];
      tighten(prover, system, table, poly);
      const Poly *opposite =
          proverTake(prover, symPolyScale(&prover->builder, poly, -1));
      if (opposite)
        tighten(prover, system, table, opposite);
    }
  }
}
