//===- FuseTIRSymbols.c - symbols and facts of a merged program -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Transforms/FuseTIR.h"

#include <stb/stb_ds.h>

/// A stb_ds array of names.
typedef struct Names {
  StrRef *items;
} Names;

static bool contains(const Names *names, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(names->items); ++i)
    if (strRefEqual(names->items[i], name))
      return true;
  return false;
}

static void add(StrRef name, void *userData) {
  Names *names = userData;
  if (!contains(names, name))
    arrput(names->items, name);
}

static MlirWalkResult addOf(MlirOperation op, void *userData) {
  symWalkOperationSymbols(op, add, userData);
  return MlirWalkResultAdvance;
}

typedef struct Concern {
  const Names *names;
  bool all, any;
} Concern;

static void concerns(StrRef name, void *userData) {
  Concern *concern = userData;
  bool known = contains(concern->names, name);
  concern->all &= known;
  concern->any |= known;
}

/// The caller's facts over these symbols only: outlining takes facts along
/// (DESIGN.md 2.3, rule 4). Null if there is none.
static MlirAttribute factsFor(const FuseGraph *graph, const Names *names) {
  MlirAttribute facts = relaxFuncGetFacts(graph->function);
  if (!facts.ptr)
    return facts;
  intptr_t total = mlirArrayAttrGetNumElements(facts), kept = 0;
  MlirAttribute *list = ARENA_ARRAY(graph->arena, MlirAttribute, total);
  for (intptr_t i = 0; i < total; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    Concern concern = {names, true, false};
    symWalkAttributeSymbols(fact, concerns, &concern);
    if (concern.all && concern.any)
      list[kept++] = fact;
  }
  return kept ? mlirArrayAttrGet(mlirAttributeGetContext(facts), kept, list)
              : mlirAttributeGetNull();
}

/// Symbols that no buffer has as a bare dimension are passed in under the names
/// that the caller has for them.
static void passParameters(const FuseGraph *graph, FusedProgram *program,
                           const Names *names) {
  MlirContext context = mlirOperationGetContext(program->function);
  StrRef *bound;
  size_t numBound = tirFuncSymbols(program->function, graph->arena, &bound);
  Names known = {NULL};
  for (size_t i = 0; i < numBound; ++i)
    add(bound[i], &known);
  MlirAttribute *clause = NULL;
  MlirNamedAttribute *values = NULL;
  for (ptrdiff_t i = 0; i < arrlen(names->items); ++i) {
    if (contains(&known, names->items[i]))
      continue;
    MlirStringRef name = strRefToMlir(names->items[i]);
    arrput(clause, mlirStringAttrGet(context, name));
    arrput(values,
           mlirNamedAttributeGet(mlirIdentifierGet(context, name),
                                 symSymbolAttribute(context, names->items[i])));
  }
  if (arrlen(clause)) {
    tirFuncSetSymbols(program->function,
                      mlirArrayAttrGet(context, arrlen(clause), clause));
    program->symbols = mlirDictionaryAttrGet(context, arrlen(values), values);
  }
  arrfree(clause);
  arrfree(values);
  arrfree(known.items);
}

void fuseSetSymbols(const FuseGraph *graph, FusedProgram *program) {
  Names names = {NULL};
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(program->function, 0));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirBlockGetArgument(body, i)), add,
                       &names);
  mlirOperationWalk(program->function, addOf, &names, MlirWalkPreOrder);
  passParameters(graph, program, &names);
  MlirAttribute facts = factsFor(graph, &names);
  if (facts.ptr)
    tirFuncSetFacts(program->function, facts);
  arrfree(names.items);
}
