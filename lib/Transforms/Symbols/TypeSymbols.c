//===- TypeSymbols.c - which symbols a type names -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Symbols/TypeSymbols.h"
#include "dialects/Sym/Walk.h"

typedef struct Flow {
  MlirType from;
  bool complete;
} Flow;

static void requireName(StrRef name, void *userData) {
  Flow *flow = userData;
  flow->complete &= symTypeHasSymbol(flow->from, name);
}

bool typeSymbolsFlow(MlirType from, MlirType to) {
  Flow flow = {from, true};
  symWalkTypeSymbols(to, requireName, &flow);
  return flow.complete;
}
