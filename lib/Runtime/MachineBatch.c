//===- MachineBatch.c - what was deferred, until it is forced -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each call of `vm.defer` is a node of a graph (Batch/Graph.h); its type is the
// function with the extents of the arguments. When no fiber can go on, a policy
// takes the graph apart, and each of its batches is one launch.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineBatch.h"
#include "lib/Runtime/Batch/Layout.h"
#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Stack.h"

#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

MachineBatch *machineBatchCreate(const RelaxTogether *how, RelaxCall *calls,
                                 const bool *ended) {
  MachineBatch *batch = calloc(1, sizeof *batch);
  if (!batch)
    return NULL;
  batch->calls = calls;
  batch->ended = ended;
  batch->how = how;
  batch->order = how->policy->create(how->table);
  return batch;
}

void machineBatchDestroy(MachineBatch *batch) {
  if (!batch)
    return;
  assert(arrlen(batch->nodes) == 0);
  batch->how->policy->destroy(batch->order);
  batchGraphFree(&batch->graph);
  for (ptrdiff_t i = 0; i < arrlen(batch->kinds); ++i)
    free(batch->kinds[i].shapes.tensors);
  arrfree(batch->kinds);
  arrfree(batch->newest);
  arrfree(batch->memory);
  arrfree(batch->nodes);
  arrfree(batch->lanes);
  arrfree(batch->args);
  free(batch);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static bool isOfKind(const BatchKind *kind, const LaneShapes *shapes,
                     RelaxTensor *const *tensors) {
  bool same = kind->shapes.batched == shapes->batched &&
              kind->shapes.numInputs == shapes->numInputs &&
              kind->shapes.numExtents == shapes->numExtents &&
              kind->shapes.numRows == shapes->numRows;
  for (size_t i = 0, e = machineLaneValues(shapes); same && i < e; ++i) {
    const RelaxTensor *shape = &kind->shapes.tensors[i];
    same = shape->dtype == tensors[i]->dtype && shape->rank == tensors[i]->rank;
    for (int32_t d = machineJoined(shapes, i, shape->rank);
         same && d < shape->rank; ++d)
      same = shape->dims[d] == tensors[i]->dims[d];
  }
  return same;
}

/// The type of the call, a number of the graph; -1 without memory.
static int32_t typeOf(RelaxMachine *machine, uint32_t index,
                      const LaneShapes *shapes, RelaxTensor *const *tensors) {
  MachineBatch *batch = machine->batch;
  StrRef function = shapes->function->name;
  size_t count = machineLaneValues(shapes);
  while ((uint32_t)arrlen(batch->newest) <= index)
    arrput(batch->newest, -1);
  for (int32_t at = batch->newest[index]; at >= 0; at = batch->kinds[at].older)
    if (isOfKind(&batch->kinds[at], shapes, tensors))
      return at;
  BatchKind kind = {.shapes = *shapes, .older = batch->newest[index]};
  kind.shapes.tensors = calloc(count + 1, sizeof **tensors);
  if (!kind.shapes.tensors)
    return -1;
  for (size_t i = 0; i < count; ++i) {
    RelaxTensor *shape = &kind.shapes.tensors[i];
    shape->dtype = tensors[i]->dtype;
    shape->rank = tensors[i]->rank;
    memcpy(shape->dims, tensors[i]->dims, sizeof shape->dims);
  }
  StrBuf name = {0}; // as tables of policies have it
  strBufAppendFormat(&name, "@%.*s", (int)function.length, function.data);
  int32_t type = batchGraphAddType(
      &batch->graph, (StrRef){name.data, name.length}, !shapes->batched);
  strBufFree(&name);
  assert(type == (int32_t)arrlen(batch->kinds));
  arrput(batch->kinds, kind);
  batch->newest[index] = type;
  return type;
}

/// More levels than a phase has.
enum { PHASE_LEVELS = 1 << 24 };

/// Of the node that is added, above its arguments.
static int32_t depthOf(const MachineBatch *batch, LaneDepth deeper) {
  int32_t depth = (int32_t)deeper.phase * PHASE_LEVELS;
  for (ptrdiff_t i = 0; i < arrlen(batch->args); ++i)
    if (batch->graph.depths[batch->args[i]] >= depth)
      depth = batch->graph.depths[batch->args[i]] + 1;
  return depth + (int32_t)deeper.ghosts;
}

/// Who computes it, if that is to come; of a stack who computes its rows.
static void addArgs(MachineBatch *batch, const RelaxStorage *storage) {
  int64_t count;
  if (storage->data)
    return;
  if (storage->deferred) {
    arrput(batch->args, storage->deferred - 1);
    return;
  }
  const RelaxTensor *rows = relaxStackRows(storage, &count);
  for (int64_t i = 0; i < count; ++i)
    addArgs(batch, rows[i].storage);
}

/// NULL without memory.
static Lane *newLane(MachineBatch *batch, size_t bytes) {
  LanePiece *last = arrlen(batch->memory) ? &arrlast(batch->memory) : NULL;
  if (!last || last->bytes - last->used < bytes) {
    LanePiece piece = {
        .bytes = bytes > RELAX_POOL_LARGEST ? bytes : RELAX_POOL_LARGEST};
    piece.data = relaxPoolAllocate(piece.bytes);
    if (!piece.data)
      return NULL;
    arrput(batch->memory, piece);
    last = &arrlast(batch->memory);
  }
  Lane *lane = (Lane *)(last->data + last->used);
  last->used += bytes;
  return lane;
}

static void freeLanes(MachineBatch *batch) {
  while (arrlen(batch->memory)) {
    LanePiece piece = arrpop(batch->memory);
    relaxPoolFree(piece.data, piece.bytes);
  }
  arrsetlen(batch->nodes, 0);
  batchGraphClear(&batch->graph);
}

bool machineDefer(RelaxMachine *machine, uint32_t function,
                  const LaneShapes *shapes, LaneDepth deeper,
                  RelaxTensor *const *tensors, const int64_t *numbers,
                  RelaxError *error) {
  MachineBatch *batch = machine->batch;
  uint32_t inputs = shapes->numInputs;
  int32_t type = typeOf(machine, function, shapes, tensors);
  // Far beyond what memory holds, but a graph has no room for more.
  Lane *lane = type < 0 || arrlen(batch->nodes) >= BATCH_MAX_COUNT / 64
                   ? NULL
                   : newLane(batch, machineLaneBytes(shapes));
  if (!lane)
    return relaxFail(error, "out of memory");
  machineLaneFill(lane, shapes, tensors, numbers, machine->running);
  arrsetlen(batch->args, 0);
  for (uint32_t i = 0; i < inputs; ++i)
    addArgs(batch, tensors[i]->storage);
  int32_t node =
      batchGraphAdd(&batch->graph, type,
                    deeper.ghosts || deeper.phase ? depthOf(batch, deeper)
                                                  : BATCH_DEPTH_OF_ARGS,
                    batch->args, (int32_t)arrlen(batch->args));
  for (uint32_t i = 0; i < shapes->function->numResults; ++i)
    tensors[inputs + i]->storage->deferred = node + 1;
  arrput(batch->nodes, lane);
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// One by one: a call that fails fails alone.
static void launchApart(RelaxMachine *machine, const BatchKind *kind) {
  MachineBatch *batch = machine->batch;
  for (ptrdiff_t i = 0; i < arrlen(batch->lanes); ++i) {
    Lane *lane = batch->lanes[i];
    RelaxError *error = &batch->calls[lane->call].error;
    if (!relaxErrorIsSet(error))
      machineLaunch(machine, &kind->shapes, &lane, 1, error);
  }
}

static void dropNode(RelaxMachine *machine, int32_t node) {
  MachineBatch *batch = machine->batch;
  const BatchKind *kind = &batch->kinds[batch->graph.nodeTypes[node]];
  machineLaneDrop(&kind->shapes, batch->nodes[node]);
  batch->nodes[node] = NULL;
}

static void launch(RelaxMachine *machine, const BatchStep *step) {
  enum { AHEAD = 8 }; // lanes lie anywhere
  MachineBatch *batch = machine->batch;
  const BatchKind *kind = &batch->kinds[step->type];
  arrsetlen(batch->lanes, 0);
  for (int32_t i = 0; i < step->numNodes; ++i) {
    if (i + AHEAD < step->numNodes)
      __builtin_prefetch(batch->nodes[step->nodes[i + AHEAD]]);
    Lane *lane = batch->nodes[step->nodes[i]];
    // What a call has left that failed, or has its results, is dropped.
    if (!batch->ended[lane->call] &&
        !relaxErrorIsSet(&batch->calls[lane->call].error))
      arrput(batch->lanes, lane);
  }
  size_t count = arrlenu(batch->lanes);
  if (count == 0)
    return;
  ++machine->last.batches;
  RelaxError error = {0};
  if (count == 1 || !kind->shapes.batched ||
      !machineLaunch(machine, &kind->shapes, batch->lanes, count, &error))
    launchApart(machine, kind);
  relaxErrorFree(&error);
}

static void run(RelaxMachine *machine, const BatchStep *step) {
  launch(machine, step);
  for (int32_t i = 0; i < step->numNodes; ++i)
    dropNode(machine, step->nodes[i]);
}

/// All batches are known before the first one runs.
static void runPlanned(RelaxMachine *machine) {
  MachineBatch *batch = machine->batch;
  BatchLayout layout = {0};
  batchLayoutPlan(&batch->graph, batch->how->policy, batch->order, &layout);
  for (ptrdiff_t i = 0; i < arrlen(layout.batches); ++i) {
    const BatchPlaced *placed = &layout.batches[i];
    run(machine, &(BatchStep){placed->type, placed->numNodes,
                              &layout.nodes[placed->firstNode]});
  }
  batchLayoutFree(&layout);
}

void machineFlush(RelaxMachine *machine) {
  MachineBatch *batch = machine->batch;
  RelaxError error = {0};
  const BatchPolicy *policy = batch->how->policy;
  if (batch->how->graph && arrlen(batch->nodes))
    batch->how->graph(batch->how->graphUser, &batch->graph);
  bool good = policy->start(batch->order, &batch->graph, &error);
  if (good && batch->how->layout)
    runPlanned(machine);
  for (BatchStep step; good && policy->next(batch->order, &step);)
    run(machine, &step);
  for (int32_t i = 0; !good && i < (int32_t)arrlen(batch->nodes); ++i) {
    size_t call = batch->nodes[i]->call;
    if (!batch->ended[call])
      relaxFail(&batch->calls[call].error, "%s", relaxErrorText(&error));
    dropNode(machine, i);
  }
  relaxErrorFree(&error);
  freeLanes(batch);
}
