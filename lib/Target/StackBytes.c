//===- StackBytes.c - what a kernel's local memory takes of a stack -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A frame that is larger than the stack may lie on memory of others: nobody
// touches the pages between. What promotion has left in memory counts, of all
// the loops of a kernel together.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Target/Kernel.h"

enum { MOST_BYTES = 1 << 20 };

static int64_t elementBytes(MlirType type) {
  int64_t count = 1;
  if (mlirTypeIsAVector(type)) {
    for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
      count *= mlirShapedTypeGetDimSize(type, i);
    type = mlirShapedTypeGetElementType(type);
  }
  return count * tirElementBytes(type);
}

typedef struct Sum {
  int64_t bytes;
  MlirOperation first; // that does not fit, or null
} Sum;

static MlirWalkResult add(MlirOperation op, void *userData) {
  Sum *sum = userData;
  if (!bridgeIsNamed(op, "memref.alloca"))
    return MlirWalkResultAdvance;
  MlirType type = bridgeResultType(op);
  int64_t bytes = elementBytes(mlirShapedTypeGetElementType(type));
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(type, i);
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes < 0 ||
        bytes > MOST_BYTES)
      bytes = MOST_BYTES + 1;
  }
  if (bytes > MOST_BYTES)
    bytes = MOST_BYTES + 1; // an element is
  sum->bytes += bytes;
  if (sum->bytes <= MOST_BYTES)
    return MlirWalkResultAdvance;
  sum->first = op;
  return MlirWalkResultInterrupt;
}

MlirLogicalResult targetCheckStack(MlirOperation kernel) {
  Sum sum = {0, {NULL}};
  mlirOperationWalk(kernel, add, &sum, MlirWalkPreOrder);
  return sum.first.ptr
             ? bridgeEmitError(mlirOperationGetLocation(sum.first),
                               "local buffers exceed %d bytes of stack "
                               "together: expected space 'workspace'",
                               MOST_BYTES)
             : mlirLogicalResultSuccess();
}
