//===- ScatterLanes.c - arguments that need not be copied together --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Behind the schedules: whether a program can read rows where they lie is
// known when its loops are final.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/TIR/Rows.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { COUNT_SCATTERED };

/// Calls of programs alone use it, which can all read it row by row.
static bool canScatter(MlirValue argument) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  bool good = !mlirOpOperandIsNull(use);
  for (; good && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    good = relaxIsCallTir(user) &&
           mlirOpOperandGetOperandNumber(use) < relaxCallTirGetNumInputs(user);
    if (good)
      good = tirCanScatter(bridgeFollow(user, relaxCallTirGetCallee(user)),
                           mlirOpOperandGetOperandNumber(use));
  }
  return good;
}

static void scatter(MlirOperation unit, intptr_t index, MlirValue argument) {
  relaxScatterArgument(unit, index);
  for (MlirOpOperand use = mlirValueGetFirstUse(argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    tirScatter(bridgeFollow(user, relaxCallTirGetCallee(user)),
               mlirOpOperandGetOperandNumber(use));
  }
}

/// Functions that batches are launched of, each once.
typedef struct ScatterUnit {
  const void *key; // MlirOperation::ptr
  char value;
} ScatterUnit;

static MlirWalkResult findUnit(MlirOperation op, void *userData) {
  ScatterUnit **units = userData;
  if (relaxIsDefer(op) && relaxDeferGetBatched(op)) {
    MlirOperation unit = bridgeFollow(op, relaxDeferGetCallee(op));
    if (relaxIsFunc(unit) && relaxFuncHasBody(unit))
      hmput(*units, (const void *)unit.ptr, 1);
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  ScatterUnit *units = NULL;
  mlirOperationWalk(run->op, findUnit, &units, MlirWalkPreOrder);
  for (ptrdiff_t u = 0; u < hmlen(units); ++u) {
    MlirOperation unit = {(void *)units[u].key};
    if (!passMayRewrite(run, unit))
      continue;
    MlirBlock entry = bridgeBody(unit);
    for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
      MlirValue argument = mlirBlockGetArgument(entry, i);
      if (relaxArgumentIsScattered(unit, i) || !canScatter(argument))
        continue;
      scatter(unit, i, argument);
      ++run->counters[COUNT_SCATTERED];
    }
  }
  hmfree(units);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxScatterLanesPass = {
    .name = "relax-scatter-lanes",
    .summary = "let arguments of batches stay where they lie",
    .documentation =
        "Arguments of functions that batches are launched of become "
        "`relax.scattered` where programs alone read them, row by row; those "
        "of the programs `tir.scattered`: `relax-to-vm` gives them a table of "
        "where rows begin.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_SCATTERED] = "arguments-scattered"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
