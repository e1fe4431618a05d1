//===- PrintModels.c - extents to run a program on ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Sym/Model.h"

#include <inttypes.h>

enum { OPTION_LIMIT, OPTION_LARGEST };

static void sayModel(MlirOperation function, const SymNameList *symbols,
                     const int64_t *values) {
  StrBuf text = {0};
  for (size_t i = 0; i < symbols->count; ++i)
    strBufAppendFormat(&text, "%s%.*s=%" PRId64, i ? "," : "",
                       (int)symbols->names[i].length, symbols->names[i].data,
                       values[i]);
  bridgeEmitRemark(mlirOperationGetLocation(function), "--dims=%s",
                   strBufText(&text));
  strBufFree(&text);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock entry = bridgeBody(run->op);
  SymNameList symbols = {.arena = run->arena};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    symWalkBareDims(mlirValueGetType(mlirBlockGetArgument(entry, i)),
                    symNameListAdd, &symbols);
  Facts facts = {.arena = run->arena};
  factsAddOf(&facts, run->op);
  int64_t *values, limit = relaxOptionInt(run, OPTION_LIMIT);
  size_t count = symbols.count;
  size_t found =
      symFindModels(run->arena, facts.items, facts.count, symbols.names, count,
                    relaxOptionInt(run, OPTION_LARGEST),
                    limit < 0 ? 0 : (size_t)limit, &values);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < found; ++i)
    sayModel(run->op, &symbols, values + i * count);
  if (count && limit > 0 && !found)
    outcome =
        bridgeEmitOpError(run->op, "has facts that no extents were found for");
  return outcome;
}

const RelaxPass relaxPrintModelsPass = {
    .name = "relax-print-models",
    .summary = "say extents that satisfy a function's facts",
    .documentation =
        "One remark per assignment, as an option of `relax-run`: "
        "`--dims=n=3,m=2`. Tried are different primes, 0, 1, the least and "
        "largest extents that the facts allow, and 0 and 1 for each symbol "
        "alone. Facts that no extents are found for are an error. The module "
        "is not changed.\n",
    .anchor = "relax.func",
    .options = {[OPTION_LIMIT] = {"limit", RELAX_OPTION_INT, "most assignments",
                                  "8", NULL},
                [OPTION_LARGEST] = {"largest", RELAX_OPTION_INT,
                                    "largest extent that no fact asks for",
                                    "64", NULL}},
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
