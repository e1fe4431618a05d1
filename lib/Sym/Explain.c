//===- Explain.c - why an answer is what it is ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// First the facts are found that a yes needs: each one is left out in turn, and
// stays out if the answer is still yes. With those alone the question is asked
// again while a trace records the rules.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FactBase.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TRIED_PAIRS = 4096 };

typedef struct Subset {
  Arena *arena;
  const SymFact *facts;
  size_t *indices; // ascending
  size_t count;
} Subset;

/// Asks with the facts of the subset, without number `except` of it.
static bool holdsWithout(const Subset *subset, SymQuestion question,
                         size_t except) {
  SymFactBase *base = symFactBaseCreate(NULL, 0);
  for (size_t i = 0; i < subset->count; ++i)
    if (i != except)
      symFactBaseAdd(base, subset->facts[subset->indices[i]]);
  bool holds = symAsk(base, question, NULL) == SYM_YES;
  symFactBaseDestroy(base);
  return holds;
}

/// Leaves out what is not needed. What remains is such that nothing more can
/// be left out, which need not be the smallest of all sets.
static void minimise(Subset *subset, SymQuestion question) {
  for (size_t i = subset->count; i-- > 0;)
    if (holdsWithout(subset, question, i)) {
      memmove(subset->indices + i, subset->indices + i + 1,
              (subset->count - i - 1) * sizeof(size_t));
      --subset->count;
    }
}

static Subset allFacts(Arena *arena, const SymFact *facts, size_t numFacts) {
  Subset subset = {arena, facts, ARENA_ARRAY(arena, size_t, numFacts), 0};
  for (size_t i = 0; i < numFacts; ++i)
    if (!facts[i].likely)
      subset.indices[subset.count++] = i;
  return subset;
}

//===----------------------------------------------------------------------===//
// Derivations
//===----------------------------------------------------------------------===//

static void copyWitness(Arena *arena, SymProof *proof) {
  StrRef *names = ARENA_ARRAY(arena, StrRef, proof->numWitness);
  for (size_t i = 0; i < proof->numWitness; ++i)
    names[i] = arenaCopyString(arena, proof->witnessSymbols[i]);
  proof->witnessSymbols = names;
  proof->witness =
      arenaCopy(arena, proof->witness, proof->numWitness * sizeof(int64_t));
}

static void addFactSteps(const Subset *subset, Trace *trace) {
  trace->capacity = subset->count + 16;
  trace->steps = ARENA_ARRAY(trace->arena, SymStep, trace->capacity);
  for (size_t i = 0; i < subset->count; ++i)
    trace->steps[trace->count++] =
        (SymStep){.fact = subset->indices[i],
                  .statements = &subset->facts[subset->indices[i]],
                  .numStatements = 1};
}

static void derive(const Subset *subset, SymQuestion question, Trace *trace) {
  SymFactBase *base = symFactBaseCreate(NULL, 0);
  for (size_t i = 0; i < subset->count; ++i)
    symFactBaseAdd(base, subset->facts[subset->indices[i]]);
  base->trace = trace;
  symAsk(base, question, NULL);
  symFactBaseDestroy(base);
}

void symExplain(Arena *arena, const SymFact *facts, size_t numFacts,
                SymQuestion question, SymDerivation *out) {
  *out = (SymDerivation){0};
  SymFactBase *base = symFactBaseCreate(facts, numFacts);
  out->answer = symAsk(base, question, &out->proof);
  if (out->answer == SYM_NO)
    copyWitness(arena, &out->proof);
  symFactBaseDestroy(base);
  if (out->answer != SYM_YES)
    return;
  Subset subset = allFacts(arena, facts, numFacts);
  minimise(&subset, question);
  Trace trace = {.arena = arena};
  addFactSteps(&subset, &trace);
  derive(&subset, question, &trace);
  out->steps = trace.steps;
  out->numSteps = trace.count;
}

//===----------------------------------------------------------------------===//
// Contradictions
//===----------------------------------------------------------------------===//

static SymQuestion impossible(Arena *arena) {
  return (SymQuestion){{.kind = SYM_FACT_LE,
                        .lhs = symExprConst(arena, 1),
                        .rhs = symExprConst(arena, 0)},
                       false};
}

/// One or two facts that clash by themselves are the smallest set.
static bool clashingPair(Subset *subset, SymQuestion question) {
  size_t count = subset->count;
  if (count * count > MAX_TRIED_PAIRS)
    return false;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j <= i; ++j) {
      size_t pair[] = {subset->indices[j], subset->indices[i]};
      Subset two = {subset->arena, subset->facts, j == i ? pair + 1 : pair,
                    j == i ? 1 : 2};
      if (!holdsWithout(&two, question, SIZE_MAX))
        continue;
      subset->indices[0] = pair[0];
      subset->indices[1] = pair[1];
      subset->count = two.count;
      return true;
    }
  return false;
}

bool symContradiction(Arena *arena, const SymFact *facts, size_t numFacts,
                      const size_t **indices, size_t *numIndices) {
  Subset subset = allFacts(arena, facts, numFacts);
  SymQuestion question = impossible(arena);
  if (!holdsWithout(&subset, question, SIZE_MAX))
    return false;
  minimise(&subset, question);
  // A set of three or more may still hide a pair elsewhere.
  if (subset.count > 2) {
    Subset all = allFacts(arena, facts, numFacts);
    if (clashingPair(&all, question))
      subset = all;
  }
  *indices = subset.indices;
  *numIndices = subset.count;
  return true;
}
