//===- TypeSymbols.c - which symbols a type names -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/TypeSymbols.h"
#include "dialects/Relax/Relax.h"
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

bool typeIsExact(MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  return true;
}
