//===- Bounds.c - intervals of atoms from facts ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// c * a + rest >= 0 bounds the atom a by the interval of rest; a few rounds
// carry bounds along chains a <= b <= 7. More rounds would creep upwards for
// ever on facts such as n < m, m < n, which linear arithmetic sees at once.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <string.h>

enum { ROUNDS = 4, MAX_ENTRIES = 128 };

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

/// Uses poly >= 0 for the atom of its term `index`.
static void tightenTerm(Prover *prover, System *system, BoundTable *table,
                        const Poly *poly, size_t index) {
  const Term *term = &poly->terms[index];
  int64_t coefficient = term->coefficient;
  if (term->numFactors != 1 || coefficient == INT64_MIN)
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
  BoundEntry *entry = entryFor(prover, table, term->factors[0]);
  if (!entry)
    return;
  // high > INT64_MIN, see `outwards` in Range.c.
  int64_t bound = coefficient > 0
                      ? -symFloorDiv64(high, coefficient) // ceil(-high / c)
                      : symFloorDiv64(high, -coefficient);
  if (coefficient > 0 && bound > entry->range.low)
    entry->range.low = bound == INT64_MAX ? bound - 1 : bound;
  if (coefficient < 0 && bound < entry->range.high)
    entry->range.high = bound == INT64_MIN ? bound + 1 : bound;
  system->contradictory |= entry->range.low > entry->range.high;
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
