//===- BatchKernel.c - a loop-level program for many calls ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program that treats rows one by one is that of many calls as it is. Else
// computes get an iterator over the calls, or all of it a loop.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "lib/Transforms/Batch/Batch.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>
#include <string.h>

static intptr_t numBuffers(MlirOperation kernel) {
  return mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(kernel));
}

bool batchKernelCan(MlirOperation kernel, const BatchHow *how) {
  if (!bridgeBody(kernel).ptr || tirFuncGetSchedule(kernel).ptr ||
      tirFuncGetArgAttrs(kernel).ptr)
    return false;
  if (!how->joined.ptr && batchComputesCan(kernel))
    return true;
  return batchIsRowwise(kernel, how) || batchRoundsCan(kernel, how);
}

/// A symbol that the program does not have.
static MlirAttribute freshExtent(Batcher *batcher, MlirOperation kernel) {
  StrRef *names;
  size_t count = symNamesIn(kernel, batcher->run->arena, &names);
  return symSymbolAttribute(
      batcher->run->context,
      symFreshName(batcher->run->arena, strRefFromC("lanes"), names, count));
}

static void makeKernel(Batcher *batcher, LanesKernel *entry,
                       MlirOperation kernel) {
  Arena *arena = batcher->run->arena;
  MlirOperation clone = mlirOperationClone(kernel);
  StrBuf name = {0};
  StrRef old = tirFuncGetSymName(kernel);
  strBufAppendFormat(&name, "%.*s_%s", (int)old.length, old.data,
                     entry->how.joined.ptr ? "rows" : "lanes");
  StrRef unique = bridgeUniqueSymbol(batcher->module,
                                     (StrRef){name.data, name.length}, arena);
  strBufFree(&name);
  tirFuncSetSymName(clone, unique);
  // Versions are for extents of one call.
  tirFuncSetVersions(clone, (MlirAttribute){NULL});
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(kernel), kernel,
                                     clone);
  BatchLanes lanes = {.s = {.func = clone,
                            .module = batcher->module,
                            .primitive = clone,
                            .context = batcher->run->context,
                            .arena = arena},
                      .how = &entry->how,
                      .extent = freshExtent(batcher, kernel)};
  entry->made = clone;
  tirFuncSetFacts(clone,
                  batchFactsWithout(tirFuncGetFacts(clone), entry->how.joined));
  if (!entry->how.joined.ptr && batchComputesCan(kernel)) {
    if (!batchComputesMake(&lanes))
      entry->made = (MlirOperation){NULL};
  } else if (!batchIsRowwise(kernel, &entry->how)) {
    entry->made = batchRoundsMake(&lanes);
    entry->tables = lanes.tables;
  }
  if (entry->made.ptr)
    batchMarkMoves(entry->made);
  scheduleFree(&lanes.s);
}

const LanesKernel *batchKernel(Batcher *batcher, MlirOperation kernel,
                               const BatchHow *how) {
  StrRef from = tirFuncGetSymName(kernel);
  size_t bytes = (size_t)numBuffers(kernel) * sizeof *how->modes;
  for (ptrdiff_t i = 0; i < arrlen(batcher->kernels); ++i) {
    const LanesKernel *known = batcher->kernels[i];
    if (strRefEqual(known->from, from) &&
        mlirAttributeEqual(known->how.joined, how->joined) &&
        memcmp(known->how.modes, how->modes, bytes) == 0)
      return known->made.ptr ? known : NULL;
  }
  Arena *arena = batcher->run->arena;
  LanesKernel *entry = ARENA_ARRAY(arena, LanesKernel, 1);
  *entry = (LanesKernel){.from = from, .how = *how};
  makeKernel(batcher, entry, kernel);
  arrput(batcher->kernels, entry);
  return entry->made.ptr ? entry : NULL;
}
