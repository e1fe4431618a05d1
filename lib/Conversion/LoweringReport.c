//===- LoweringReport.c - which operation takes which way -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/LoweringWay.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Kind {
  StrRef name; // "relax.add"
  RelaxWay way;
  long count;
} Kind;

static MlirWalkResult countOperation(MlirOperation op, void *userData) {
  Kind **kinds = userData;
  StrRef name = bridgeOpName(op);
  if (relaxIsFunc(op) || !strRefStartsWith(name, "relax."))
    return MlirWalkResultAdvance;
  for (ptrdiff_t i = 0; i < arrlen(*kinds); ++i)
    if (strRefEqual((*kinds)[i].name, name)) {
      ++(*kinds)[i].count;
      return MlirWalkResultAdvance;
    }
  // Ends of regions are part of what they end.
  bool end = bridgeIsTerminator(op);
  Kind kind = {name, end ? RELAX_WAY_HOST : relaxLoweringWay(name), 1};
  if (!end)
    arrput(*kinds, kind);
  return MlirWalkResultAdvance;
}

static int byWayAndName(const void *a, const void *b) {
  const Kind *x = a, *y = b;
  return x->way != y->way ? (int)x->way - (int)y->way
                          : strRefCompare(x->name, y->name);
}

static void reportFunction(MlirOperation function, StrBuf *out) {
  Kind *kinds = NULL;
  mlirOperationWalk(function, countOperation, &kinds, MlirWalkPreOrder);
  StrRef name = relaxFuncGetSymName(function);
  strBufAppendFormat(out, "lowering of @%.*s\n", SPREAD(name));
  if (kinds)
    qsort(kinds, arrlenu(kinds), sizeof(*kinds), byWayAndName);
  long sums[RELAX_NUM_WAYS] = {0};
  for (ptrdiff_t i = 0; i < arrlen(kinds); ++i) {
    strBufAppendFormat(out, "  %-10s  %4ld  %.*s\n", relaxWayName(kinds[i].way),
                       kinds[i].count, SPREAD(kinds[i].name));
    sums[kinds[i].way] += kinds[i].count;
  }
  strBufAppendC(out, "  sum:");
  for (int way = 0; way < RELAX_NUM_WAYS; ++way)
    strBufAppendFormat(out, "%s %ld %s", way ? "," : "", sums[way],
                       relaxWayName((RelaxWay)way));
  strBufAppendC(out, "\n");
  arrfree(kinds);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrBuf out = {0};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    reportFunction(op, &out);
  if (out.length)
    fputs(strBufText(&out), stderr);
  else
    bridgeEmitWarning(mlirOperationGetLocation(run->op),
                      "no 'relax.func' to report on: after 'relax-to-vm' every "
                      "operation has gone its way");
  strBufFree(&out);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxLoweringReportPass = {
    .name = "relax-lowering-report",
    .summary =
        "print which operation takes which way to machine code, on stderr",
    .documentation =
        "For every function a table of the kinds of its operations: the way, "
        "how many there are, the name. The ways are `decomposed` (into other "
        "graph operations, by `relax-decompose` or `relax-bind-extents`), "
        "`kernel` (a loop-level "
        "program by `relax-legalize`; a call of one is a kernel already), "
        "`library` (a call of the runtime's op library), `host` "
        "(instructions of the host program) and `none` (reference mode only: "
        "compiled mode refuses it with an error). docs/operators.md has the "
        "way of every operation. The module is not changed.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
