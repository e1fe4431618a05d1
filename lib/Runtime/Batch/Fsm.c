//===- Fsm.c - what a table says ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Table.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct FsmOrder {
  const BatchTable *table;
  BatchFrontier frontier;
  int32_t *numbers; // by type of the graph: the table's; stb_ds arrays
  int32_t *state;
  int64_t *keys;
} FsmOrder;

static BatchOrder *fsmCreate(const struct BatchTable *table) {
  FsmOrder *order = calloc(1, sizeof *order);
  if (!order)
    outOfMemory();
  order->table = table;
  return (BatchOrder *)order;
}

static bool fsmStart(BatchOrder *self, const BatchGraph *graph,
                     RelaxError *error) {
  FsmOrder *order = (FsmOrder *)self;
  if (!batchTableBind(order->table, graph, &order->numbers, error))
    return false;
  batchFrontierStart(&order->frontier, graph);
  return true;
}

/// The type that the table names, if it has nodes that are ready.
static int32_t choose(FsmOrder *order) {
  const BatchTable *table = order->table;
  batchEncode(table->encoding, &order->frontier, order->numbers, &order->state,
              &order->keys);
  int32_t state =
      batchStatesFind(&table->states, order->state, arrlenu(order->state));
  int32_t type = state < 0 ? -1
                           : batchReadyOf(&order->frontier, order->numbers,
                                          table->actions[state]);
  if (type >= 0)
    return type;
  return batchFrontierMostFrequent(&order->frontier);
}

static bool fsmNext(BatchOrder *self, BatchStep *step) {
  FsmOrder *order = (FsmOrder *)self;
  if (arrlen(order->frontier.readyTypes) == 0)
    return false;
  batchFrontierTake(&order->frontier, choose(order), step);
  return true;
}

static void fsmDestroy(BatchOrder *self) {
  FsmOrder *order = (FsmOrder *)self;
  batchFrontierFree(&order->frontier);
  arrfree(order->numbers);
  arrfree(order->state);
  arrfree(order->keys);
  free(order);
}

const BatchPolicy batchPolicyFsm = {
    "fsm",     "what a table says of the types that are ready",
    true,      fsmCreate,
    fsmStart,  fsmNext,
    fsmDestroy};
