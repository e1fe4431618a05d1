//===- InPlace.c - programs that may write where they read ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/InPlace.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/InPlaceState.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Bridge.h"

typedef struct Accesses {
  MlirValue input, output; // the buffers
  MlirOperation func, store;
  bool good;
} Accesses;

static MlirWalkResult findStore(MlirOperation op, void *userData) {
  Accesses *accesses = userData;
  if (tirIsStore(op)) {
    accesses->good &=
        !accesses->store.ptr &&
        mlirValueEqual(inPlaceRoot(tirStoreGetBuffer(op)), accesses->output);
    accesses->store = op;
  } else if (!mlirOperationEqual(op, accesses->func)) {
    bool own =
        tirIsLoad(op) &&
        mlirValueEqual(inPlaceRoot(tirLoadGetBuffer(op)), accesses->output);
    accesses->good &=
        !own && (tirIsFor(op) || tirIsView(op) || tirIsLoad(op) ||
                 inPlaceIsArithmetic(op) || bridgeIsTerminator(op));
  }
  return accesses->good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Its rounds are the elements of one dimension.
static bool goesThrough(MlirOperation loop, MlirValue buffer, intptr_t dim) {
  const MlirAttribute *dims;
  int64_t first;
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  return symAttributeIsConst(mlirArrayAttrGetElement(tirForGetLower(loop), 0),
                             &first) &&
         first == 0 &&
         mlirAttributeEqual(mlirArrayAttrGetElement(tirForGetUpper(loop), 0),
                            dims[dim]);
}

/// Every loop around the store has its iterator as one index.
static bool writesEachOnce(const Accesses *accesses) {
  MlirOperation store = accesses->store;
  MlirAttribute exprs = tirStoreGetExprs(store);
  intptr_t count = tirStoreGetNumIndices(store), loops = 0;
  if (count != mlirArrayAttrGetNumElements(exprs))
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name;
    if (!symAttributeIsSymbol(mlirArrayAttrGetElement(exprs, i), &name))
      return false;
  }
  for (MlirOperation op = mlirOperationGetParentOperation(store); tirIsFor(op);
       op = mlirOperationGetParentOperation(op), ++loops) {
    MlirBlock body = bridgeBody(op);
    bool found = false;
    for (intptr_t i = 0; i < count; ++i)
      found |= mlirValueEqual(tirStoreGetIndices(store, i),
                              mlirBlockGetArgument(body, 0)) &&
               goesThrough(op, tirStoreGetBuffer(store), i);
    if (!found)
      return false;
  }
  return loops == count;
}

/// One nest, which goes through all elements.
static bool isMap(MlirOperation func, MlirValue input, MlirValue output) {
  Accesses accesses = {
      .input = input, .output = output, .func = func, .good = true};
  mlirOperationWalk(func, findStore, &accesses, MlirWalkPreOrder);
  return accesses.good && accesses.store.ptr && writesEachOnce(&accesses) &&
         inPlaceReadsThere(func, accesses.store, input);
}

bool tirMayWriteInto(MlirOperation func, intptr_t input, intptr_t output) {
  MlirBlock body = bridgeBody(func);
  // A version may go through the elements in another way.
  if (!body.ptr || tirFuncGetVersions(func).ptr ||
      input >= mlirBlockGetNumArguments(body) ||
      output >= mlirBlockGetNumArguments(body))
    return false;
  MlirValue from = mlirBlockGetArgument(body, input),
            to = mlirBlockGetArgument(body, output);
  return mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)) &&
         (isMap(func, from, to) || inPlaceRows(func, from, to));
}
