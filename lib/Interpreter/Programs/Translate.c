//===- Translate.c - a program as a tree of nodes -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Translate.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <stb/stb_ds.h>
#pragma clang diagnostic pop

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static const ProgEntry *findEntry(StrRef name) {
  const ProgEntry *const tables[] = {progFloats,   progIntegers,
                                     progLoops,    progConversions,
                                     progAccesses, progVectors};
  for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); ++i)
    for (const ProgEntry *entry = tables[i]; entry->name; ++entry)
      if (strRefEqual(name, strRefFromC(entry->name)))
        return entry;
  return NULL;
}

bool relaxInterpreterHasProgramRule(StrRef operation) {
  return findEntry(operation) != NULL;
}

static bool translateBlock(ProgTranslator *t, MlirBlock block, ProgBlock *out);

static bool translateReduce(ProgTranslator *t, ProgNode *node) {
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(tirReduceGetMonoid(node->op)));
  MlirOperation monoid = bridgeLookupNearestSymbol(t->program->function, name);
  struct ProgMonoid *known = mapEntry(t->monoids, (const void *)monoid.ptr);
  ProgBlock *block = known ? known->value : ARENA_NEW(t->arena, ProgBlock);
  if (!known) {
    struct ProgMonoid entry = {monoid.ptr, block};
    hmputs(t->monoids, entry);
    if (!translateBlock(t, bridgeBody(monoid), block))
      return false;
  }
  MlirAttribute identity = tirMonoidGetIdentity(monoid);
  intptr_t count = mlirArrayAttrGetNumElements(identity);
  ProgCell *cells = ARENA_ARRAY(t->arena, ProgCell, count);
  for (intptr_t i = 0; i < count; ++i)
    cells[i] = progCellOf(mlirArrayAttrGetElement(identity, i));
  node->monoid = block;
  node->identity = cells;
  return true;
}

static bool translateNode(ProgTranslator *t, MlirOperation op, ProgNode *node) {
  StrRef name = bridgeOpName(op);
  Arena *arena = t->arena;
  *node = (ProgNode){.entry = findEntry(name), .op = op};
  if (!node->entry)
    return relaxFail(t->error, "reference mode has no '%.*s' in programs",
                     (int)name.length, name.data);
  node->numOperands = mlirOperationGetNumOperands(op);
  node->numResults = mlirOperationGetNumResults(op);
  uint32_t *operands = ARENA_ARRAY(arena, uint32_t, node->numOperands + 1);
  uint32_t *results = ARENA_ARRAY(arena, uint32_t, node->numResults + 1);
  int64_t *lanes = ARENA_ARRAY(arena, int64_t, node->numOperands + 1);
  for (intptr_t i = 0; i < node->numOperands; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    operands[i] = progSlot(t, operand);
    lanes[i] = progLanes(mlirValueGetType(operand));
    if (i == 0 && !progElementDType(t, mlirValueGetType(operand), &node->from))
      return false;
  }
  node->operands = operands;
  node->operandLanes = lanes;
  node->results = results;
  node->lanes = node->numOperands ? lanes[0] : 1;
  for (intptr_t i = 0; i < node->numResults; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (!progDefine(t, result, &results[i]))
      return false;
    if (i != 0)
      continue;
    node->lanes = progLanes(mlirValueGetType(result));
    progElementDType(t, mlirValueGetType(result), &node->dtype);
  }
  // Masked stores have their lanes in the mask.
  if (!node->numResults && node->numOperands)
    node->lanes = lanes[node->numOperands - 1] > lanes[0]
                      ? lanes[node->numOperands - 1]
                      : lanes[0];
  if (tirIsCompute(op) &&
      mlirArrayAttrGetNumElements(tirComputeGetKinds(op)) > PROG_MAX_INDICES)
    return relaxFail(t->error, "expected at most %d iterators",
                     PROG_MAX_INDICES);
  node->numBlocks = mlirOperationGetNumRegions(op);
  node->blocks = ARENA_ARRAY(arena, ProgBlock, node->numBlocks + 1);
  for (intptr_t i = 0; i < node->numBlocks; ++i) {
    MlirBlock block = bridgeBlock(op, i);
    if (block.ptr && !translateBlock(t, block, &node->blocks[i]))
      return false;
  }
  return progTranslateDetails(t, node) &&
         (!tirIsReduce(op) || translateReduce(t, node));
}

static bool failAt(ProgTranslator *t, MlirOperation op) {
  StrBuf place = {0};
  if (bridgePrintPlace(mlirOperationGetLocation(op), &place) &&
      !strstr(relaxErrorText(t->error), strBufText(&place)))
    relaxErrorContext(t->error, "%s", strBufText(&place));
  strBufFree(&place);
  return false;
}

static bool translateBlock(ProgTranslator *t, MlirBlock block, ProgBlock *out) {
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ++count;
  out->numArguments = mlirBlockGetNumArguments(block);
  uint32_t *arguments = ARENA_ARRAY(t->arena, uint32_t, out->numArguments + 1);
  out->arguments = arguments;
  for (intptr_t i = 0; i < out->numArguments; ++i)
    if (!progDefine(t, mlirBlockGetArgument(block, i), &arguments[i]))
      return false;
  out->nodes = ARENA_ARRAY(t->arena, ProgNode, count + 1);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!bridgeIsTerminator(op)) {
      if (!translateNode(t, op, &out->nodes[out->numNodes++]))
        return failAt(t, op);
      continue;
    }
    out->numYields = mlirOperationGetNumOperands(op);
    uint32_t *yields = ARENA_ARRAY(t->arena, uint32_t, out->numYields + 1);
    for (intptr_t i = 0; i < out->numYields; ++i)
      yields[i] = progSlot(t, mlirOperationGetOperand(op, i));
    out->yields = yields;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The extents of the memories that arguments, allocations and views have.
static void translateDims(ProgTranslator *t) {
  Prog *program = t->program;
  program->numMemories = (uint32_t)arrlen(t->types);
  program->dims = ARENA_ARRAY(t->arena, ProgExprs, program->numMemories + 1);
  program->types = ARENA_ARRAY(t->arena, MlirType, program->numMemories + 1);
  program->names = ARENA_ARRAY(t->arena, StrRef, program->numMemories + 1);
  for (uint32_t i = 0; i < program->numMemories; ++i) {
    const MlirAttribute *dims = NULL;
    program->types[i] = t->types[i];
    program->names[i] = t->names[i];
    if (tirIsBufferType(t->types[i])) {
      intptr_t rank = tirBufferTypeGetDims(t->types[i], &dims);
      program->dims[i] = progTranslateExprs(t, dims, rank, NULL);
    }
  }
}

Prog *progTranslate(MlirOperation function, Arena *arena, RelaxError *error) {
  Prog *program = ARENA_NEW(arena, Prog);
  ProgTranslator t = {.program = program, .arena = arena, .error = error};
  program->function = function;
  program->arena = arena;
  program->name = tirFuncGetSymName(function);
  program->numSymbols = tirFuncSymbols(function, arena, &program->symbols);
  MlirBlock block = bridgeBody(function);
  bool good = block.ptr != NULL;
  if (!good)
    relaxFail(error, "'@%.*s' has no body", (int)program->name.length,
              program->name.data);
  good = good && translateBlock(&t, block, &program->body);
  if (good) {
    program->numBuffers = program->body.numArguments;
    translateDims(&t);
  }
  hmfree(t.slots);
  hmfree(t.monoids);
  arrfree(t.types);
  arrfree(t.names);
  return good ? program : NULL;
}
