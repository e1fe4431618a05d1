//===- Build.c - what a kernel does, as loops and counts ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Work/Build.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

static uint32_t addNode(WorkBuild *b, WorkNode node) {
  arrput(b->work->nodes, node);
  return (uint32_t)arrlen(b->work->nodes) - 1;
}

/// An integer that decides what runs: the rounds of loops around it differ
/// where their iterators are in it.
static uint32_t control(WorkBuild *b, uint32_t integer) {
  uint64_t depths = b->work->ints[integer].depths;
  for (uint32_t i = 0; i < b->depth; ++i)
    b->decides[i] |= depths;
  return integer;
}

/// Operations of so many lanes; what is constant is summed up per block.
static void addCount(WorkBuild *b, uint32_t place, uint32_t lanes,
                     uint32_t first) {
  const WorkInt *known = &b->work->ints[lanes];
  uint64_t factor = 1;
  if (known->kind == WORK_INT_CONST) {
    factor = (uint64_t)known->value;
    lanes = b->one;
  }
  for (uint32_t i = first; i < (uint32_t)arrlen(b->work->nodes); ++i) {
    WorkNode *node = &b->work->nodes[i];
    if (node->kind == WORK_COUNT && node->place == place &&
        node->operands[0] == lanes && node->depth == b->depth) {
      node->factor += factor;
      return;
    }
  }
  control(b, lanes);
  addNode(b, (WorkNode){.kind = WORK_COUNT,
                        .operands = {lanes},
                        .place = place,
                        .factor = factor,
                        .depth = b->depth});
}

static void buildBlock(WorkBuild *b, MlirBlock block);

/// `scf.for`, or one dimension of `scf.parallel` and then the next ones.
static void buildLoop(WorkBuild *b, MlirOperation op, intptr_t dim,
                      intptr_t numDims) {
  MlirBlock body = bridgeBody(op);
  if (dim == numDims) {
    buildBlock(b, body);
    return;
  }
  WorkNode loop = {.kind = WORK_LOOP, .depth = b->depth};
  for (int i = 0; i < 3; ++i)
    loop.operands[i] =
        control(b, workInt(b, mlirOperationGetOperand(op, i * numDims + dim)));
  uint32_t at = addNode(b, loop);
  if (b->depth + 1 >= WORK_MAX_DEPTH) { // nothing is known of it
    b->work->nodes[at].operands[0] = b->unknown;
    b->work->nodes[at].end = at + 1;
    return;
  }
  uint32_t depth = b->depth++;
  b->decides[depth] = 0;
  workBindIter(b, mlirBlockGetArgument(body, dim), depth);
  buildLoop(b, op, dim + 1, numDims);
  --b->depth;
  b->work->nodes[at].differs = (b->decides[depth] >> depth) & 1;
  b->work->nodes[at].end = (uint32_t)arrlen(b->work->nodes);
}

/// A call in which it does not hold fails.
static bool isChecked(MlirValue condition) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(condition, &use);)
    if (tirIsCheck(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

static void buildIf(WorkBuild *b, MlirOperation op) {
  MlirValue decides = mlirOperationGetOperand(op, 0);
  uint32_t condition =
      isChecked(decides) ? b->one : control(b, workInt(b, decides));
  uint32_t at =
      addNode(b, (WorkNode){.kind = WORK_IF, .operands = {condition}});
  for (intptr_t region = 0; region < 2; ++region) {
    MlirBlock block = bridgeBlock(op, region);
    if (block.ptr)
      buildBlock(b, block);
    if (region == 0)
      b->work->nodes[at].other = (uint32_t)arrlen(b->work->nodes);
  }
  b->work->nodes[at].end = (uint32_t)arrlen(b->work->nodes);
}

static void buildBlock(WorkBuild *b, MlirBlock block) {
  uint32_t first = (uint32_t)arrlen(b->work->nodes);
  for (MlirOperation op = {NULL}; bridgeAdvance(block, &op);) {
    uint32_t place, lanes;
    if (bridgeIsNamed(op, "scf.for"))
      buildLoop(b, op, 0, 1);
    else if (bridgeIsNamed(op, "scf.parallel"))
      buildLoop(b, op, 0, bridgeNumArguments(op));
    else if (bridgeIsNamed(op, "scf.if"))
      buildIf(b, op);
    else if (workOfOperation(b, op, &place, &lanes))
      addCount(b, place, lanes, first);
    // Loops and branches end what is summed up.
    if (mlirOperationGetNumRegions(op))
      first = (uint32_t)arrlen(b->work->nodes);
  }
}

static uint64_t bytesOfElement(MlirType type) {
  if (mlirTypeIsAComplex(type))
    return 2 * bytesOfElement(mlirComplexTypeGetElementType(type));
  if (mlirTypeIsAInteger(type))
    return (mlirIntegerTypeGetWidth(type) + 7) / 8;
  if (mlirTypeIsAFloat(type))
    return (mlirFloatTypeGetWidth(type) + 7) / 8;
  return 8; // index
}

static uint32_t indexOfSymbol(const WorkBuild *b, StrRef name) {
  for (size_t i = 0; i < b->numSymbols; ++i)
    if (strRefEqual(b->symbols[i], name))
      return (uint32_t)i;
  abort(); // the function's verifier sees to it
}

static void buildArgument(WorkBuild *b, MlirType type, WorkArgument *out) {
  Arena *arena = b->work->arena;
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  out->elementBytes = bytesOfElement(tirBufferTypeGetElementType(type));
  out->rank = (size_t)rank;
  out->dims = ARENA_ARRAY(arena, SymExpr, rank);
  out->symbols = ARENA_ARRAY(arena, uint32_t *, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    SymExpr dim = symExprOf(arena, dims[i]);
    out->dims[i] = dim;
    out->symbols[i] = ARENA_ARRAY(arena, uint32_t, dim.numSymbols);
    for (size_t k = 0; k < dim.numSymbols; ++k)
      out->symbols[i][k] = indexOfSymbol(b, dim.symbols[k]);
  }
}

/// Names of symbols belong to the context, which may go first.
static void keepNames(Arena *arena, WorkArgument *argument) {
  for (size_t i = 0; i < argument->rank; ++i) {
    SymExpr *dim = &argument->dims[i];
    StrRef *names = ARENA_ARRAY(arena, StrRef, dim->numSymbols);
    for (size_t k = 0; k < dim->numSymbols; ++k)
      names[k] = arenaCopyString(arena, dim->symbols[k]);
    dim->symbols = names;
  }
}

RelaxWork *relaxWorkCreate(MlirOperation kernel) {
  RelaxWork *work = calloc(1, sizeof(*work));
  if (!work)
    outOfMemory();
  work->arena = arenaCreate();
  WorkBuild b = {.work = work};
  b.numSymbols = tirFuncSymbols(kernel, work->arena, &b.symbols);
  b.unknown = workAddInt(&b, (WorkInt){.kind = WORK_INT_UNKNOWN});
  b.one = workAddInt(&b, (WorkInt){.kind = WORK_INT_CONST, .value = 1});
  MlirBlock body = bridgeBody(kernel);
  work->numArguments = (size_t)mlirBlockGetNumArguments(body);
  work->numCounters = WORK_ARGUMENTS + 2 * work->numArguments;
  work->arguments = ARENA_ARRAY(work->arena, WorkArgument, work->numArguments);
  for (size_t i = 0; i < work->numArguments; ++i) {
    buildArgument(&b, mlirValueGetType(mlirBlockGetArgument(body, (intptr_t)i)),
                  &work->arguments[i]);
    keepNames(work->arena, &work->arguments[i]);
  }
  buildBlock(&b, body);
  hmfree(b.ints);
  hmfree(b.lanes);
  return work;
}
