//===- Rewrite.c - replacing atoms in polynomials and systems -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <string.h>

bool proverExhausted(Prover *prover) {
  return prover->steps + prover->builder.work > prover->limit;
}

void proverPush(Prover *prover, PolyList *list, const Poly *poly) {
  if (!poly)
    return;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    const Poly **items =
        ARENA_ARRAY(prover->builder.arena, const Poly *, capacity);
    if (list->count != 0)
      memcpy(items, list->items, list->count * sizeof(const Poly *));
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = poly;
}

void proverRecord(Prover *prover, const Atom *atom, const Poly *value) {
  DefinitionList *list = prover->record;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    Definition *items =
        ARENA_ARRAY(prover->builder.arena, Definition, capacity);
    if (list->count != 0)
      memcpy(items, list->items, list->count * sizeof(Definition));
    list->items = items;
    list->capacity = capacity;
  }
  // The caller's atom may be a local variable.
  list->items[list->count++] =
      (Definition){arenaCopy(prover->builder.arena, atom, sizeof(Atom)), value};
}

const Poly *proverFresh(Prover *prover) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "$%u", prover->numFresh++);
  StrRef name =
      arenaCopyString(prover->builder.arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return symPolySymbol(&prover->builder, name);
}

System proverCopySystem(Prover *prover, const System *system) {
  Arena *arena = prover->builder.arena;
  System copy = *system;
  PolyList *lists[] = {&copy.zero, &copy.nonNegative};
  for (int i = 0; i < 2; ++i) {
    lists[i]->capacity = lists[i]->count;
    lists[i]->items = arenaCopy(arena, lists[i]->items,
                                lists[i]->count * sizeof(const Poly *));
  }
  copy.prepared = false; // a copy is made to add something
  copy.sets =
      arenaCopy(arena, system->sets, system->numSets * sizeof(ValueSet));
  return copy;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

bool proverMentions(const Poly *poly, const Atom *atom) {
  for (size_t i = 0; i < poly->numTerms; ++i)
    for (size_t j = 0; j < poly->terms[i].numFactors; ++j) {
      const Atom *factor = poly->terms[i].factors[j];
      if (symAtomCompare(factor, atom) == 0)
        return true;
      if (factor->kind != SYM_ATOM_SYMBOL &&
          (proverMentions(factor->lhs, atom) ||
           proverMentions(factor->rhs, atom)))
        return true;
    }
  return false;
}

void proverVisitAtoms(const Poly *poly, void (*visit)(void *, const Atom *),
                      void *state) {
  for (size_t i = 0; i < poly->numTerms; ++i)
    for (size_t j = 0; j < poly->terms[i].numFactors; ++j) {
      const Atom *atom = poly->terms[i].factors[j];
      if (atom->kind != SYM_ATOM_SYMBOL) {
        proverVisitAtoms(atom->lhs, visit, state);
        proverVisitAtoms(atom->rhs, visit, state);
      }
      visit(state, atom);
    }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static const Poly *rewriteAtom(SymBuilder *builder, const Atom *atom,
                               AtomRewriter *rewriter, void *state) {
  const Poly *result = NULL;
  if (atom->kind != SYM_ATOM_SYMBOL) {
    const Poly *lhs = proverRewrite(builder, atom->lhs, rewriter, state);
    const Poly *rhs = proverRewrite(builder, atom->rhs, rewriter, state);
    if (!lhs || !rhs)
      return NULL;
    if (lhs != atom->lhs || rhs != atom->rhs) {
      result = symPolyBinary(builder, atom->kind, lhs, rhs);
      if (!result)
        return NULL;
      atom = symPolyAsAtom(result);
      if (!atom)
        return result; // folded into something else
    }
  }
  const Poly *value = rewriter(state, builder, atom);
  if (value || builder->status != SYM_OK)
    return value;
  return result ? result : symPolyOfAtom(builder, atom);
}

const Poly *proverRewrite(SymBuilder *builder, const Poly *poly,
                          AtomRewriter *rewriter, void *state) {
  if (!poly || poly->unknown)
    return poly;
  bool changed = false;
  const Poly **terms =
      ARENA_ARRAY(builder->arena, const Poly *, poly->numTerms);
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    terms[i] = symPolyConst(builder, term->coefficient);
    for (size_t j = 0; j < term->numFactors; ++j) {
      const Poly *factor =
          rewriteAtom(builder, term->factors[j], rewriter, state);
      terms[i] = symPolyMul(builder, terms[i], factor);
      if (!terms[i])
        return NULL;
      const Atom *same = symPolyAsAtom(factor);
      changed |= !same || symAtomCompare(same, term->factors[j]) != 0;
    }
  }
  return changed ? symPolySum(builder, terms, poly->numTerms) : poly;
}

static void rewriteList(Prover *prover, PolyList *list, AtomRewriter *rewriter,
                        void *state) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; ++i) {
    const Poly *poly =
        proverTake(prover, proverRewrite(&prover->builder, list->items[i],
                                         rewriter, state));
    if (poly)
      list->items[kept++] = poly;
  }
  list->count = kept;
}

bool proverRewriteSystem(Prover *prover, System *system, AtomRewriter *rewriter,
                         void *state) {
  rewriteList(prover, &system->zero, rewriter, state);
  rewriteList(prover, &system->nonNegative, rewriter, state);
  size_t kept = 0;
  for (size_t i = 0; i < system->numSets; ++i) {
    ValueSet set = system->sets[i];
    set.poly = proverTake(
        prover, proverRewrite(&prover->builder, set.poly, rewriter, state));
    if (set.poly)
      system->sets[kept++] = set;
  }
  system->numSets = kept;
  system->goal.poly =
      proverTake(prover, proverRewrite(&prover->builder, system->goal.poly,
                                       rewriter, state));
  return system->goal.poly != NULL;
}

typedef struct Replacement {
  const Atom *atom;
  const Poly *value;
} Replacement;

static const Poly *replaceAtom(void *state, SymBuilder *builder,
                               const Atom *atom) {
  (void)builder;
  const Replacement *replacement = state;
  return symAtomCompare(atom, replacement->atom) == 0 ? replacement->value
                                                      : NULL;
}

const Poly *proverReplaceIn(SymBuilder *builder, const Poly *poly,
                            const Atom *atom, const Poly *value) {
  Replacement replacement = {atom, value};
  return proverRewrite(builder, poly, replaceAtom, &replacement);
}

bool proverReplace(Prover *prover, System *system, const Atom *atom,
                   const Poly *value) {
  if (prover->record)
    proverRecord(prover, atom, value);
  Replacement replacement = {atom, value};
  return proverRewriteSystem(prover, system, replaceAtom, &replacement);
}
