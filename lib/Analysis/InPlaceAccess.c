//===- InPlaceAccess.c - what a program reads, and where -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/InPlaceState.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Bridge.h"

typedef struct Reads {
  MlirValue input; // a buffer
  MlirOperation store;
  bool good;
} Reads;

MlirValue inPlaceRoot(MlirValue buffer) {
  while (tirIsView(bridgeDefiner(buffer)))
    buffer = tirViewGetBuffer(mlirOpResultGetOwner(buffer));
  return buffer;
}

bool inPlaceIsArithmetic(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return (strRefStartsWith(name, "arith.") ||
          strRefStartsWith(name, "math.")) &&
         mlirOperationGetNumRegions(op) == 0;
}

bool inPlaceAccessOf(MlirOperation op, InPlaceAccess *out) {
  bool load = tirIsLoad(op);
  if (!load && !tirIsStore(op))
    return false;
  *out = (InPlaceAccess){
      .buffer = load ? tirLoadGetBuffer(op) : tirStoreGetBuffer(op),
      .exprs = load ? tirLoadGetExprs(op) : tirStoreGetExprs(op),
      .numIndices =
          load ? tirLoadGetNumIndices(op) : tirStoreGetNumIndices(op)};
  if (out->numIndices > (intptr_t)(sizeof out->indices / sizeof *out->indices))
    return false;
  for (intptr_t i = 0; i < out->numIndices; ++i)
    out->indices[i] =
        load ? tirLoadGetIndices(op, i) : tirStoreGetIndices(op, i);
  return true;
}

static MlirWalkResult checkLoad(MlirOperation op, void *userData) {
  Reads *reads = userData;
  MlirOperation store = reads->store;
  if (!tirIsLoad(op) ||
      !mlirValueEqual(inPlaceRoot(tirLoadGetBuffer(op)), reads->input))
    return MlirWalkResultAdvance;
  intptr_t count = tirStoreGetNumIndices(store);
  bool same =
      mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(store)) &&
      mlirOperationIsBeforeInBlock(op, store) && !tirLoadGetPad(op).ptr &&
      mlirTypeEqual(mlirValueGetType(tirLoadGetBuffer(op)),
                    mlirValueGetType(tirStoreGetBuffer(store))) &&
      mlirAttributeEqual(tirLoadGetExprs(op), tirStoreGetExprs(store)) &&
      tirLoadGetNumIndices(op) == count;
  for (intptr_t i = 0; same && i < count; ++i)
    same =
        mlirValueEqual(tirLoadGetIndices(op, i), tirStoreGetIndices(store, i));
  reads->good = same;
  return same ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool inPlaceReadsThere(MlirOperation root, MlirOperation store,
                       MlirValue input) {
  Reads reads = {.input = input, .store = store, .good = true};
  mlirOperationWalk(root, checkLoad, &reads, MlirWalkPreOrder);
  return reads.good;
}
