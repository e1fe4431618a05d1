//===- Room.c - elements of a row that have memory ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

intptr_t tirBufferLastDim(MlirValue buffer) {
  const MlirAttribute *dims;
  int64_t one;
  intptr_t last = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims) - 1;
  while (last > 0 && symAttributeIsConst(dims[last], &one) && one == 1)
    --last;
  return last;
}

int64_t tirRoomOf(MlirValue buffer) {
  enum { MOST_LANES = 16 };
  const MlirAttribute *dims;
  int64_t extent, room = 1;
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  intptr_t last = tirBufferLastDim(buffer);
  if (last < 0 || !symAttributeIsConst(dims[last], &extent))
    return -1;
  if (!tirIsAlloc(bridgeDefiner(buffer)) ||
      !strRefIs(tirAllocGetSpace(mlirOpResultGetOwner(buffer)), "register"))
    return extent;
  int64_t rest = extent % MOST_LANES;
  while (room < rest)
    room *= 2;
  return rest ? extent - rest + room : extent;
}
