//===- PackTake.c - elements of instances that indices choose -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Conversion/Ragged/KernelBody.h"
#include "lib/Conversion/Ragged/PackMoves.h"

/// The index `%w` of an instance, from the end where it is below 0, as `%k`.
static void appendIndex(Kernel *kernel, StrRef extent, bool wide) {
  if (!wide)
    strBufAppendC(&kernel->body, "      %v = arith.extsi %w : i32 to i64\n");
  strBufAppendFormat(
      &kernel->body,
      "      %%g = arith.index_cast %%%s : i64 to index\n"
      "      %%all = tir.extent (%.*s) : index\n"
      "      %%none = arith.constant 0 : index\n"
      "      %%behind = arith.addi %%g, %%all : index\n"
      "      %%ends = arith.cmpi slt, %%g, %%none : index\n"
      "      %%k = arith.select %%ends, %%behind, %%g : index\n"
      "      %%least = arith.cmpi sge, %%k, %%none : index\n"
      "      tir.check %%least stops else \"index out of bounds\"\n"
      "      %%most = arith.cmpi slt, %%k, %%all : index\n"
      "      tir.check %%most stops else \"index out of bounds\"\n",
      wide ? "w" : "v", SPREAD(extent));
}

MlirLogicalResult moveTake(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "take", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), w = kernelOperand(&kernel, 1);
  KernelBuffer y = kernelResult(&kernel, 0);
  intptr_t axis = (intptr_t)relaxTakeGetAxis(op) - 1, d = 0;
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS], at[1];
  for (intptr_t i = 0; i < x.rank; ++i) {
    if (i == axis) {
      from[i] = strRefFromC("%k");
      if (w.rank) // else the dimension goes
        at[0] = to[d] = kernelIterator(&kernel, d), ++d;
      continue;
    }
    from[i] = to[d] = kernelIterator(&kernel, d);
    ++d;
  }
  RelaxTensorInfo indices = relaxTensorInfoOf(mlirOperationGetOperand(op, 1));
  kernelDomain(&kernel, &y, NULL, "take");
  kernelLoad(&kernel, "%w", "%X1", &w, kernelAddress(&kernel, &w, at));
  appendIndex(&kernel, x.dims[axis],
              mlirIntegerTypeGetWidth(indices.elementType) == 64);
  kernelMove(&kernel, &x, from, &y, to);
  return kernelFinish(&kernel);
}

/// Of each row along the axis the element at the index in the same place.
MlirLogicalResult moveElements(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "elements", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), w = kernelOperand(&kernel, 1);
  KernelBuffer y = kernelResult(&kernel, 0);
  intptr_t axis = (intptr_t)relaxGatherElementsGetAxis(op) - 1;
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d) {
    to[d] = kernelIterator(&kernel, d);
    from[d] = d == axis ? strRefFromC("%k") : to[d];
  }
  RelaxTensorInfo indices = relaxTensorInfoOf(mlirOperationGetOperand(op, 1));
  StrRef place = kernelAddress(&kernel, &y, to);
  kernelDomain(&kernel, &y, NULL, "elements");
  kernelLoad(&kernel, "%w", "%X1", &w, kernelAddress(&kernel, &w, to));
  appendIndex(&kernel, x.dims[axis],
              mlirIntegerTypeGetWidth(indices.elementType) == 64);
  kernelLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  kernelStore(&kernel, "%x", "%Y0", &y, place);
  strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}

/// The element of `extent` at which a slice begins, as ONNX Slice clamps it. An
/// end that lies before it leaves no rounds.
static StrRef sliceBegin(Kernel *kernel, StrRef extent, int64_t begin,
                         bool forward) {
  long long at = (long long)begin;
  if (forward)
    return begin >= 0
               ? kernelText(kernel, "%lld", at)
               : kernelText(kernel, "max(0, %.*s - %lld)", SPREAD(extent), -at);
  return begin >= 0
             ? kernelText(kernel, "min(%.*s - 1, %lld)", SPREAD(extent), at)
             : kernelText(kernel, "%.*s - %lld", SPREAD(extent), -at);
}

MlirLogicalResult moveSlice(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "slice", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  MlirAttribute axes = relaxStridedSliceGetAxes(op);
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d)
    from[d] = to[d] = kernelIterator(&kernel, d);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i) {
    intptr_t d = (intptr_t)mlirDenseI64ArrayGetElement(axes, i) - 1;
    int64_t step =
        mlirDenseI64ArrayGetElement(relaxStridedSliceGetSteps(op), i);
    int64_t begin =
        mlirDenseI64ArrayGetElement(relaxStridedSliceGetBegins(op), i);
    StrRef first = sliceBegin(&kernel, x.dims[d], begin, step > 0);
    from[d] = kernelText(&kernel, "(%.*s) + %lld * %.*s", SPREAD(first),
                         (long long)step, SPREAD(to[d]));
  }
  kernelDomain(&kernel, &y, NULL, "slice");
  kernelMove(&kernel, &x, from, &y, to);
  return kernelFinish(&kernel);
}
