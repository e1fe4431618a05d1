//===- MinMax.c - min and max, folded where that is always true -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nested operations of one kind are flattened to a list; an argument goes when
// another one is at least as small (as large) at every assignment, which the
// interval of the difference tells; the rest is sorted and nested to the right:
// max(m, max(n, 0)).
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <stdlib.h>

typedef struct ArgList {
  const Poly **items;
  size_t count, capacity;
} ArgList;

static void pushArg(SymBuilder *builder, ArgList *list, const Poly *arg) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    const Poly **items = ARENA_ARRAY(builder->arena, const Poly *, capacity);
    for (size_t i = 0; i < list->count; ++i)
      items[i] = list->items[i];
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = arg;
}

static void flatten(SymBuilder *builder, SymAtomKind kind, const Poly *arg,
                    ArgList *list) {
  const Atom *atom = symPolyAsAtom(arg);
  if (!atom || atom->kind != kind) {
    pushArg(builder, list, arg);
    return;
  }
  flatten(builder, kind, atom->lhs, list);
  flatten(builder, kind, atom->rhs, list);
}

static int compareForSort(const void *a, const void *b) {
  return symPolyCompare(*(const Poly *const *)a, *(const Poly *const *)b);
}

/// a >= b at every assignment. A difference that leaves 64 bits tells nothing.
static bool alwaysAtLeast(SymBuilder *builder, const Poly *a, const Poly *b) {
  const Poly *difference = symPolySub(builder, a, b);
  if (!difference && builder->status == SYM_OVERFLOW) {
    builder->status = SYM_OK;
    return false;
  }
  return difference && symPolyRange(difference, NULL).low >= 0;
}

/// Keeps, of a sorted list without equal neighbours, what nothing else makes
/// superfluous.
static void dropDominated(SymBuilder *builder, SymAtomKind kind,
                          ArgList *list) {
  bool *dropped = ARENA_ARRAY(builder->arena, bool, list->count);
  for (size_t i = 0; i < list->count; ++i)
    for (size_t j = 0; j < list->count && !dropped[i]; ++j) {
      // Of two that are always equal the earlier one stays.
      if (i == j || dropped[j] || builder->status != SYM_OK)
        continue;
      const Poly *large = list->items[kind == SYM_ATOM_MAX ? j : i];
      const Poly *small = list->items[kind == SYM_ATOM_MAX ? i : j];
      if (alwaysAtLeast(builder, large, small))
        dropped[i] = j < i || !alwaysAtLeast(builder, small, large);
    }
  size_t kept = 0;
  for (size_t i = 0; i < list->count; ++i)
    if (!dropped[i])
      list->items[kept++] = list->items[i];
  list->count = kept;
}

const Poly *symPolyMinMax(SymBuilder *builder, SymAtomKind kind, const Poly *a,
                          const Poly *b) {
  if (!a || !b)
    return NULL;
  if (a->unknown || b->unknown)
    return symPolyUnknown(builder);
  ArgList list = {NULL, 0, 0};
  flatten(builder, kind, a, &list);
  flatten(builder, kind, b, &list);
  qsort(list.items, list.count, sizeof(const Poly *), compareForSort);
  size_t unique = 1;
  for (size_t i = 1; i < list.count; ++i)
    if (symPolyCompare(list.items[unique - 1], list.items[i]) != 0)
      list.items[unique++] = list.items[i];
  list.count = unique;
  dropDominated(builder, kind, &list);
  if (builder->status != SYM_OK)
    return NULL;
  const Poly *result = list.items[list.count - 1];
  for (size_t i = list.count - 1; i-- > 0;)
    result = symPolyAtom(builder, kind, list.items[i], result);
  return result;
}
