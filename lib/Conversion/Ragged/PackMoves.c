//===- PackMoves.c - elements of instances in other places ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/PackMoves.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/Ragged/KernelBody.h"

#include <string.h>

MlirLogicalResult movePermute(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "permute", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d) {
    to[d] = kernelIterator(&kernel, d);
    from[mlirDenseI64ArrayGetElement(axes, d + 1) - 1] = to[d];
  }
  kernelDomain(&kernel, &y, NULL, "move");
  kernelMove(&kernel, &x, from, &y, to);
  return kernelFinish(&kernel);
}

/// The operand as large as the result, whose dimensions it broadcasts to.
static MlirLogicalResult spread(Pack *pack, MlirOperation op, intptr_t i) {
  RelaxTensorInfo whole, own;
  relaxTensorInfo(bridgeResultType(op), &whole);
  relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)), &own);
  Kernel kernel = kernelBegin(pack, "spread", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, i);
  KernelBuffer y = kernelBuffer(
      &kernel,
      relaxTensorTypePadded(relaxTensorTypeLike(own, whole.rank, whole.dims),
                            whole.padding),
      (MlirValue){NULL}, false);
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  kernelIterators(&kernel, y.rank, to);
  kernelBroadcast(&kernel, &x, y.rank, from);
  kernelDomain(&kernel, &y, NULL, "spread");
  kernelMove(&kernel, &x, from, &y, to);
  MlirValue result;
  if (!kernelEnd(&kernel, &result))
    return mlirLogicalResultFailure();
  mlirOperationSetOperand(op, i, result);
  return mlirLogicalResultSuccess();
}

static bool storedAlike(MlirType a, MlirType b) {
  return symTypesHaveSameDims(a, b) &&
         mlirAttributeEqual(relaxPaddingOf(a), relaxPaddingOf(b));
}

/// Pointwise: operands that are smaller than the result are spread first.
MlirLogicalResult movePointwise(Pack *pack, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  const MlirAttribute *dims;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!storedAlike(type, mlirValueGetType(result)) &&
        symTypeDims(type, &dims) > 0 &&
        mlirLogicalResultIsFailure(spread(pack, op, i)))
      return mlirLogicalResultFailure();
  }
  mlirValueSetType(result, packType(pack, mlirValueGetType(result)));
  return mlirLogicalResultSuccess();
}

/// `0.0 : f32` or `0 : i64`, as `%pad`.
static void appendPad(Kernel *kernel, MlirType element, double pad) {
  if (mlirTypeIsAInteger(element)) // buffers know no signs
    element = mlirIntegerTypeGet(kernel->pack->context,
                                 mlirIntegerTypeGetWidth(element));
  strBufAppendC(&kernel->body, "      %pad = arith.constant ");
  bridgePrintAttribute(
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(kernel->pack->context, element, pad)
          : mlirIntegerAttrGet(element, (int64_t)pad),
      &kernel->body);
  strBufAppendC(&kernel->body, "\n");
}

/// A loop over the buffer's own dimensions, which stores 0.
static StrRef clearText(Kernel *kernel, const KernelBuffer *y, MlirType type) {
  StrRef extents = {y->text.data, y->text.length};
  RelaxTensorInfo info;
  relaxTensorInfo(packType(kernel->pack, type), &info);
  StrBuf kept = kernel->body, iterators = {0};
  kernel->body = (StrBuf){0};
  while (*extents.data != '[')
    ++extents.data;
  extents.length = (size_t)(strchr(extents.data, ']') - extents.data) + 1;
  for (intptr_t d = 0; d < info.rank; ++d)
    strBufAppendFormat(&iterators, "%s%%z%ld", d ? ", " : "", (long)d);
  strBufAppendFormat(&kernel->body, "  tir.compute \"clear\" (%s) in %.*s {\n",
                     strBufText(&iterators), SPREAD(extents));
  appendPad(kernel, info.elementType, 0);
  kernelStore(kernel, "%pad", "%Y0", y,
              (StrRef){strBufText(&iterators), iterators.length});
  strBufAppendC(&kernel->body, "  }\n");
  StrRef text = kernelText(kernel, "%s", strBufText(&kernel->body));
  strBufFree(&iterators);
  strBufFree(&kernel->body);
  kernel->body = kept;
  return text;
}

/// No extent of the ragged tensor is larger than that of the dense one.
static void appendFits(Kernel *kernel, const KernelBuffer *ragged,
                       const KernelBuffer *dense) {
  for (intptr_t d = 0; d < ragged->rank; ++d) {
    if (strRefEqual(ragged->dims[d], dense->dims[d]))
      continue;
    strBufAppendFormat(
        &kernel->body,
        "    tir.compute \"fits\" (%%f) in [max(0, min(1, %.*s - (%.*s)))] {\n"
        "      %%no = arith.constant false\n"
        "      tir.check %%no else \"shapes do not fit\"\n    }\n",
        SPREAD(ragged->dims[d]), SPREAD(dense->dims[d]));
  }
}

/// Rows that both have; before that, of a padded result, the padding.
MlirLogicalResult moveConvert(Pack *pack, MlirOperation op, bool toPadded) {
  MlirValue result = mlirOperationGetResult(op, 0);
  Kernel kernel =
      kernelBegin(pack, toPadded ? "to_padded" : "to_ragged", op,
                  toPadded ? kernelRaggedType(op) : mlirValueGetType(result));
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  StrRef at[KERNEL_MOST_DIMS];
  kernelIterators(&kernel, y.rank, at);
  StrRef from = kernelAddress(&kernel, &x, at);
  StrRef to = kernelAddress(&kernel, &y, at);
  appendFits(&kernel, toPadded ? &x : &y, toPadded ? &y : &x);
  if (toPadded) {
    RelaxTensorInfo info;
    relaxTensorInfo(mlirValueGetType(result), &info);
    kernelDomain(&kernel, &y, NULL, "pad");
    appendPad(&kernel, info.elementType, relaxRaggedToPaddedGetPad(op));
    kernelStore(&kernel, "%pad", "%Y0", &y, to);
    strBufAppendC(&kernel.body, "    }\n");
  }
  kernelDomain(&kernel, toPadded ? &x : &y, NULL, "rows");
  kernelLoad(&kernel, "%x", "%X0", &x, from);
  kernelStore(&kernel, "%x", "%Y0", &y, to);
  strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}

MlirLogicalResult moveRepad(Pack *pack, MlirOperation op) {
  MlirType type = bridgeResultType(op);
  Kernel kernel = kernelBegin(pack, "repad", op, type);
  KernelBuffer x = kernelOperand(&kernel, 0), y = kernelResult(&kernel, 0);
  StrRef at[KERNEL_MOST_DIMS];
  kernelIterators(&kernel, y.rank, at);
  if (relaxPaddingOf(type).ptr)
    kernel.before = clearText(&kernel, &y, type);
  kernelDomain(&kernel, &y, NULL, "rows");
  kernelMove(&kernel, &x, at, &y, at);
  return kernelFinish(&kernel);
}

/// The parts of one tensor are whole ones, one after the other along an axis:
/// inputs of a concat, results of a split.
MlirLogicalResult moveParts(Pack *pack, MlirOperation op, bool joins) {
  Kernel kernel =
      kernelBegin(pack, joins ? "concat" : "split", op, kernelRaggedType(op));
  intptr_t axis =
      (intptr_t)(joins ? relaxConcatGetAxis(op) : relaxSplitGetAxis(op)) - 1;
  intptr_t count =
      joins ? mlirOperationGetNumOperands(op) : mlirOperationGetNumResults(op);
  KernelBuffer whole =
      joins ? kernelResult(&kernel, 0) : kernelOperand(&kernel, 0);
  StrRef before = strRefFromC("0"), own[KERNEL_MOST_DIMS], at[KERNEL_MOST_DIMS];
  for (intptr_t p = 0; p < count; ++p) {
    KernelBuffer part =
        joins ? kernelOperand(&kernel, p) : kernelResult(&kernel, p);
    for (intptr_t d = 0; d < part.rank; ++d)
      own[d] = at[d] = kernelIterator(&kernel, d);
    at[axis] =
        kernelText(&kernel, "%.*s + %.*s", SPREAD(before), SPREAD(own[axis]));
    StrRef mine = kernelAddress(&kernel, &part, own);
    StrRef there = kernelAddress(&kernel, &whole, at);
    const char *name =
        kernelText(&kernel, "%%%s%ld", joins ? "X" : "Y", (long)p).data;
    kernelDomain(&kernel, &part, NULL, joins ? "join" : "split");
    if (joins) {
      kernelLoad(&kernel, "%x", name, &part, mine);
      kernelStore(&kernel, "%x", "%Y0", &whole, there);
    } else {
      kernelLoad(&kernel, "%x", "%X0", &whole, there);
      kernelStore(&kernel, "%x", name, &part, mine);
    }
    strBufAppendC(&kernel.body, "    }\n");
    before = kernelText(&kernel, "%.*s + (%.*s)", SPREAD(before),
                        SPREAD(part.dims[axis]));
  }
  return kernelFinish(&kernel);
}

MlirLogicalResult moveBroadcast(Pack *pack, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!storedAlike(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                   mlirValueGetType(result)) &&
      mlirLogicalResultIsFailure(spread(pack, op, 0)))
    return mlirLogicalResultFailure();
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetOperand(op, 0));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult movePositions(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "positions", op, kernelRaggedType(op));
  KernelBuffer y = kernelResult(&kernel, 0);
  StrRef at[] = {kernelIterator(&kernel, 0)};
  kernelDomain(&kernel, &y, NULL, "positions");
  strBufAppendC(&kernel.body,
                "      %x = arith.index_cast %d0 : index to i64\n");
  kernelStore(&kernel, "%x", "%Y0", &y, kernelAddress(&kernel, &y, at));
  strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}
