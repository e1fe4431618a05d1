//===- PackKernel.c - operations along ragged dimensions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/Ragged/Attention.h"
#include "lib/Conversion/Ragged/KernelBody.h"
#include "lib/Conversion/Ragged/KernelProduct.h"
#include "lib/Conversion/Ragged/PackMoves.h"

#include <string.h>

static MlirType elementOf(MlirOperation op) {
  RelaxTensorInfo info = {0};
  if (mlirOperationGetNumResults(op))
    relaxTensorInfo(bridgeResultType(op), &info);
  return info.elementType;
}

/// `sum` of relax.sum.
static StrRef reductionOf(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  size_t dot = strlen("relax.");
  return (StrRef){name.data + dot, name.length - dot};
}

//===----------------------------------------------------------------------===//
// Products, reductions
//===----------------------------------------------------------------------===//

static MlirLogicalResult matmul(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "matmul", op, kernelRaggedType(op));
  KernelBuffer a = kernelOperand(&kernel, 0), b = kernelOperand(&kernel, 1);
  KernelBuffer y = kernelResult(&kernel, 0);
  kernelProduct(&kernel, &a, &b, &y, elementOf(op));
  return kernelFinish(&kernel);
}

/// Divides what was summed by the number of elements of an instance that were.
static void appendMean(Kernel *kernel, const KernelBuffer *x,
                       const KernelBuffer *y, const bool *reduced) {
  StrRef count = strRefFromC("1"), to[KERNEL_MOST_DIMS];
  StrRef type = kernelElement(kernel, elementOf(kernel->op));
  for (intptr_t d = 0; d < x->rank; ++d)
    if (reduced[d])
      count = kernelText(kernel, "%.*s * (%.*s)", SPREAD(count),
                         SPREAD(x->dims[d]));
  for (intptr_t d = 0; d < y->rank; ++d)
    to[d] = kernelIterator(kernel, d);
  StrRef place = kernelAddress(kernel, y, to);
  kernelDomain(kernel, y, NULL, "mean");
  kernelLoad(kernel, "%sum", "%Y0", y, place);
  strBufAppendFormat(&kernel->body,
                     "      %%count = tir.extent (%.*s) : index\n"
                     "      %%whole = arith.index_cast %%count : index to i64\n"
                     "      %%all = arith.sitofp %%whole : i64 to %.*s\n"
                     "      %%mean = arith.divf %%sum, %%all : %.*s\n",
                     SPREAD(count), SPREAD(type), SPREAD(type));
  kernelStore(kernel, "%mean", "%Y0", y, place);
  strBufAppendC(&kernel->body, "    }\n");
}

static MlirLogicalResult reduce(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "reduce", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  MlirAttribute axes = bridgeInherent(op, "axes");
  bool reduced[KERNEL_MOST_DIMS] = {false};
  bool keeps = y.rank == x.rank, mean = relaxIsMean(op);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i)
    reduced[mlirDenseI64ArrayGetElement(axes, i) - 1] = true;
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < x.rank; ++d) {
    from[d] = kernelIterator(&kernel, d);
    if (!reduced[d] || keeps)
      to[rank++] = reduced[d] ? strRefFromC("0") : from[d];
  }
  StrRef monoid = kernelMonoid(
      &kernel, mean ? strRefFromC("sum") : reductionOf(op), elementOf(op));
  kernelDomain(&kernel, &x, reduced, "reduce");
  kernelLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  StrRef place = kernelAddress(&kernel, &y, to);
  strBufAppendFormat(
      &kernel.body,
      "      tir.reduce @%.*s(%%x) into (%%Y0[%.*s]) : %.*s\n    }\n",
      SPREAD(monoid), SPREAD(place), SPREAD(y.text));
  if (mean)
    appendMean(&kernel, &x, &y, reduced);
  return kernelFinish(&kernel);
}

static MlirLogicalResult softmax(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "softmax", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  intptr_t axis = (intptr_t)relaxSoftmaxGetAxis(op) - 1;
  StrRef at[KERNEL_MOST_DIMS];
  for (intptr_t d = 0; d < x.rank; ++d) {
    at[d] = d == axis ? strRefFromC("%k") : kernelIterator(&kernel, d);
    if (d != axis)
      strBufAppendFormat(&kernel.body,
                         "    tir.for \"d%ld\" (%.*s) in [%.*s] {\n", (long)d,
                         SPREAD(at[d]), SPREAD(x.dims[d]));
  }
  StrRef from = kernelAddress(&kernel, &x, at);
  StrRef to = kernelAddress(&kernel, &y, at);
  kernelMonoid(&kernel, strRefFromC("max"), elementOf(op));
  kernelMonoid(&kernel, strRefFromC("sum"), elementOf(op));
  softmaxRow(&kernel, "%X0", from, x.text, "%Y0", to, y.text, x.dims[axis]);
  for (intptr_t d = 1; d < x.rank; ++d)
    strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

bool packHasKernel(MlirOperation op) {
  MlirType element = elementOf(op);
  if (!element.ptr)
    return false;
  bool floats = mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  if (relaxIsMatmul(op))
    return kernelHasMonoid(strRefFromC("sum"), element);
  if (relaxIsSoftmax(op))
    return mlirTypeIsAF32(element);
  if (relaxIsAttention(op))
    return packHasAttention(op);
  if (relaxIsMean(op))
    return floats;
  if (packHasScan(op, element) || packHasBest(op))
    return true;
  return relaxRaggedIsPointwise(op) || relaxIsPermuteDims(op) ||
         relaxIsRaggedToPadded(op) || relaxIsPaddedToRagged(op) ||
         relaxIsRaggedRepad(op) || relaxIsStridedSlice(op) ||
         relaxIsConcat(op) || relaxIsSplit(op) || relaxIsRaggedPositions(op) ||
         relaxIsTake(op) || relaxIsGatherElements(op) ||
         kernelHasMonoid(reductionOf(op), element);
}

static MlirLogicalResult refuse(MlirOperation op) {
  StrBuf type = {0};
  if (mlirOperationGetNumResults(op))
    bridgePrintType(bridgeResultType(op), &type);
  else
    strBufAppendC(&type, "no result");
  bridgeEmitOpError(op,
                    "goes along a ragged dimension, for which there is no "
                    "program yet that gives %s: run it with "
                    "'--mode=reference', or make it dense with "
                    "'relax.ragged_to_padded'",
                    strBufText(&type));
  strBufFree(&type);
  return mlirLogicalResultFailure();
}

MlirLogicalResult packKernel(Pack *pack, MlirOperation op) {
  if (!packHasKernel(op))
    return relaxIsAttention(op) ? packAttention(pack, op) : refuse(op);
  if (relaxIsPermuteDims(op))
    return movePermute(pack, op);
  if (relaxIsRaggedToPadded(op) || relaxIsPaddedToRagged(op))
    return moveConvert(pack, op, relaxIsRaggedToPadded(op));
  if (relaxIsRaggedRepad(op))
    return moveRepad(pack, op);
  if (relaxIsStridedSlice(op))
    return moveSlice(pack, op);
  if (relaxIsTake(op))
    return moveTake(pack, op);
  if (relaxIsGatherElements(op))
    return moveElements(pack, op);
  if (packHasScan(op, elementOf(op)))
    return moveScan(pack, op);
  if (packHasBest(op))
    return moveBest(pack, op);
  if (relaxIsBroadcastTo(op))
    return moveBroadcast(pack, op);
  if (relaxIsRaggedPositions(op))
    return movePositions(pack, op);
  if (relaxRaggedIsPointwise(op))
    return movePointwise(pack, op);
  if (relaxIsConcat(op) || relaxIsSplit(op))
    return moveParts(pack, op, relaxIsConcat(op));
  return relaxIsMatmul(op)      ? matmul(pack, op)
         : relaxIsSoftmax(op)   ? softmax(pack, op)
         : relaxIsAttention(op) ? packAttention(pack, op)
                                : reduce(pack, op);
}
