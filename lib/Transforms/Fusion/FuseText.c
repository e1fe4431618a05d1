//===- FuseText.c - merged programs whose loops are text ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseText.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

void fuseSetExpr(Template *t, const char *name, SymExpr expr) {
  StrBuf text = {0};
  symExprPrint(expr, &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

void fuseAppendSymbols(const FuseGraph *graph, StrBuf *out) {
  const SymNameList *names = graph->defined;
  for (size_t i = 0; i < names->count; ++i) {
    strBufAppendC(out, i ? ", " : " symbols (");
    strBufAppend(out, names->names[i]);
  }
  strBufAppendC(out, names->count ? ")" : "");
}

void fuseTakeBody(FuseBuilder *b, MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!tirIsFunc(op))
    op = mlirOperationGetNextInBlock(op);
  MlirBlock from = bridgeBody(op);
  for (op = mlirBlockGetFirstOperation(from); op.ptr;) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(b->body, op);
    op = next;
  }
  mlirModuleDestroy(module);
}

typedef struct Search {
  StrRef name;
  MlirOperation found;
} Search;

static MlirWalkResult findNamed(MlirOperation op, void *userData) {
  Search *search = userData;
  StrRef name = tirIsCompute(op) ? tirComputeGetName(op)
                : tirIsFor(op)   ? tirForGetName(op)
                : tirIsAlloc(op) ? tirAllocGetName(op)
                                 : (StrRef){NULL, 0};
  if (!name.data || !strRefEqual(name, search->name))
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

MlirOperation fuseFindNamed(MlirOperation function, const char *name) {
  Search search = {.name = strRefFromC(name)};
  mlirOperationWalk(function, findNamed, &search, MlirWalkPreOrder);
  return search.found;
}
