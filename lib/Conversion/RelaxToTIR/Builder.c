//===- Builder.c - functions and computes ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Builder.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Sym/Operand.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static MlirLocation named(TirBuilder *b, const char *name) {
  return bridgeNamedLocation(strRefFromC(name), b->loc);
}

static MlirAttribute text(TirBuilder *b, const char *value) {
  return mlirStringAttrGet(b->context, mlirStringRefCreateFromCString(value));
}

static MlirType bufferType(MlirContext context, MlirType tensor) {
  RelaxTensorInfo info;
  bool isTensor = relaxTensorInfo(tensor, &info);
  assert(isTensor && info.ranked && "expected a ranked tensor type");
  (void)isTensor;
  return tirBufferTypeGet(context, info.rank, info.dims,
                          tirStoredType(info.elementType));
}

void tirBuilderBegin(TirBuilder *b, Arena *arena, MlirOperation module,
                     ModuleSymbols *symbols, MlirLocation loc,
                     const char *opName, const TirSignature *signature) {
  intptr_t count = signature->numBuffers;
  *b = (TirBuilder){.context = mlirLocationGetContext(loc),
                    .loc = bridgeUnnamed(loc),
                    .module = module,
                    .symbols = symbols,
                    .numBuffers = count};
  b->dims = relaxDimsMake(loc, opName, arena);
  b->buffers = ARENA_ARRAY(arena, MlirValue, count);
  b->bufferNames = ARENA_ARRAY(arena, const char *, count);
  b->elements = ARENA_ARRAY(arena, MlirType, count);
  MlirType *types = ARENA_ARRAY(arena, MlirType, count);
  MlirLocation *locs = ARENA_ARRAY(arena, MlirLocation, count);
  for (intptr_t i = 0; i < count; ++i) {
    types[i] = bufferType(b->context, signature->tensorTypes[i]);
    b->elements[i] = relaxTensorTypeGetElementType(signature->tensorTypes[i]);
    locs[i] = named(b, signature->bufferNames[i]);
    b->bufferNames[i] = signature->bufferNames[i];
  }
  MlirType type = mlirFunctionTypeGet(b->context, count, types, 0, NULL);
  TirFuncArgs args = {.sym_name = strRefFromC(signature->name),
                      .function_type = type,
                      .sym_visibility = text(b, "private"),
                      .symbols = signature->symbols,
                      .facts = signature->facts,
                      .target = signature->target};
  b->function = tirFuncCreate(b->loc, &args);
  b->body = b->block = mlirBlockCreate(count, types, locs);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(b->function, 0), b->body);
  for (intptr_t i = 0; i < count; ++i)
    b->buffers[i] = mlirBlockGetArgument(b->body, i);
}

MlirLogicalResult tirBuilderFinish(TirBuilder *b) {
  assert(b->block.ptr == b->body.ptr && "a compute is open");
  if (b->dims.status != SYM_OK) {
    tirBuilderAbandon(b);
    return bridgeEmitError(b->dims.loc, "'%s' op cannot compute an index: %s",
                           b->dims.opName, symStatusText(b->dims.status));
  }
  TirReturnArgs nothing = {0};
  tirAppend(b, tirReturnCreate(b->loc, &nothing));
  mlirBlockAppendOwnedOperation(bridgeBody(b->module), b->function);
  moduleSymbolsAdd(b->symbols, b->function);
  return mlirLogicalResultSuccess();
}

void tirBuilderAbandon(TirBuilder *b) {
  mlirOperationDestroy(b->function);
  b->function.ptr = NULL;
}

MlirOperation tirAppend(TirBuilder *b, MlirOperation op) {
  mlirBlockAppendOwnedOperation(b->block, op);
  return op;
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

void tirBuildCompute(TirBuilder *b, const char *name, intptr_t count,
                     const TirIterator *iterators) {
  assert(b->block.ptr == b->body.ptr && "computes do not nest");
  Arena *arena = b->dims.arena;
  MlirAttribute *kinds = ARENA_ARRAY(arena, MlirAttribute, count);
  MlirAttribute *lower = ARENA_ARRAY(arena, MlirAttribute, count);
  MlirAttribute *upper = ARENA_ARRAY(arena, MlirAttribute, count);
  MlirType *types = ARENA_ARRAY(arena, MlirType, count);
  MlirLocation *locs = ARENA_ARRAY(arena, MlirLocation, count);
  static const char *const words[] = {"spatial", "reduce", "scan"};
  for (intptr_t i = 0; i < count; ++i) {
    kinds[i] = text(b, words[iterators[i].kind]);
    lower[i] = symConstAttribute(b->context, 0);
    upper[i] = symExprToAttribute(b->context, iterators[i].extent);
    types[i] = mlirIndexTypeGet(b->context);
    locs[i] = named(b, iterators[i].name);
  }
  TirComputeArgs args = {.name = strRefFromC(name),
                         .kinds = mlirArrayAttrGet(b->context, count, kinds),
                         .lower = mlirArrayAttrGet(b->context, count, lower),
                         .upper = mlirArrayAttrGet(b->context, count, upper)};
  MlirOperation compute = tirAppend(b, tirComputeCreate(b->loc, &args));
  b->block = mlirBlockCreate(count, types, locs);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(compute, 0), b->block);
  b->numIterators = count;
  b->iterators = ARENA_ARRAY(arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    b->iterators[i] = mlirBlockGetArgument(b->block, i);
}

MlirLogicalResult tirEndCompute(TirBuilder *b) {
  b->block = b->body;
  b->numIterators = b->numComputed = 0;
  return mlirLogicalResultSuccess();
}

void tirBuildComputeOver(TirBuilder *b, const char *name, intptr_t buffer) {
  intptr_t rank = tirBufferRank(b, buffer);
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, rank);
  for (intptr_t i = 0; i < rank; ++i)
    iterators[i] = tirSpatial(b, i, buffer, i);
  tirBuildCompute(b, name, rank, iterators);
}

SymExpr tirIterator(TirBuilder *b, intptr_t k) {
  assert(k >= 0 && k < b->numIterators + b->numComputed && "no such iterator");
  return symOperandExpr(b->dims.arena, k);
}

SymExpr *tirIterators(TirBuilder *b, intptr_t k, intptr_t count) {
  SymExpr *at = ARENA_ARRAY(b->dims.arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i)
    at[i] = tirIterator(b, k + i);
  return at;
}

TirIterator tirSpatial(TirBuilder *b, intptr_t position, intptr_t buffer,
                       intptr_t dim) {
  return (TirIterator){tirIteratorName(b, position), false,
                       tirBufferDim(b, buffer, dim)};
}

const char *tirIteratorName(TirBuilder *b, intptr_t position) {
  static const char *const letters[] = {"i", "j", "k", "l", "p", "q", "r", "s"};
  if (position < (intptr_t)(sizeof(letters) / sizeof(*letters)))
    return letters[position];
  return arenaFormat(b->dims.arena, "i%ld", (long)position).data;
}

intptr_t tirBufferDims(TirBuilder *b, intptr_t buffer,
                       const MlirAttribute **dims) {
  return tirBufferTypeGetDims(mlirValueGetType(b->buffers[buffer]), dims);
}

intptr_t tirBufferRank(TirBuilder *b, intptr_t buffer) {
  const MlirAttribute *dims;
  return tirBufferDims(b, buffer, &dims);
}

SymExpr tirBufferDim(TirBuilder *b, intptr_t buffer, intptr_t dim) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, buffer, &dims);
  assert(dim >= 0 && dim < rank && "no such dimension");
  (void)rank;
  return relaxDimsOf(&b->dims, dims[dim]);
}

MlirType tirBufferElement(TirBuilder *b, intptr_t buffer) {
  return b->elements[buffer];
}
