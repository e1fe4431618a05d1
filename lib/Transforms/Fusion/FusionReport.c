//===- FusionReport.c - the pass relax-fusion-report ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The passes that fuse are carried out on a copy of the module, with a look at
// the calls before, between and behind them. Like the analyses that MLIR
// prints, the report goes to stderr.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseOnline.h"
#include "lib/Transforms/Fusion/FuseRows.h"
#include "lib/Transforms/Fusion/FusionTraffic.h"
#include "mlir-c/Dialect/Arith.h"

#include <stdio.h>
#include <string.h>

extern const RelaxPass relaxFuseOpsPass, relaxFuseLookupsPass,
    relaxFuseOnlinePass, relaxRecoverViewsPass, relaxFuseReducedPass,
    relaxFuseRowsPass;

typedef struct FusionReport {
  RelaxPassRun *run;
  ModuleSymbols *symbols;
  MlirOperation function;
  StrBuf *out;
  FusionTraffic traffic;
  intptr_t number; // of the function
  long *counts;    // of its kernels, before those of tiles
} FusionReport;

//===----------------------------------------------------------------------===//
// Kernels and bytes
//===----------------------------------------------------------------------===//

static void reportBytes(FusionReport *r, const char *what, long kernels,
                        SymExpr bytes) {
  strBufAppendFormat(r->out, "  %-20s %ld kernel%s, ", what, kernels,
                     kernels == 1 ? "" : "s");
  symExprPrint(bytes, r->out);
  strBufAppendC(r->out, " bytes moved");
}

static void reportTotal(FusionReport *r, const char *when) {
  fusionTrafficCount(&r->traffic, r->function);
  reportBytes(r, when, r->traffic.kernels, r->traffic.bytes);
  strBufAppendC(r->out, "\n");
}

/// Products with weights, and what lies between them.
static void reportParts(FusionReport *r) {
  const FusionTraffic *traffic = &r->traffic;
  reportBytes(r, "products of weights:", traffic->products,
              traffic->productBytes);
  strBufAppendC(r->out, "\n");
  reportBytes(r, "all else:", traffic->kernels - traffic->products,
              traffic->restBytes);
  strBufAppendC(r->out, ", ");
  symExprPrint(traffic->once, r->out);
  strBufAppendC(r->out, " of them what its parts read and write once\n");
}

//===----------------------------------------------------------------------===//
// Groups and edges
//===----------------------------------------------------------------------===//

static void appendCallee(FusionReport *r, MlirOperation call) {
  strBufAppendC(r->out, "@");
  strBufAppend(r->out, bridgeRefName(relaxCallTirGetCallee(call)));
}

static void appendExtents(FusionReport *r, MlirOperation call) {
  const MlirAttribute *dims;
  intptr_t rank =
      symTypeDims(mlirValueGetType(mlirOperationGetResult(call, 0)), &dims);
  strBufAppendC(r->out, "[");
  for (intptr_t d = 0; d < rank; ++d) {
    strBufAppendC(r->out, d ? ", " : "");
    symPrintAttribute(dims[d], r->out);
  }
  strBufAppendC(r->out, "]");
}

static void reportGroup(FusionReport *r, const RowsGraph *graph,
                        intptr_t group) {
  intptr_t members[ROWS_MAX_CALLS];
  intptr_t count = rowsMembersOf(graph, group, group, members);
  if (count < 2 || graph->base.groups.of[group] != group)
    return;
  strBufAppendC(r->out, "  rows:");
  for (intptr_t m = 0; m < count; ++m) {
    strBufAppendC(r->out, m ? ", " : " ");
    appendCallee(r, graph->nodes[members[m]].call.op);
  }
  strBufAppendC(r->out, "\n");
}

/// Why two calls are no part of one program; NULL if they are.
static const char *refusalOf(RowsGraph *graph, MlirOperation call,
                             MlirOperation user) {
  RowsNode node;
  intptr_t from = rowsProducer(graph, mlirOperationGetResult(call, 0));
  intptr_t to = rowsProducer(graph, mlirOperationGetResult(user, 0));
  if (from < 0 || to < 0) {
    rowsReadNode(graph, from < 0 ? call : user, &node);
    return node.refusal;
  }
  intptr_t members[ROWS_MAX_CALLS];
  const intptr_t *groups = graph->base.groups.of;
  intptr_t a = groups[from], b = groups[to];
  if (a == b)
    return NULL;
  RowsPlan plan;
  rowsPlan(graph, members, rowsMembersOf(graph, a, b, members), &plan);
  return plan.refusal;
}

static void reportEdge(FusionReport *r, RowsGraph *graph, MlirOperation call,
                       MlirOperation user) {
  const char *refusal = refusalOf(graph, call, user);
  if (!refusal)
    return;
  strBufAppendC(r->out, "  edge: ");
  appendCallee(r, call);
  strBufAppendC(r->out, " ");
  appendExtents(r, call);
  strBufAppendC(r->out, " to ");
  appendCallee(r, user);
  strBufAppendC(r->out, " ");
  appendExtents(r, user);
  strBufAppendFormat(r->out, ": %s\n", refusal);
}

static void reportEdges(FusionReport *r, RowsGraph *graph, MlirOperation user) {
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(user); i < e; ++i) {
    MlirValue value = relaxCallTirGetInputs(user, i);
    bool known = !relaxIsCallTir(bridgeDefiner(value));
    for (intptr_t k = 0; k < i; ++k)
      known |= mlirValueEqual(relaxCallTirGetInputs(user, k), value);
    if (!known)
      reportEdge(r, graph, mlirOpResultGetOwner(value), user);
  }
}

/// Why a softmax between two products is not one program with them.
static void reportSoftmax(FusionReport *r, RowsGraph *graph,
                          MlirOperation call) {
  Online online;
  if (onlineMatch(&graph->base, call, &online) || !online.refusal)
    return;
  strBufAppendC(r->out, "  softmax: ");
  appendCallee(r, online.weights->call.op);
  strBufAppendC(r->out, " ");
  appendExtents(r, online.weights->call.op);
  strBufAppendC(r->out, " to ");
  appendCallee(r, call);
  strBufAppendC(r->out, " ");
  appendExtents(r, call);
  strBufAppendFormat(r->out, ": %s\n", online.refusal);
}

static void reportBlock(MlirBlock block, void *userData) {
  FusionReport *r = userData;
  SymNameList defined = {.arena = r->run->arena};
  defined.count = symBoundIn(r->function, r->run->arena, &defined.names);
  RowsGraph graph = {.base = {.arena = r->run->arena,
                              .symbols = r->symbols,
                              .defined = &defined,
                              .function = r->function}};
  rowsReadGraph(&graph, block);
  rowsFormGroups(&graph);
  for (intptr_t n = 0; n < graph.numNodes; ++n)
    reportGroup(r, &graph, n);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsCallTir(op)) {
      reportSoftmax(r, &graph, op);
      reportEdges(r, &graph, op);
    }
  rowsFreeGraph(&graph);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static MlirLogicalResult carryOutOn(FusionReport *r, const RelaxPass *pass,
                                    MlirOperation op) {
  uint64_t counters[RELAX_PASS_MAX_COUNTERS] = {0};
  StrRef options[RELAX_PASS_MAX_OPTIONS];
  for (size_t i = 0; pass->options[i].name; ++i)
    options[i] = strRefFromC(pass->options[i].initial);
  RelaxPassRun run = {.op = op,
                      .context = r->run->context,
                      .arena = r->run->arena,
                      .pass = pass,
                      .options = options,
                      .counters = counters};
  return pass->run(&run);
}

/// On the module, or on each of its functions.
static MlirLogicalResult carryOut(FusionReport *r, const RelaxPass *pass,
                                  MlirOperation module) {
  if (strcmp(pass->anchor, "relax.func") != 0)
    return carryOutOn(r, pass, module);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL};
       mlirLogicalResultIsSuccess(outcome) &&
       (op = bridgeNext(module, op, relaxIsFunc)).ptr;)
    outcome = carryOutOn(r, pass, op);
  return outcome;
}

/// A step of every function, with its name in front.
static void reportFunctions(FusionReport *r, MlirOperation module,
                            StrBuf *parts, void (*step)(FusionReport *)) {
  r->traffic.symbols = r->symbols = moduleSymbolsCreate(module);
  intptr_t n = 0;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(module, op, relaxIsFunc)).ptr;) {
    r->function = op;
    r->number = n;
    r->out = &parts[n++];
    step(r);
  }
  moduleSymbolsDestroy(r->symbols);
}

static void before(FusionReport *r) {
  StrRef name = relaxFuncGetSymName(r->function);
  strBufAppendFormat(r->out, "fusion of @%.*s\n", (int)name.length, name.data);
  fusionTrafficTables(&r->traffic, r->function);
  reportTotal(r, "before:");
}

static void between(FusionReport *r) {
  reportTotal(r, "element by element:");
  r->counts[r->number] = r->traffic.kernels;
}

static void byTiles(FusionReport *r) {
  fusionTrafficCount(&r->traffic, r->function);
  if (r->traffic.kernels < r->counts[r->number])
    reportTotal(r, "by tiles:");
  bridgeEachBlock(r->function, reportBlock, r);
}

/// The passes that make one program of several around a product; what is left
/// of reshapes is no kernel.
static MlirLogicalResult carryOutTiles(FusionReport *r, MlirOperation module) {
  const RelaxPass *const passes[] = {
      &relaxFuseLookupsPass, &relaxFuseOnlinePass, &relaxRecoverViewsPass,
      &relaxFuseReducedPass};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < sizeof(passes) / sizeof(*passes) &&
                     mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = carryOut(r, passes[i], module);
  return outcome;
}

static void behind(FusionReport *r) {
  reportTotal(r, "after:");
  if (r->traffic.kernels > 0)
    reportParts(r);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation copy = mlirOperationClone(run->op);
  intptr_t count = 0;
  for (MlirOperation op = {NULL}; (op = bridgeNext(copy, op, relaxIsFunc)).ptr;)
    ++count;
  StrBuf *parts = ARENA_ARRAY(run->arena, StrBuf, count);
  FusionReport r = {.run = run,
                    .traffic = {.arena = run->arena},
                    .counts = ARENA_ARRAY(run->arena, long, count)};
  reportFunctions(&r, copy, parts, before);
  MlirLogicalResult outcome = carryOut(&r, &relaxFuseOpsPass, copy);
  if (mlirLogicalResultIsSuccess(outcome)) {
    reportFunctions(&r, copy, parts, between);
    outcome = carryOutTiles(&r, copy);
  }
  if (mlirLogicalResultIsSuccess(outcome)) {
    reportFunctions(&r, copy, parts, byTiles);
    outcome = carryOut(&r, &relaxFuseRowsPass, copy);
  }
  if (mlirLogicalResultIsSuccess(outcome))
    reportFunctions(&r, copy, parts, behind);
  for (intptr_t n = 0; n < count; ++n) {
    if (mlirLogicalResultIsSuccess(outcome))
      fputs(strBufText(&parts[n]), stderr);
    strBufFree(&parts[n]);
  }
  fusionTrafficFree(&r.traffic);
  mlirOperationDestroy(copy);
  return outcome;
}

const RelaxPass relaxFusionReportPass = {
    .name = "relax-fusion-report",
    .summary = "print what fusion makes of the calls, and what it leaves, on "
               "stderr",
    .documentation =
        "Of a module behind `relax-legalize`: for every function the kernels "
        "and the bytes that they read and write, as a formula, before fusion, "
        "behind `relax-fuse-ops`, behind `relax-fuse-lookups`, `-online` and "
        "`-reduced` and behind `relax-fuse-rows`; then those of products with "
        "weights and of all else, of which the parts between products have to "
        "read what comes in and write what goes out once (of a table from "
        "which data chooses rows these rows count); the calls that the last "
        "pass joins; and every edge from kernel to kernel that is left, "
        "with the extents of both results and the reason. The module is not "
        "changed.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_REPORTS,
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__},
    .run = run,
};
