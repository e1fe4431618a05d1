//===- Vectors.c - vectors of lowered programs ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A vector is its lanes, one cell each.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

#include <assert.h>
#include <inttypes.h>

/// The first element, and that `lanes` of them follow in the last dimension.
static bool firstOf(ProgRun *run, const ProgNode *node, intptr_t memoryOperand,
                    int64_t lanes, const char *verb, ProgMemory **memory,
                    int64_t *place) {
  int64_t indices[PROG_MAX_INDICES];
  *memory = &run->memories[node->operands[memoryOperand]];
  int32_t rank = (*memory)->rank;
  for (int32_t i = 0; i < rank; ++i) {
    const ProgCell *cell = &run->cells[node->operands[memoryOperand + 1 + i]];
    if (!progMustKnow(run, node, cell, "an index"))
      return false;
    indices[i] = cell->i;
  }
  if (lanes == 0)
    return true;
  if (!progPlaceOf(run, node, *memory, indices, verb, place))
    return false;
  // Rows lie behind each other: a vector may go on in the next one.
  int64_t count;
  if (relaxNumElements(rank, (*memory)->dims, &count) &&
      *place + lanes <= count)
    return true;
  return progFail(run, node,
                  "%s %" PRId64 " elements of '%.*s' from number %" PRId64
                  " on, which has %" PRId64,
                  verb, lanes, (int)(*memory)->name.length,
                  (*memory)->name.data, *place, count);
}

static bool load(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory;
  int64_t place;
  if (!firstOf(run, node, 0, node->lanes, "reads", &memory, &place))
    return false;
  for (int64_t i = 0; i < node->lanes; ++i)
    progLoadCell(run, node, memory, place + i,
                 &run->cells[node->results[0] + i]);
  return true;
}

static bool store(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory;
  int64_t place;
  if (!firstOf(run, node, 1, node->lanes, "writes", &memory, &place))
    return false;
  for (int64_t i = 0; i < node->lanes; ++i)
    if (!progStoreCell(run, node, memory, place + i,
                       run->cells[node->operands[0] + i]))
      return false;
  return true;
}

/// The number of the first lane's element, which may lie outside of the memory
/// where its lane is not set.
static bool maskedPlace(ProgRun *run, const ProgNode *node, uint32_t mask,
                        ProgMemory **memory, int64_t *place) {
  *memory = &run->memories[node->operands[0]];
  *place = 0;
  for (int32_t i = 0; i < (*memory)->rank; ++i) {
    const ProgCell *cell = &run->cells[node->operands[1 + i]];
    if (!progMustKnow(run, node, cell, "an index"))
      return false;
    *place = *place * (*memory)->dims[i] + cell->i;
  }
  for (int64_t i = 0; i < node->lanes; ++i)
    if (!progMustKnow(run, node, &run->cells[mask + i], "a mask"))
      return false;
  return true;
}

static bool laneIsInside(ProgRun *run, const ProgNode *node,
                         const ProgMemory *memory, int64_t place,
                         const char *verb) {
  int64_t count;
  if (relaxNumElements(memory->rank, memory->dims, &count) && place >= 0 &&
      place < count)
    return true;
  return progFail(run, node,
                  "%s element %" PRId64 " of '%.*s', which has %" PRId64, verb,
                  place, (int)memory->name.length, memory->name.data, count);
}

/// memory, indices, mask, what other lanes are
static bool maskedLoad(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory;
  int64_t place;
  uint32_t mask = node->operands[node->numOperands - 2];
  uint32_t other = node->operands[node->numOperands - 1];
  if (!maskedPlace(run, node, mask, &memory, &place))
    return false;
  for (int64_t i = 0; i < node->lanes; ++i) {
    ProgCell *result = &run->cells[node->results[0] + i];
    if (!run->cells[mask + i].i)
      *result = run->cells[other + i];
    else if (laneIsInside(run, node, memory, place + i, "reads"))
      progLoadCell(run, node, memory, place + i, result);
    else
      return false;
  }
  return true;
}

/// memory, indices, mask, values
static bool maskedStore(ProgRun *run, const ProgNode *node) {
  ProgMemory *memory;
  int64_t place;
  uint32_t mask = node->operands[node->numOperands - 2];
  uint32_t values = node->operands[node->numOperands - 1];
  if (!maskedPlace(run, node, mask, &memory, &place))
    return false;
  for (int64_t i = 0; i < node->lanes; ++i)
    if (run->cells[mask + i].i &&
        (!laneIsInside(run, node, memory, place + i, "writes") ||
         !progStoreCell(run, node, memory, place + i, run->cells[values + i])))
      return false;
  return true;
}

static bool broadcast(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i)
    run->cells[node->results[0] + i] =
        run->cells[node->operands[0] + i % node->operandLanes[0]];
  return true;
}

/// The first lanes, as many as the operand says.
static bool createMask(ProgRun *run, const ProgNode *node) {
  const ProgCell *count = &run->cells[node->operands[0]];
  if (!progMustKnow(run, node, count, "a mask"))
    return false;
  for (int64_t i = 0; i < node->lanes; ++i)
    run->cells[node->results[0] + i] = (ProgCell){.i = i < count->i};
  return true;
}

static bool constantMask(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i)
    run->cells[node->results[0] + i] = (ProgCell){.i = i < node->choice};
  return true;
}

static bool shuffle(ProgRun *run, const ProgNode *node) {
  MlirAttribute mask = mlirOperationGetInherentAttributeByName(
      node->op, mlirStringRefCreateFromCString("mask"));
  for (int64_t i = 0; i < node->lanes; ++i) {
    int64_t lane = mlirDenseI64ArrayGetElement(mask, i);
    int64_t first = node->operandLanes[0];
    run->cells[node->results[0] + i] =
        lane < 0       ? (ProgCell){.lost = 0}
        : lane < first ? run->cells[node->operands[0] + lane]
                       : run->cells[node->operands[1] + lane - first];
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

enum { NUM_KINDS = 13 };

/// By upstream's enumeration: add mul minui minsi minnumf maxui maxsi maxnumf
/// and or xor maximumf minimumf.
static const char *operationOf(int64_t kind, bool isFloat) {
  static const char *const floats[NUM_KINDS] = {"arith.addf",
                                                "arith.mulf",
                                                NULL,
                                                NULL,
                                                "arith.minnumf",
                                                NULL,
                                                NULL,
                                                "arith.maxnumf",
                                                NULL,
                                                NULL,
                                                NULL,
                                                "arith.maximumf",
                                                "arith.minimumf"};
  static const char *const integers[NUM_KINDS] = {
      "arith.addi",  "arith.muli",  "arith.minui", "arith.minsi", NULL,
      "arith.maxui", "arith.maxsi", NULL,          "arith.andi",  "arith.ori",
      "arith.xori",  NULL,          NULL};
  return isFloat ? floats[kind] : integers[kind];
}

static const ProgEntry *entryOf(const char *name) {
  const ProgEntry *const tables[] = {progFloats, progIntegers};
  for (int t = 0; name && t < 2; ++t)
    for (const ProgEntry *entry = tables[t]; entry->name; ++entry)
      if (strRefEqual(strRefFromC(entry->name), strRefFromC(name)))
        return entry;
  return NULL;
}

/// `vector.reduction <add>, %v (, %acc)`: lane by lane into the result.
static bool reduction(ProgRun *run, const ProgNode *node) {
  bool isFloat = relaxDTypeIsFloat(node->dtype);
  const ProgEntry *entry = node->choice < NUM_KINDS
                               ? entryOf(operationOf(node->choice, isFloat))
                               : NULL;
  assert(entry && "the verifier knows what fits the elements");
  ProgCell *result = &run->cells[node->results[0]];
  int64_t first = node->numOperands == 1;
  *result = run->cells[node->operands[first ? 0 : 1]];
  for (int64_t i = first; i < node->operandLanes[0]; ++i) {
    uint32_t operands[2] = {node->results[0], node->operands[0] + (uint32_t)i};
    ProgNode step = *node;
    step.entry = entry;
    step.operands = operands;
    if (!entry->execute(run, &step))
      return false;
  }
  return true;
}

const ProgEntry progVectors[] = {{"vector.load", load, NULL},
                                 {"vector.store", store, NULL},
                                 {"vector.maskedload", maskedLoad, NULL},
                                 {"vector.maskedstore", maskedStore, NULL},
                                 {"vector.broadcast", broadcast, NULL},
                                 {"vector.create_mask", createMask, NULL},
                                 {"vector.constant_mask", constantMask, NULL},
                                 {"vector.shuffle", shuffle, NULL},
                                 {"vector.reduction", reduction, NULL},
                                 {NULL, NULL, NULL}};
