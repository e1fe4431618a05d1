//===- Prepare.c - what is worked out once for a group of facts -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FactBase.h"
#include "lib/Sym/Witness.h"

#include <stdlib.h>
#include <string.h>

enum {
  STEPS_OF_GROUP = 1 << 18,
  STEPS_OF_FACT = 1 << 12,
  STEPS_OF_MODEL = 1 << 13,
  NAMES_OF_FACT = 64, // room for names of the prover's own symbols
};

/// The goal of a system that has none: it follows only from a contradiction.
static void aimAtContradiction(Prover *prover, System *system) {
  system->kind = GOAL_NONNEGATIVE;
  system->goal = (ValueSet){symPolyConst(&prover->builder, -1), NULL, 0};
}

static bool addModel(Prepared *prepared, unsigned variant) {
  SymProof proof = {0};
  WitnessQuery query = {.facts = prepared->facts,
                        .numFacts = prepared->numFacts,
                        .variant = variant,
                        .limit = STEPS_OF_MODEL};
  bool found = witnessFind(prepared->arena, &query, &proof);
  prepared->steps += proof.steps;
  if (!found)
    return false;
  if (!prepared->names) {
    prepared->names = arenaCopy(prepared->arena, proof.witnessSymbols,
                                proof.numWitness * sizeof(StrRef));
    prepared->numNames = proof.numWitness;
  }
  prepared->models[prepared->numModels++] = arenaCopy(
      prepared->arena, proof.witness, proof.numWitness * sizeof(int64_t));
  return true;
}

void preparedFindModels(Prepared *prepared, unsigned most) {
  if (prepared->contradictory == 1)
    return;
  for (; prepared->triedModels < most; ++prepared->triedModels) {
    unsigned variant = prepared->triedModels;
    // Extents behind many strides are 0 unless the first one is large. Without
    // one of these two the other variants would only repeat the search.
    if (variant == 0)
      (void)(addModel(prepared, 0) || addModel(prepared, WITNESS_LARGE));
    else if (prepared->numModels != 0)
      addModel(prepared, variant);
  }
}

static void eliminate(Prover *prover, Prepared *prepared) {
  System *system = &prepared->system;
  system->sets = ARENA_ARRAY(prepared->arena, ValueSet, prepared->numFacts);
  for (size_t i = 0; i < prepared->numFacts && !proverExhausted(prover); ++i)
    proverAddFact(prover, system, prepared->facts[i]);
  aimAtContradiction(prover, system);
  proverSolve(prover, system, &prepared->bounds);
  system->prepared = true;
}

Prepared *prepareGroup(const SymFact *facts, size_t numFacts, size_t firstFact,
                       Trace *trace) {
  Arena *arena = arenaCreate();
  Prepared *prepared = ARENA_NEW(arena, Prepared);
  *prepared =
      (Prepared){.arena = arena,
                 .facts = arenaCopy(arena, facts, numFacts * sizeof(SymFact)),
                 .numFacts = numFacts,
                 .firstFact = firstFact,
                 .contradictory = -1};
  Prover prover = {.builder = symBuilder(arena),
                   .limit = STEPS_OF_GROUP + STEPS_OF_FACT * numFacts,
                   .numFresh = (unsigned)firstFact * NAMES_OF_FACT,
                   .record = &prepared->definitions,
                   .trace = trace};
  eliminate(&prover, prepared);
  prepared->steps = prover.steps + prover.builder.work;
  if (prepared->system.contradictory)
    prepared->contradictory = 1;
  return prepared;
}

void preparedDestroy(Prepared *prepared) {
  if (prepared)
    arenaDestroy(prepared->arena);
}

bool preparedContradictory(Prepared *prepared) {
  if (prepared->contradictory >= 0 || prepared->numModels != 0)
    return prepared->contradictory == 1;
  Arena *scratch = arenaCreate();
  Prover prover = {.builder = symBuilder(scratch),
                   .limit = STEPS_OF_GROUP,
                   .numFresh = 1u << 30};
  System system = prepared->system;
  aimAtContradiction(&prover, &system);
  prepared->contradictory = proveSystem(&prover, &system, &prepared->bounds);
  arenaDestroy(scratch);
  return prepared->contradictory == 1;
}
