//===- BatchCells.c - operations of a straight line run together ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ED-Batch (Zha et al., ICML 2023, sections 2.4 and 3) on a straight line of
// operations, as of a cell or of two towers that have their weights in common:
// operations of one kind, with the same weights, that do not depend on each
// other are one operation on all of their values. Which run together is found
// by branch and bound (Runtime/Batch/Optimal.c): no order has fewer batches.
//
// What fusion makes one kernel anyway gains nothing, so a batch becomes one
// operation where that is a product with a weight, which is read once then, or
// where its values are those of such a batch already, in its order: nothing is
// gathered for it.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/BatchCells.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

enum { COUNT_OPERATIONS, COUNT_BATCHES, COUNT_MADE, COUNT_GATHERS };
enum { MOST_OPERATIONS = 64 }; // as many as are searched

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// Nobody sees when it runs.
static bool isFree(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 0 &&
         mlirOperationGetNumResults(op) == 1 && bridgeIsPure(op) &&
         !bridgeIsTerminator(op) && !relaxIsCall(op) &&
         relaxTypeIsExact(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

/// All operations of a kind have one key. What is one value for all is in it.
static void keyOf(MlirOperation op, StrBuf *key) {
  StrRef name = bridgeOpName(op);
  strBufAppendFormat(key, "%s%.*s ", cellsTakes(op) ? "" : "!",
                     (int)name.length, name.data);
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i < e; ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    strBufAppend(key, strRefFromMlir(mlirIdentifierStr(attribute.name)));
    bridgePrintAttribute(attribute.attribute, key);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (batchIsShared(operand))
      strBufAppendFormat(key, " %p", operand.ptr);
    else
      bridgePrintType(mlirValueGetType(operand), key);
  }
  bridgePrintType(mlirValueGetType(mlirOperationGetResult(op, 0)), key);
}

typedef struct CellType {
  char *key;
  int32_t value;
} CellType;

typedef struct CellNode {
  const void *key; // MlirOperation::ptr
  int32_t value;
} CellNode;

static void makeGraph(const MlirOperation *ops, BatchGraph *graph) {
  CellType *types = NULL;
  CellNode *nodes = NULL;
  int32_t *args = NULL;
  sh_new_strdup(types);
  for (ptrdiff_t n = 0; n < arrlen((MlirOperation *)ops); ++n) {
    StrBuf key = {0};
    keyOf(ops[n], &key);
    StrRef name = {strBufText(&key), key.length};
    CellType *known = strMapEntry(types, strBufText(&key));
    int32_t type = known ? known->value
                         : batchGraphAddType(graph, name, !cellsTakes(ops[n]));
    if (!known)
      shput(types, strBufText(&key), type);
    strBufFree(&key);
    arrsetlen(args, 0);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(ops[n]); i < e; ++i) {
      MlirOperation from = bridgeDefiner(mlirOperationGetOperand(ops[n], i));
      CellNode *node = from.ptr ? mapEntry(nodes, from.ptr) : NULL;
      if (node)
        arrput(args, node->value);
    }
    int32_t node = batchGraphAdd(graph, type, BATCH_DEPTH_OF_ARGS, args,
                                 (int32_t)arrlen(args));
    hmput(nodes, (const void *)ops[n].ptr, node);
  }
  shfree(types);
  hmfree(nodes);
  arrfree(args);
}

//===----------------------------------------------------------------------===//
// Straight lines
//===----------------------------------------------------------------------===//

/// Operations that stand in the order of their batches from here on.
static void batchLine(RelaxPassRun *run, const MlirOperation *ops,
                      MlirOperation end) {
  BatchGraph graph = {0};
  makeGraph(ops, &graph);
  BatchOrder *order = batchPolicyOptimal.create(NULL);
  Cells cells = {.run = run, .end = end};
  RelaxError error = {0};
  if (batchPolicyOptimal.start(order, &graph, &error))
    for (BatchStep step; batchPolicyOptimal.next(order, &step);) {
      MlirOperation *lanes = NULL;
      for (int32_t i = 0; i < step.numNodes; ++i)
        arrput(lanes, ops[step.nodes[i]]);
      ++run->counters[COUNT_BATCHES];
      cellsAdd(&cells, lanes);
      arrfree(lanes);
    }
  relaxErrorFree(&error);
  run->counters[COUNT_OPERATIONS] += (uint64_t)arrlen((MlirOperation *)ops);
  run->counters[COUNT_MADE] += (uint64_t)arrlen(cells.stacks);
  run->counters[COUNT_GATHERS] += cells.gathers;
  cellsFinish(&cells);
  batchPolicyOptimal.destroy(order);
  batchGraphFree(&graph);
}

static void batchBlock(MlirBlock block, void *userData) {
  RelaxPassRun *run = userData;
  MlirOperation *ops = NULL;
  int products = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    bool fits = isFree(op) && arrlen(ops) < MOST_OPERATIONS;
    Product product;
    if (relaxIsGetWeight(op) || relaxIsConstant(op))
      continue;
    if (fits) {
      arrput(ops, op);
      products += productIs(op, &product);
      continue;
    }
    if (products > 1 && passMayRewrite(run, ops[0]))
      batchLine(run, ops, op);
    arrsetlen(ops, 0);
    products = 0;
    if (isFree(op)) { // the first of the next line
      arrput(ops, op);
      products = productIs(op, &product);
    }
  }
  arrfree(ops);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  bridgeEachBlock(run->op, batchBlock, run);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxBatchCellsPass = {
    .name = "relax-batch-cells",
    .summary = "operations of a straight line that are alike become one",
    .documentation =
        "Operations of one kind, with the same weights, that do not depend on "
        "each other are one operation on all of their values: products with a "
        "weight, which is read once then, and operations element by element "
        "on what such products give, in the same order. Which run together is "
        "found by branch and bound, for up to 64 operations at a time: no "
        "order has fewer batches. Values that do not lie behind each other "
        "yet are put there (`relax.concat`).\n",
    .anchor = "relax.func",
    .counters = {[COUNT_OPERATIONS] = "operations",
                 [COUNT_BATCHES] = "batches",
                 [COUNT_MADE] = "operations-made",
                 [COUNT_GATHERS] = "values-gathered"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
