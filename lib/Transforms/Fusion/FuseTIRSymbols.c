//===- FuseTIRSymbols.c - symbols and facts of a merged program -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseTIR.h"

#include <stb/stb_ds.h>

static MlirWalkResult addOf(MlirOperation op, void *userData) {
  symWalkOperationSymbols(op, symNameListAdd, userData);
  return MlirWalkResultAdvance;
}

/// Symbols that no buffer has as a bare dimension are passed in under the names
/// that the caller has for them, in the order in which it defines them: that of
/// `names` would depend on the names, which order the terms of a sum.
static void passParameters(const FuseGraph *graph, FusedProgram *program,
                           const SymNameList *names) {
  MlirContext context = mlirOperationGetContext(program->function);
  StrRef *bound;
  size_t numBound = tirFuncSymbols(program->function, graph->arena, &bound);
  SymNameList known = {.arena = graph->arena};
  for (size_t i = 0; i < numBound; ++i)
    symNameListAdd(bound[i], &known);
  const StrRef *defined = graph->defined->names;
  size_t numDefined = graph->defined->count;
  MlirAttribute *clause = NULL;
  MlirNamedAttribute *values = NULL;
  for (size_t i = 0; i < numDefined; ++i) {
    if (symNameListFind(&known, defined[i]) >= 0 ||
        symNameListFind(names, defined[i]) < 0)
      continue;
    MlirStringRef name = strRefToMlir(defined[i]);
    arrput(clause, mlirStringAttrGet(context, name));
    arrput(values,
           mlirNamedAttributeGet(mlirIdentifierGet(context, name),
                                 symSymbolAttribute(context, defined[i])));
  }
  if (arrlen(clause)) {
    tirFuncSetSymbols(program->function,
                      mlirArrayAttrGet(context, arrlen(clause), clause));
    program->symbols = mlirDictionaryAttrGet(context, arrlen(values), values);
  }
  arrfree(clause);
  arrfree(values);
}

void fuseSetSymbols(const FuseGraph *graph, FusedProgram *program) {
  SymNameList names = {.arena = graph->arena};
  MlirBlock body = bridgeBody(program->function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirBlockGetArgument(body, i)),
                       symNameListAdd, &names);
  mlirOperationWalk(program->function, addOf, &names, MlirWalkPreOrder);
  passParameters(graph, program, &names);
  MlirAttribute facts =
      symNameListFacts(&names, relaxFuncGetFacts(graph->function));
  if (facts.ptr)
    tirFuncSetFacts(program->function, facts);
}
