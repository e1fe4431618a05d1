//===- Accesses.c - what programs do with memory --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Check.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Interpreter/Programs/Program.h"

//===----------------------------------------------------------------------===//
// tir
//===----------------------------------------------------------------------===//

/// `tir.load %X[...] pad %zero`: the pad is the last operand.
static bool load(ProgRun *run, const ProgNode *node) {
  const ProgMemory *memory = &run->memories[node->operands[0]];
  int64_t indices[PROG_MAX_INDICES], place;
  if (!progEvalAll(run, node, &node->lists[0], indices))
    return false;
  ProgCell *result = &run->cells[node->results[0]];
  if (node->choice && !progIsInside(memory, indices, &place)) {
    *result = run->cells[node->operands[node->numOperands - 1]];
    return true;
  }
  if (!progPlaceOf(run, node, memory, indices, "reads", &place))
    return false;
  progLoadCell(run, node, memory, place, result);
  return true;
}

static bool store(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory = &run->memories[node->operands[1]];
  int64_t indices[PROG_MAX_INDICES], place;
  return progEvalAll(run, node, &node->lists[0], indices) &&
         progPlaceOf(run, node, memory, indices, "writes", &place) &&
         progStoreCell(run, node, memory, place, run->cells[node->operands[0]]);
}

/// Values, then buffers; one list of indices per buffer.
static bool targetOf(ProgRun *run, const ProgNode *node, intptr_t component,
                     ProgMemory **memory, int64_t *place) {
  int64_t indices[PROG_MAX_INDICES];
  *memory = &run->memories[node->operands[node->numLists + component]];
  return progEvalAll(run, node, &node->lists[component], indices) &&
         progPlaceOf(run, node, *memory, indices, "combines into", place);
}

bool progInitialise(ProgRun *run, const ProgNode *node) {
  for (intptr_t i = 0; i < node->numLists; ++i) {
    ProgMemory *memory;
    int64_t place;
    if (!targetOf(run, node, i, &memory, &place) ||
        !progStoreCell(run, node, memory, place, node->identity[i]))
      return false;
  }
  return true;
}

/// The arguments of the monoid are the states, then the values.
static bool reduce(ProgRun *run, const ProgNode *node) {
  const ProgBlock *monoid = node->monoid;
  ProgMemory *memory;
  int64_t place;
  for (intptr_t i = 0; i < node->numLists; ++i) {
    if (!targetOf(run, node, i, &memory, &place))
      return false;
    progLoadCell(run, node, memory, place, &run->cells[monoid->arguments[i]]);
    run->cells[monoid->arguments[node->numLists + i]] =
        run->cells[node->operands[i]];
  }
  if (!progRunBlock(run, monoid))
    return false;
  for (intptr_t i = 0; i < node->numLists; ++i)
    if (!targetOf(run, node, i, &memory, &place) ||
        !progStoreCell(run, node, memory, place, run->cells[monoid->yields[i]]))
      return false;
  return true;
}

static bool alloc(ProgRun *run, const ProgNode *node) {
  uint32_t index = node->results[0];
  ProgMemory *memory = &run->memories[index];
  return progEvalAll(run, node, &run->program->dims[index], memory->dims) &&
         progAllocate(run, node, memory);
}

/// The same memory with other dimensions, or as a memref.
static bool view(ProgRun *run, const ProgNode *node) {
  uint32_t index = node->results[0];
  const ProgMemory *from = &run->memories[node->operands[0]];
  ProgMemory *to = &run->memories[index];
  StrRef name = from->name;
  int64_t dims[RELAX_MAX_RANK], a, b;
  const ProgExprs *exprs = &run->program->dims[index];
  if (!progEvalAll(run, node, exprs, dims))
    return false;
  int32_t rank = exprs->exprs ? (int32_t)exprs->count : from->rank;
  const int64_t *wanted = exprs->exprs ? dims : from->dims;
  if (!relaxNumElements(rank, wanted, &a) ||
      !relaxNumElements(from->rank, from->dims, &b) || a != b) {
    StrBuf text = {0};
    relaxDimsPrint(rank, wanted, &text);
    strBufAppendC(&text, " are not as many elements as ");
    relaxDimsPrint(from->rank, from->dims, &text);
    progFail(run, node, "%s", strBufText(&text));
    strBufFree(&text);
    return false;
  }
  *to = *from;
  to->name = name;
  to->capacity = 0;
  to->rank = rank;
  for (int32_t i = 0; i < rank; ++i)
    to->dims[i] = wanted[i];
  return true;
}

/// The program runs to its end.
static bool check(ProgRun *run, const ProgNode *node) {
  const ProgCell *condition = &run->cells[node->operands[0]];
  if (!progMustKnow(run, node, condition, "a check"))
    return false;
  StrRef reason = tirCheckGetReason(node->op);
  if (!condition->i && !run->failed)
    run->failed = arenaCopyString(run->program->arena, reason).data;
  return true;
}

static bool extent(ProgRun *run, const ProgNode *node) {
  ProgCell *result = &run->cells[node->results[0]];
  result->lost = 0;
  return progEval(run, node, &node->lists[0].exprs[0], &result->i);
}

/// The element as a number; false where nothing has written it.
static bool entryAt(ProgRun *run, const ProgNode *node,
                    const ProgMemory *memory, int64_t index, int64_t *out) {
  ProgCell cell;
  progLoadCell(run, node, memory, index, &cell);
  *out = cell.i;
  return progMustKnow(run, node, &cell, "an index");
}

/// Buffers of begins, then of lengths.
static bool ascends(ProgRun *run, const ProgNode *node) {
  const ProgMemory *starts = &run->memories[node->operands[0]];
  ProgCell *result = &run->cells[node->results[0]];
  int64_t from, to, length;
  if (!entryAt(run, node, starts, 0, &from))
    return false;
  bool good = from >= 0;
  for (int64_t row = 0; row + 1 < starts->dims[0]; ++row, from = to) {
    __int128 size = 1; // no more than what is left is of interest
    if (!entryAt(run, node, starts, row + 1, &to))
      return false;
    for (intptr_t i = 1; i < node->numOperands; ++i) {
      if (!entryAt(run, node, &run->memories[node->operands[i]], row, &length))
        return false;
      good &= length >= 0 && length < RELAX_KERNEL_MOST;
      size = size * length > INT64_MAX ? INT64_MAX : size * length;
    }
    good = good && to >= from && size <= to - from;
  }
  *result = (ProgCell){.i = good && from < RELAX_KERNEL_MOST};
  return true;
}

static bool nothing(ProgRun *run, const ProgNode *node) {
  (void)run, (void)node;
  return true;
}

//===----------------------------------------------------------------------===//
// memref
//===----------------------------------------------------------------------===//

/// Operands from `first` on as indices of the memory.
static bool indicesOf(ProgRun *run, const ProgNode *node, intptr_t first,
                      const ProgMemory *memory, int64_t *indices) {
  for (int32_t i = 0; i < memory->rank; ++i) {
    const ProgCell *cell = &run->cells[node->operands[first + i]];
    if (!progMustKnow(run, node, cell, "an index"))
      return false;
    indices[i] = cell->i;
  }
  return true;
}

static bool memrefLoad(ProgRun *run, const ProgNode *node) {
  const ProgMemory *memory = &run->memories[node->operands[0]];
  int64_t indices[PROG_MAX_INDICES], place;
  if (!indicesOf(run, node, 1, memory, indices) ||
      !progPlaceOf(run, node, memory, indices, "reads", &place))
    return false;
  progLoadCell(run, node, memory, place, &run->cells[node->results[0]]);
  return true;
}

static bool memrefStore(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory = &run->memories[node->operands[1]];
  int64_t indices[PROG_MAX_INDICES], place;
  return indicesOf(run, node, 2, memory, indices) &&
         progPlaceOf(run, node, memory, indices, "writes", &place) &&
         progStoreCell(run, node, memory, place, run->cells[node->operands[0]]);
}

/// Operands are the dynamic extents.
static bool memrefAlloc(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory = &run->memories[node->results[0]];
  MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, 0));
  intptr_t next = 0;
  for (int32_t i = 0; i < memory->rank; ++i) {
    if (!mlirShapedTypeIsDynamicDim(type, i)) {
      memory->dims[i] = mlirShapedTypeGetDimSize(type, i);
      continue;
    }
    const ProgCell *cell = &run->cells[node->operands[next++]];
    if (!progMustKnow(run, node, cell, "an extent"))
      return false;
    memory->dims[i] = cell->i;
  }
  return progAllocate(run, node, memory);
}

const ProgEntry progAccesses[] = {{"tir.load", load, NULL},
                                  {"tir.store", store, NULL},
                                  {"tir.reduce", reduce, NULL},
                                  {"tir.alloc", alloc, NULL},
                                  {"tir.view", view, NULL},
                                  {"tir.as_memref", view, NULL},
                                  {"tir.check", check, NULL},
                                  {"tir.extent", extent, NULL},
                                  {"tir.ascends", ascends, NULL},
                                  {"tir.fetch", nothing, NULL},
                                  {"memref.load", memrefLoad, NULL},
                                  {"memref.store", memrefStore, NULL},
                                  {"memref.alloca", memrefAlloc, NULL},
                                  {"memref.alloc", memrefAlloc, NULL},
                                  {"memref.dealloc", nothing, NULL},
                                  {"memref.prefetch", nothing, NULL},
                                  {NULL, NULL, NULL}};
