//===- PackScan.c - running sums and products along ragged dimensions -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Scan.gen.h"
#include "lib/Conversion/Ragged/KernelBody.h"
#include "lib/Conversion/Ragged/PackMoves.h"

bool packHasScan(MlirOperation op, MlirType element) {
  bool integer =
      mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) >= 32;
  return (relaxIsCumsum(op) || relaxIsCumprod(op)) &&
         (mlirTypeIsAF32(element) || mlirTypeIsAF64(element) || integer);
}

static bool isExclusive(MlirOperation op) {
  return relaxIsCumsum(op) ? relaxCumsumGetExclusive(op)
                           : relaxCumprodGetExclusive(op);
}

static bool isReverse(MlirOperation op) {
  return relaxIsCumsum(op) ? relaxCumsumGetReverse(op)
                           : relaxCumprodGetReverse(op);
}

/// One element after the other: the sum so far is local memory.
static void appendSum(Kernel *kernel, MlirOperation op, StrRef type,
                      const KernelBuffer *x, const KernelBuffer *y, StrRef from,
                      StrRef to, StrRef count) {
  bool exclusive = isExclusive(op), floats = type.data[0] == 'f';
  bool sums = relaxIsCumsum(op);
  const char *add = sums ? "add" : "mul", *none = sums ? "0" : "1";
  strBufAppendFormat(
      &kernel->body,
      "    %%S = tir.alloc \"S\" local : !tir.buffer<[1], %.*s>\n"
      "    %%none = arith.constant %s%s : %.*s\n"
      "    tir.store %%none, %%S[0] : !tir.buffer<[1], %.*s>\n"
      "    tir.for \"sum\" (scan %%k) in [%.*s] {\n"
      "      %%s = tir.load %%S[0] : !tir.buffer<[1], %.*s>\n",
      SPREAD(type), none, floats ? ".0" : "", SPREAD(type), SPREAD(type),
      SPREAD(count), SPREAD(type));
  kernelLoad(kernel, "%x", "%X0", x, from);
  strBufAppendFormat(&kernel->body,
                     "      %%t = arith.%s%c %%s, %%x : %.*s\n"
                     "      tir.store %%t, %%S[0] : !tir.buffer<[1], %.*s>\n",
                     add, floats ? 'f' : 'i', SPREAD(type), SPREAD(type));
  kernelStore(kernel, exclusive ? "%s" : "%t", "%Y0", y, to);
  strBufAppendC(&kernel->body, "    }\n");
}

MlirLogicalResult moveScan(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "scan", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0);
  KernelBuffer y = kernelResult(&kernel, 0);
  RelaxTensorInfo info;
  relaxTensorInfo(x.type, &info);
  intptr_t axis = (intptr_t)(relaxIsCumsum(op) ? relaxCumsumGetAxis(op)
                                               : relaxCumprodGetAxis(op)) -
                  1;
  StrRef at[KERNEL_MOST_DIMS];
  for (intptr_t d = 0; d < x.rank; ++d) {
    at[d] = d == axis ? strRefFromC("%k") : kernelIterator(&kernel, d);
    if (d == axis && isReverse(op))
      at[d] = kernelText(&kernel, "(%.*s) - 1 - %%k", SPREAD(x.dims[d]));
    if (d != axis)
      strBufAppendFormat(&kernel.body,
                         "    tir.for \"d%ld\" (%.*s) in [%.*s] {\n", (long)d,
                         SPREAD(at[d]), SPREAD(x.dims[d]));
  }
  appendSum(&kernel, op, kernelElement(&kernel, info.elementType), &x, &y,
            kernelAddress(&kernel, &x, at), kernelAddress(&kernel, &y, at),
            x.dims[axis]);
  for (intptr_t d = 1; d < x.rank; ++d)
    strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}
