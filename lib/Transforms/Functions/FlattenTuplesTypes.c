//===- FlattenTuplesTypes.c - functions as values take fields -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function that is a value may stand anywhere: in arguments, in data, in what
// another function gives. All its types change at once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Sym/Substitute.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Functions/FlattenTuples.h"

#include <stb/stb_ds.h>

static MlirType flattenFn(MlirType fn) {
  MlirContext context = mlirTypeGetContext(fn);
  MlirType signature = relaxFnTypeGetSignature(fn);
  MlirType *inputs = NULL, *results = NULL;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(signature); i < e; ++i)
    flattenType(mlirFunctionTypeGetInput(signature, i), &inputs);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(signature); i < e; ++i)
    flattenType(mlirFunctionTypeGetResult(signature, i), &results);
  const MlirAttribute *symbols, *rule;
  intptr_t numSymbols = relaxFnTypeGetSymbols(fn, &symbols);
  intptr_t ruleLength = relaxFnTypeGetRule(fn, &rule);
  MlirType flat =
      relaxFnTypeGet(context, numSymbols, symbols,
                     mlirFunctionTypeGet(context, arrlen(inputs), inputs,
                                         arrlen(results), results),
                     ruleLength, rule, relaxFnTypeGetEffects(fn));
  arrfree(inputs);
  arrfree(results);
  return flat;
}

static MlirType flattenPart(MlirType type, void *userData) {
  (void)userData;
  return relaxIsFnType(type) && !relaxFnIsOpaque(type) ? flattenFn(type) : type;
}

static MlirType flattened(MlirType type, void *userData) {
  return symTypeInsideOut(type, flattenPart, userData);
}

static bool isOfValue(MlirOperation op) {
  return relaxIsClosure(op) || relaxIsInvoke(op);
}

void flattenFunctionValues(MlirOperation module) {
  if (bridgeHas(module, isOfValue))
    symMapTypes(module, flattened, NULL);
}
