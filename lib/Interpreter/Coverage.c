//===- Coverage.c - what of a module has run -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Programs/Program.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

static void visitNodes(RelaxInterpreter *interpreter, const ProgBlock *block) {
  for (intptr_t i = 0; i < block->numNodes; ++i) {
    const ProgNode *node = &block->nodes[i];
    EvalVisit visit = {node->op.ptr};
    if (node->hasRun)
      hmputs(interpreter->visited, visit);
    for (intptr_t b = 0; b < node->numBlocks; ++b)
      visitNodes(interpreter, &node->blocks[b]);
  }
}

typedef struct Counts {
  RelaxInterpreter *interpreter;
  size_t ran, all;
} Counts;

static MlirWalkResult count(MlirOperation op, void *userData) {
  Counts *counts = userData;
  if (tirIsSchedule(op))
    return MlirWalkResultSkip; // was applied, or will be
  if (bridgeIsTerminator(op) || relaxIsFunc(op) || vmIsFunc(op) ||
      tirIsFunc(op))
    return MlirWalkResultAdvance;
  ++counts->all;
  counts->ran +=
      mapFind(counts->interpreter->visited, (const void *)op.ptr) >= 0;
  return MlirWalkResultAdvance;
}

void relaxInterpreterCoverage(RelaxInterpreter *interpreter, size_t *ran,
                              size_t *all) {
  Counts counts = {.interpreter = interpreter};
  for (EvalProgram *p = interpreter->programs; p; p = p->next)
    visitNodes(interpreter, &p->program->body);
  MlirBlock body = bridgeBody(interpreter->module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op) || vmIsFunc(op) || tirIsFunc(op))
      mlirOperationWalk(op, count, &counts, MlirWalkPreOrder);
  *ran = counts.ran;
  *all = counts.all;
}
