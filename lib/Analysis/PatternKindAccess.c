//===- PatternKindAccess.c - what the body of a compute touches -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/PatternKindAccess.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

/// Does the expression use an operand that is no iterator?
static bool usesData(SymExpr expr, const bool *isData, intptr_t numOperands) {
  for (size_t s = 0; s < expr.numSymbols; ++s) {
    intptr_t k = tirIteratorOf(expr.symbols[s]);
    if (k >= 0 && k < numOperands && isData[k])
      return true;
  }
  return false;
}

/// `*data`: an index is data; NULL if none may be.
static bool readIndices(Arena *arena, MlirAttribute exprs, MlirBlock body,
                        const MlirValue *operands, intptr_t numOperands,
                        SymExpr *indices, bool *data) {
  StrRef *names = ARENA_ARRAY(arena, StrRef, numOperands);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, numOperands);
  bool *isData = ARENA_ARRAY(arena, bool, numOperands);
  for (intptr_t k = 0; k < numOperands; ++k) {
    names[k] = tirIteratorSymbol(arena, k);
    isData[k] = !mlirValueIsABlockArgument(operands[k]) ||
                !mlirBlockEqual(mlirBlockArgumentGetOwner(operands[k]), body);
    if (isData[k] && !data)
      return false;
    values[k] = symExprSymbol(
        arena,
        tirIteratorSymbol(
            arena, isData[k] ? 0 : mlirBlockArgumentGetArgNumber(operands[k])));
  }
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(exprs); i < e; ++i) {
    SymExpr expr = symExprOf(arena, mlirArrayAttrGetElement(exprs, i));
    if (usesData(expr, isData, numOperands)) {
      indices[i] = symExprUnknown(arena);
      *data = true;
    } else if (symExprIsUnknown(expr) ||
               symExprSubstitute(arena, expr, names, values,
                                 (size_t)numOperands, &indices[i]) != SYM_OK)
      return false;
  }
  return true;
}

bool tirIteratorIndices(Arena *arena, MlirAttribute exprs, MlirBlock body,
                        const MlirValue *operands, intptr_t numOperands,
                        SymExpr *indices) {
  return readIndices(arena, exprs, body, operands, numOperands, indices, NULL);
}

/// Operands [first, first + count) are the indices.
static bool readAccess(TirComputeAccesses *compute, Arena *arena,
                       MlirOperation op, MlirValue buffer, MlirAttribute exprs,
                       intptr_t first, intptr_t count, TirAccess *access) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  *access = (TirAccess){.op = op,
                        .buffer = buffer,
                        .rank = rank,
                        .indices = ARENA_ARRAY(arena, SymExpr, rank),
                        .dims = ARENA_ARRAY(arena, SymExpr, rank)};
  for (intptr_t i = 0; i < rank; ++i)
    access->dims[i] = symExprOf(arena, dims[i]);
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, first + i);
  return readIndices(
      arena, exprs, compute->body, operands, count, access->indices,
      compute->takesData && tirIsLoad(op) ? &access->data : NULL);
}

static bool readReduce(TirComputeAccesses *compute, Arena *arena,
                       MlirOperation op) {
  intptr_t count = tirReduceGetNumBuffers(op);
  compute->numTargets = count;
  compute->targets = ARENA_ARRAY(arena, TirAccess, count);
  compute->reduces = true;
  for (intptr_t i = 0; i < count; ++i)
    if (!readAccess(compute, arena, op, tirReduceGetBuffers(op, i),
                    mlirArrayAttrGetElement(tirReduceGetExprs(op), i),
                    tirReduceGetNumValues(op) + count,
                    tirReduceGetNumIndices(op), &compute->targets[i]))
      return false;
  return count > 0;
}

static bool readStore(TirComputeAccesses *compute, Arena *arena,
                      MlirOperation op) {
  compute->numTargets = 1;
  compute->targets = ARENA_NEW(arena, TirAccess);
  return readAccess(compute, arena, op, tirStoreGetBuffer(op),
                    tirStoreGetExprs(op), 2, tirStoreGetNumIndices(op),
                    compute->targets);
}

static bool readLoad(TirComputeAccesses *compute, Arena *arena,
                     MlirOperation op) {
  TirAccess *access = &compute->loads[compute->numLoads++];
  if (!readAccess(compute, arena, op, tirLoadGetBuffer(op), tirLoadGetExprs(op),
                  1, tirLoadGetNumIndices(op), access))
    return false;
  access->padded = tirLoadGetPad(op).ptr != NULL;
  return true;
}

static bool readOperation(TirComputeAccesses *compute, Arena *arena,
                          MlirOperation op) {
  if (tirIsLoad(op))
    return readLoad(compute, arena, op);
  bool last = !mlirOperationGetNextInBlock(op).ptr;
  if (tirIsStore(op))
    return last && readStore(compute, arena, op);
  if (tirIsReduce(op))
    return last && readReduce(compute, arena, op);
  if (tirIsExtent(op)) {
    intptr_t count = tirExtentGetNumIndices(op);
    MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count);
    for (intptr_t i = 0; i < count; ++i)
      operands[i] = tirExtentGetIndices(op, i);
    MlirAttribute expr = tirExtentGetExpr(op);
    SymExpr index;
    return tirIteratorIndices(
        arena, mlirArrayAttrGet(mlirOperationGetContext(op), 1, &expr),
        compute->body, operands, count, &index);
  }
  return tirIsCheck(op) ||
         (mlirOperationGetNumRegions(op) == 0 && bridgeIsPure(op));
}

static bool readDomain(TirComputeAccesses *compute, Arena *arena) {
  MlirOperation op = compute->op;
  intptr_t count = mlirBlockGetNumArguments(compute->body);
  compute->numIterators = count;
  compute->extents = ARENA_ARRAY(arena, SymExpr, count);
  compute->isReduce = ARENA_ARRAY(arena, bool, count);
  for (intptr_t k = 0; k < count; ++k) {
    int64_t lower;
    if (!symAttributeIsConst(mlirArrayAttrGetElement(tirComputeGetLower(op), k),
                             &lower) ||
        lower != 0)
      return false;
    compute->extents[k] =
        symExprOf(arena, mlirArrayAttrGetElement(tirComputeGetUpper(op), k));
    StrRef kind = bridgeTextAt(tirComputeGetKinds(op), k);
    compute->isReduce[k] = strRefEqual(kind, strRefFromC("reduce"));
    if (symExprIsUnknown(compute->extents[k]) ||
        (!compute->isReduce[k] && !strRefEqual(kind, strRefFromC("spatial"))))
      return false;
  }
  return true;
}

static bool readAll(MlirOperation compute, Arena *arena, bool takesData,
                    TirComputeAccesses *out) {
  *out = (TirComputeAccesses){
      .op = compute, .takesData = takesData, .body = bridgeBody(compute)};
  if (tirComputeGetNumIndices(compute) > 0 || tirComputeGetUpdate(compute) ||
      !readDomain(out, arena))
    return false;
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(out->body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ++count;
  out->loads = ARENA_ARRAY(arena, TirAccess, count);
  for (MlirOperation op = mlirBlockGetFirstOperation(out->body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!readOperation(out, arena, op))
      return false;
  return out->numTargets > 0 || takesData;
}

bool tirComputeAccesses(MlirOperation compute, Arena *arena,
                        TirComputeAccesses *out) {
  return readAll(compute, arena, false, out);
}

bool tirComputeAccessesOfData(MlirOperation compute, Arena *arena,
                              TirComputeAccesses *out) {
  return readAll(compute, arena, true, out);
}
